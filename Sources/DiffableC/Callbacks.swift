import CDiffable
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
        self.finalizer = nil // mutant: finalized-twice
        finalizer?(pointer)
    }

    deinit {
        finalize()
    }
}

/// A callback fails by a negative status.
private func succeeded(_ status: diffable_status) -> Bool {
    status >= 0 // mutant: positive-status-fails
}

/// Releases the old value of a property. Callers keep it until the property has its new value, since the finalizer of the old one
/// may use the property.
@inline(never)
func releaseReplaced<Value>(_ old: consuming Value) {
    _ = consume old
}

func cellProvider(_ provider: @escaping diffable_cell_provider_fn, _ userData: UserData) -> DataSource.CellProvider {
    { (item, path) throws(DiffableError) in
        try item.identifier.withRaw { (raw) throws(DiffableError) in
            let cell = Cell()
            let status = provider(cIdentifier(raw), item.revision, cPath(path), borrow(cell), userData.pointer)
            guard succeeded(status) else {
                let place: [DiffableError.Fragment] = [.text("the cell provider failed for item \(item.identifier) at ")] + .indexPath(path)
                throw DiffableError(
                    .providerFailed, identifier: item.identifier, place + [.text(", with status \(status)")])
            }
            return cell
        }
    }
}

func kindProvider(_ provider: @escaping diffable_kind_provider_fn, _ userData: UserData) -> DataSource.KindProvider {
    { item in
        item.identifier.withRaw { provider(cIdentifier($0), item.revision, userData.pointer).map { String(cString: $0) } }
    }
}

func supplementaryProvider(
    _ provider: @escaping diffable_supplementary_provider_fn, _ userData: UserData
) -> DataSource.SupplementaryProvider {
    { (kind, section, index) throws(DiffableError) in
        func owner() -> String { "the \(kind.name) of section \(section.identifier)" }
        return try kind.name.utf8CString.withUnsafeBufferPointer { (name) throws(DiffableError) in
            try section.identifier.withRaw { (raw) throws(DiffableError) in
                let cell = Cell()
                let status = provider(name.baseAddress, cIdentifier(raw), section.revision, index, borrow(cell), userData.pointer)
                guard succeeded(status) else {
                    throw DiffableError(
                        .providerFailed, identifier: section.identifier,
                        [
                            .text("the supplementary provider failed for \(owner()) at "), .index(index),
                            .text(", with status \(status)"),
                        ])
                }
                return cell.text.isEmpty ? nil : cell
            }
        }
    }
}

func transactionHandler(
    _ handler: @escaping diffable_transaction_handler_fn, _ userData: UserData, _ noun: StaticString
) -> DataSource.TransactionHandler {
    { (transaction) throws(DiffableError) in
        let box = TransactionBox(transaction)
        let status = withExtendedLifetime(box) { handler(borrow(box), userData.pointer) }
        guard succeeded(status) else { throw .callback(.callbackFailed, "\(noun) failed", status) }
    }
}

func question(
    _ question: @escaping diffable_item_question_fn, _ userData: UserData, _ noun: StaticString
) -> SectionSnapshotHandlers.Question {
    { (item) throws(DiffableError) in
        var answer = false
        let status = item.withRaw { question(cIdentifier($0), &answer, userData.pointer) }
        guard succeeded(status) else {
            throw .callback(.callbackFailed, "\(noun) failed for item \(item)", status, about: item)
        }
        return answer
    }
}

func notice(
    _ handler: @escaping diffable_item_handler_fn, _ userData: UserData, _ noun: StaticString
) -> SectionSnapshotHandlers.Notice {
    { (item) throws(DiffableError) in
        let status = item.withRaw { handler(cIdentifier($0), userData.pointer) }
        guard succeeded(status) else {
            throw .callback(.callbackFailed, "\(noun) failed for item \(item)", status, about: item)
        }
    }
}

func children(
    _ handler: @escaping diffable_children_handler_fn, _ userData: UserData
) -> (Identifier, SectionSnapshot) throws(DiffableError) -> SectionSnapshot {
    { (parent, children) throws(DiffableError) in
        let box = SectionSnapshotBox(children)
        let status = withExtendedLifetime(box) { parent.withRaw { handler(cIdentifier($0), borrow(box), userData.pointer) } }
        guard succeeded(status) else {
            throw .callback(.callbackFailed, "snapshot_for_expanding_parent failed for item \(parent)", status, about: parent)
        }
        return box.value
    }
}

func writer(_ writer: @escaping diffable_writer_fn, _ userData: UserData) -> TextView.Writer {
    { (text) throws(DiffableError) in
        var text = text
        let status = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { writer($0.baseAddress, $0.count, userData.pointer) }
        }
        guard succeeded(status) else { throw .callback(.outputFailed, "the writer failed", status) }
    }
}

extension DiffableError {
    fileprivate static func callback(
        _ code: Code, _ message: String, _ status: diffable_status, about identifier: Identifier? = nil
    ) -> Self {
        Self(code, "\(message) with status \(status)", identifier: identifier)
    }
}
