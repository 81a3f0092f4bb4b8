import CDiffable
import CLibc
import DiffableEngine
import DiffableViews

/// The user data of a callback, finalized exactly once: by `finalize()`, or else with the last reference.
final class UserData {
    let pointer: UnsafeMutableRawPointer?
    private var finalizer: diffable_finalize_fn?

    init(_ pointer: UnsafeMutableRawPointer?, _ finalizer: diffable_finalize_fn?) {
        self.pointer = pointer
        self.finalizer = finalizer
    }

    func finalize() {
        let finalizer = finalizer
        self.finalizer = nil
        finalizer?(pointer)
    }

    deinit {
        finalize()
    }
}

/// Runs a callback. Throws if the callback returns a status other than 0.
/// - Parameter messageStart: the callback, and what it was called for.
func call(
    _ code: DiffableError.Code, about identifier: @autoclosure () -> Identifier? = nil, position: Int? = nil,
    _ messageStart: @autoclosure () -> [DiffableError.Fragment],
    _ callback: () -> diffable_status
) throws(DiffableError) {
    var reason = diffable_reason(bytes: nil, size: 0, object: nil, finalize: nil)
    let outer = diffable_current_reason()
    let status = withUnsafeMutablePointer(to: &reason) {
        diffable_set_current_reason($0)
        let status = callback()
        diffable_set_current_reason(outer)
        return status
    }
    defer { free(reason.bytes) }
    let object = reason.object.map { ErrorObject($0, reason.finalize) }
    if status == diffable_status(DIFFABLE_OK) { return }
    let cause =
        reason.bytes == nil
        ? "with status \(status)\(nameInBrackets(of: status))"
            + (status > 0 ? "; a callback returns 0 for success" : "")
        : Escaping.escaped(UnsafeRawBufferPointer(start: reason.bytes, count: reason.size))
    throw DiffableError(
        code, identifier: identifier(), position: position,
        messageStart() + [.text(reason.bytes == nil ? ", " : ": "), .text(cause)], object: object)
}

@c @implementation
public func diffable_callback_failed(
    _ bytes: UnsafePointer<CChar>!, _ size: Int, _ object: UnsafeMutableRawPointer!, _ finalize: diffable_finalize_fn!
) -> diffable_status {
    var dropped = diffable_reason(bytes: nil, size: 0, object: object, finalize: finalize)
    if let reason = diffable_current_reason() {
        let copy = bytes == nil || size <= 0 ? nil : malloc(size)
        if bytes != nil && size > 0 {
            guard let copy else { OutOfMemory.end() }
            memcpy(copy, bytes, size)
        }
        dropped = reason.pointee
        reason.pointee = diffable_reason(
            bytes: copy?.assumingMemoryBound(to: CChar.self), size: size, object: object, finalize: finalize)
    }
    free(dropped.bytes)
    if let object = dropped.object { dropped.finalize?(object) }
    return diffable_status(DIFFABLE_ERROR_CALLBACK_FAILED)
}

/// Releases the old value of a property. Callers keep it until the property has its new value, because the finalizer of
/// the old value may use the property.
@inline(never)
func releaseReplaced<Value>(_ old: consuming Value) {
    _ = consume old
}

extension Identifier {
    /// Lends the identifier to a callback, which may use it until it returns.
    func withC<Result>(_ body: (UnsafePointer<diffable_id>) -> Result) -> Result {
        withRaw { raw in withUnsafePointer(to: cIdentifier(raw)) { body($0) } }
    }
}

func cellProvider(_ provider: @escaping diffable_cell_provider_fn, _ userData: UserData) -> DataSource.CellProvider {
    { (item, path) throws(DiffableError) in
        let cell = Cell()
        cell.mistake = .setsNothing
        var cPath = cPath(path)
        try call(
            .providerFailed, about: item.identifier,
            [.text("the cell provider failed for item \(item.identifier) at ")] + .indexPath(path)
        ) {
            item.identifier.withC { id in
                item.withContent { provider(id, $0, &cPath, borrow(cell), userData.pointer) }
            }
        }
        return cell
    }
}

func kindProvider(_ provider: @escaping diffable_kind_provider_fn, _ userData: UserData) -> DataSource.KindProvider {
    { item in
        item.identifier.withC { id in
            item.withContent { provider(id, $0, userData.pointer).map { String(cString: $0) } }
        }
    }
}

func supplementaryProvider(
    _ provider: @escaping diffable_supplementary_provider_fn, _ userData: UserData
) -> DataSource.SupplementaryProvider {
    { (kind, section, index) throws(DiffableError) in
        func owner() -> String { "the \(kind.name) of section \(section.identifier)" }
        var name = kind.name + "\0"
        let cell = Cell()
        try call(
            .providerFailed, about: section.identifier,
            [.text("the supplementary provider failed for \(owner()) at "), .index(index)]
        ) {
            section.identifier.withC { id in
                name.withUTF8 { name in
                    name.withMemoryRebound(to: CChar.self) {
                        let name = $0.baseAddress
                        return section.withContent { provider(name, id, $0, index, borrow(cell), userData.pointer) }
                    }
                }
            }
        }
        return cell.isBlank && cell.mistake == nil ? nil : cell
    }
}

/// - Parameter source: the data source. The handler does not retain it, because the data source exists whenever it
///   calls the handler.
func transactionHandler(
    _ handler: @escaping diffable_transaction_handler_fn, of source: OpaquePointer?, _ userData: UserData,
    _ callbackName: StaticString
) -> DataSource.TransactionHandler {
    { (transaction) throws(DiffableError) in
        let box = TransactionBox(transaction)
        try call(.callbackFailed, [.text("\(callbackName) failed")]) {
            box.lend(by: source) { handler($0, userData.pointer) }
        }
    }
}

func question(
    _ question: @escaping diffable_item_question_fn, _ userData: UserData, _ callbackName: StaticString
) -> SectionSnapshotHandlers.Question {
    { (item) throws(DiffableError) in
        var answer = false
        try call(.callbackFailed, about: item, [.text("\(callbackName) failed for item \(item)")]) {
            item.withC { question($0, &answer, userData.pointer) }
        }
        return answer
    }
}

func notice(
    _ handler: @escaping diffable_item_handler_fn, _ userData: UserData, _ callbackName: StaticString
) -> SectionSnapshotHandlers.Notice {
    { (item) throws(DiffableError) in
        try call(.callbackFailed, about: item, [.text("\(callbackName) failed for item \(item)")]) {
            item.withC { handler($0, userData.pointer) }
        }
    }
}

func children(
    _ handler: @escaping diffable_children_handler_fn, _ userData: UserData
) -> (Identifier, Snapshot) throws(DiffableError) -> Snapshot {
    { (parent, children) throws(DiffableError) in
        let box = SnapshotBox(children)
        try call(.callbackFailed, about: parent, [.text("snapshot_for_expanding_parent failed for item \(parent)")]) {
            withExtendedLifetime(box) { parent.withC { handler($0, borrow(box), userData.pointer) } }
        }
        return box.value
    }
}

func writer(_ writer: @escaping diffable_writer_fn, _ userData: UserData) -> TextView.Writer {
    { (text) throws(DiffableError) in
        var text = text
        try call(.outputFailed, [.text("the writer failed")]) {
            text.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) { writer($0.baseAddress, $0.count, userData.pointer) }
            }
        }
    }
}
