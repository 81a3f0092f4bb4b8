import CDiffable
import DiffableEngine
import DiffableViews
import Synchronization

// The objects behind the C pointers: one class for each opaque type of the header.

final class SnapshotBox {
    var value: Snapshot
    /// The list that the snapshot was made from; nil if it is not known.
    var base: SnapshotBase?

    init(_ value: Snapshot, base: SnapshotBase? = nil) {
        self.value = value
        self.base = base
    }
}

/// A list of a data source.
struct SnapshotBase {
    let list: Snapshot
    let source: DataSourceIdentity
}

/// Identifies a data source by its address, even after the data source was freed.
final class DataSourceIdentity {}

final class DifferenceBox {
    let value: Difference
    /// Made when it is first read. Several threads may read a difference at the same time.
    private let madeDescription = AtomicLazyReference<CString>()

    init(_ value: Difference) {
        self.value = value
    }

    var description: CString { madeDescription.load() ?? madeDescription.storeIfNil(CString(value.description)) }
}

final class TransactionBox {
    let value: Transaction
    let initial: SnapshotBox
    let final: SnapshotBox
    let difference: DifferenceBox
    /// nil if there are none.
    let conflicts: ConflictsBox?
    /// nil for no caption.
    let caption: CString?
    /// The data source, while the transaction is lent to a callback; otherwise nil.
    private(set) var source: OpaquePointer?

    init(_ value: Transaction) {
        self.value = value
        caption = value.caption.isEmpty ? nil : CString(value.caption)
        initial = SnapshotBox(value.initialSnapshot)
        final = SnapshotBox(value.finalSnapshot)
        difference = DifferenceBox(value.difference)
        conflicts = ConflictsBox.make(for: value.difference.merge)
    }

    /// Passes the transaction to a callback.
    func lend<Result>(by source: OpaquePointer?, _ body: (OpaquePointer) -> Result) -> Result {
        self.source = source
        defer { self.source = nil }
        return withExtendedLifetime(self) { body(borrow(self)) }
    }
}

package final class ViewBox {
    /// Makes the state of the view for one data source.
    let attach: (DataSourceBox) throws(DiffableError) -> AttachedView
    /// Whether `attach` calls a callback of the program.
    let hasAttachCallback: Bool

    package init(
        hasAttachCallback: Bool = false, attach: @escaping (DataSourceBox) throws(DiffableError) -> AttachedView
    ) {
        self.hasAttachCallback = hasAttachCallback
        self.attach = attach
    }
}

/// The state of a view for one data source.
package struct AttachedView {
    let view: DataSource.View
    /// The text view, which renders the list and knows the shown cells; nil if the view is of another type.
    let text: TextView?

    package init(_ view: @escaping DataSource.View, text: TextView? = nil) {
        self.view = view
        self.text = text
    }
}

package final class DataSourceBox {
    package let source: DataSource
    /// The view of the source, and its state for this source.
    var viewBox: ViewBox?
    var attached: AttachedView?

    /// The name of the source; nil for none.
    var name: CString?
    let identity = DataSourceIdentity()

    var textView: TextView? { attached?.text }

    init(_ source: DataSource = DataSource()) {
        self.source = source
    }
}

/// An object that works on a data source. It keeps the data source alive, because the C program may free that first.
final class SourceKeeper<Value> {
    let value: Value
    let source: OpaquePointer

    init(_ value: Value, _ source: DataSourceBox) {
        self.value = value
        self.source = retain(source)
    }

    deinit {
        // This also works if a callback of the data source frees the last object that keeps the data source alive.
        diffable_data_source_free(source)
    }
}

typealias HistoryBox = SourceKeeper<History>
typealias PublisherBox = SourceKeeper<Publisher>
typealias FollowerBox = SourceKeeper<Follower>

/// How many lists a history or a publisher keeps; 0 is the default. A `size_t` above `Int.max` arrives as a negative
/// number.
func limitOfLists(_ limit: Int) -> Int {
    limit == 0 ? 100 : limit < 0 ? Int.max : limit
}

/// The data source behind a pointer of the C API.
package func dataSource(behind pointer: OpaquePointer?) -> DataSource? {
    unwrap(pointer, as: DataSourceBox.self)?.source
}

/// A pointer to an object that the caller owns from now on.
package func retain<Box: AnyObject>(_ box: Box) -> OpaquePointer {
    OpaquePointer(Unmanaged.passRetained(box).toOpaque())
}

/// A pointer to an object that the caller does not own.
func borrow<Box: AnyObject>(_ box: Box) -> OpaquePointer {
    OpaquePointer(Unmanaged.passUnretained(box).toOpaque())
}

/// The object behind a pointer, which must be of that type; nil for NULL.
package func unwrap<Box: AnyObject>(_ pointer: OpaquePointer?, as: Box.Type) -> Box? {
    pointer.map { Unmanaged<Box>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
}

/// Ends the caller's ownership.
package func release<Box: AnyObject>(_ pointer: OpaquePointer?, as: Box.Type) {
    if let pointer { Unmanaged<Box>.fromOpaque(UnsafeRawPointer(pointer)).release() }
}

/// The object behind a pointer. If the pointer is NULL, throws an error that names the argument.
package func require<Box: AnyObject>(_ pointer: OpaquePointer?, as type: Box.Type, _ argument: StaticString)
    throws(DiffableError) -> Box
{
    guard let box = unwrap(pointer, as: type) else { throw .null(argument) }
    return box
}

extension DiffableError {
    package static func null(_ argument: StaticString) -> Self {
        .invalid("\(argument) is NULL")
    }

    /// An error about an argument, which gets the name of the function when it is reported.
    package static func invalid(_ message: String, position: Int? = nil) -> Self {
        Self(.invalidArgument, position: position, [.function, .text(message)])
    }
}
