import CDiffable
import Diffable

// What the C pointers point to: one class for each opaque type of the header.

final class SnapshotBox {
    var value: Snapshot

    init(_ value: Snapshot) {
        self.value = value
    }
}

final class DifferenceBox {
    let value: Difference
    let description: CString

    init(_ value: Difference) {
        self.value = value
        description = CString(value.description)
    }
}

final class TransactionBox {
    let value: Transaction
    let initial: SnapshotBox
    let final: SnapshotBox
    let difference: DifferenceBox

    init(_ value: Transaction) {
        self.value = value
        initial = SnapshotBox(value.initialSnapshot)
        final = SnapshotBox(value.finalSnapshot)
        difference = DifferenceBox(value.difference)
    }
}

final class ViewBox {
    enum Kind {
        /// Each data source gets a view of its own, so that one configuration may serve many.
        case text(TextView.Options, TextView.Writer?)
        case ndjson(NDJSONView)
    }

    let kind: Kind

    init(_ kind: Kind) {
        self.kind = kind
    }
}

final class DataSourceBox {
    let source = DataSource()
    /// The view of the source, where it is a text view.
    var textView: TextView?
    /// The cell whose texts were lent out last.
    private var lent: LentCell?

    /// Fills in a cell with texts that stay until the next time.
    func lend(_ new: LentCell, in cell: UnsafeMutablePointer<diffable_cell>) {
        lent = new
        let size = cell.pointee.struct_size
        cell.pointee = new.cell
        cell.pointee.struct_size = size
    }
}

final class TerminalBox {
    let list: InteractiveList
    /// What was lent out with the last event.
    private var item: LentIdentifier?
    private var text: CString?

    init(_ list: InteractiveList) {
        self.list = list
    }

    /// Fills in an event with what stays until the next time.
    func lend(_ new: InteractiveList.Event, in event: UnsafeMutablePointer<diffable_event>) {
        (item, text) = (nil, nil)
        let kind: diffable_event_kind
        var shown = ""
        switch new {
        case .key(let name, let selected): (kind, shown, item) = (DIFFABLE_EVENT_KEY, name, selected.map { LentIdentifier($0) })
        case .select(let chosen): (kind, item) = (DIFFABLE_EVENT_SELECT, LentIdentifier(chosen))
        case .search(let words): (kind, shown) = (DIFFABLE_EVENT_SEARCH, words)
        case .leave: kind = DIFFABLE_EVENT_LEAVE
        case .nothing: kind = DIFFABLE_EVENT_NONE
        }
        let copy = CString(shown)
        text = copy
        event.pointee.kind = kind
        event.pointee.item = item?.id ?? diffable_id_none()
        event.pointee.text = diffable_bytes(data: copy.pointer, size: shown.utf8.count)
    }
}

/// A terminated copy of a string that stays where it is.
final class CString: @unchecked Sendable {
    let pointer: UnsafePointer<CChar>

    init(_ string: String) {
        let bytes = Array(string.utf8)
        let memory = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
        for (index, byte) in bytes.enumerated() { memory[index] = CChar(bitPattern: byte) }
        memory[bytes.count] = 0
        pointer = UnsafePointer(memory)
    }

    deinit {
        pointer.deallocate()
    }
}

/// What a pointer of the C API stands for.
package func dataSource(behind pointer: OpaquePointer?) -> DataSource? {
    open(pointer, as: DataSourceBox.self)?.source
}

/// Gives an object to the caller.
func give<Box: AnyObject>(_ box: Box) -> OpaquePointer {
    OpaquePointer(Unmanaged.passRetained(box).toOpaque())
}

/// Lends the caller an object that something else keeps.
func lend<Box: AnyObject>(_ box: Box) -> OpaquePointer {
    OpaquePointer(Unmanaged.passUnretained(box).toOpaque())
}

/// The object behind a pointer, which must be one of its type.
func open<Box: AnyObject>(_ pointer: OpaquePointer?, as: Box.Type) -> Box? {
    pointer.map { Unmanaged<Box>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
}

/// Takes an object back from the caller.
func takeBack<Box: AnyObject>(_ pointer: OpaquePointer?, as: Box.Type) {
    if let pointer { Unmanaged<Box>.fromOpaque(UnsafeRawPointer(pointer)).release() } // mutant: never-freed
}

/// The same, where NULL is an error.
func require<Box: AnyObject>(_ pointer: OpaquePointer?, as type: Box.Type, _ noun: StaticString) throws(DiffableError) -> Box {
    guard let box = open(pointer, as: type) else { throw .null(noun) }
    return box
}

extension DiffableError {
    static func null(_ noun: StaticString) -> Self {
        Self(.invalidArgument, "\(noun) is NULL")
    }

    static func invalid(_ message: String, position: Int? = nil) -> Self {
        Self(.invalidArgument, position: position, [.text(message)])
    }
}
