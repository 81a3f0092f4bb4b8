import DiffableEngine

/// Writes lists as a stream of events for other programs, one JSON object in each line. A reader that carries out the
/// events in order has the list after each apply. docs/ndjson.md describes the events.
///
/// The view asks for a cell when an item is inserted or updated. It keeps the cells only if events also contain the old
/// ones.
public final class NDJSONView {
    public typealias Writer = TextView.Writer

    private let write: Writer
    private let showsOld: Bool
    /// Data sources of several threads may share the stream. The lock is recursive because a writer may apply to
    /// another data source.
    private let lock = Lock(isRecursive: true)
    private var numberOfLists = 0
    private var hasBegun = false

    /// - Parameter showsOld: whether events of updated rows and sections also contain the old cell. The view then keeps
    ///   the cells of all rows.
    public init(showsOld: Bool = false, write: @escaping Writer) {
        self.showsOld = showsOld
        self.write = write
    }

    /// The value for a data source's `view`. Each access adds another list to the stream, with a number of its own. The
    /// view asks for cells before the list changes, and writes the events after it has changed.
    public var view: DataSource.View {
        lock.lock()
        let list = StreamedList(number: numberOfLists, cells: showsOld ? CellCache() : nil)
        numberOfLists += 1
        lock.unlock()
        return { (source, transaction) throws(DiffableError) in
            let (text, cells) = try list.text(of: transaction, of: source)
            return PreparedView { () throws(DiffableError) in
                // If the write fails, it is unknown how much of it the reader has. The next apply then starts with a
                // reset.
                list.version = nil
                list.isKnown = true
                self.lock.lock()
                defer { self.lock.unlock() }
                try self.write(list: text)
                list.version = source.version
                list.cells = cells
            }
        }
    }

    /// Writes the events of a list. Before the first events, writes the beginning of the stream. The writer may call
    /// this function for another list.
    private func write(list text: String) throws(DiffableError) {
        if hasBegun { return try write(text) }
        hasBegun = true
        do throws(DiffableError) {
            try write(Self.beginning + text)
        } catch {
            hasBegun = false
            throw error
        }
    }

    package static var beginning: String {
        "{\"event\":\"stream\",\"schema\":\"diffable-ndjson-1\",\"indexes_from\":0}\n"
    }
}

/// The state of one list in a stream, as its reader knows it.
private final class StreamedList {
    private let number: Int
    /// Whether the stream may have events of this list, because a write was tried.
    var isKnown = false
    /// The version of the list that was written last; nil if there is none, or if the write failed.
    var version: ListVersion?
    /// The cells that were written last, by the handles of that version; nil if they are not kept.
    var cells: CellCache?

    init(number: Int, cells: CellCache?) {
        self.number = number
        self.cells = cells
    }

    /// The events of an apply, and the cells that the reader has after them.
    func text(of transaction: Transaction, of source: DataSource) throws(DiffableError) -> (String, CellCache?) {
        let new = transaction.finalSnapshot
        var old = transaction.initialSnapshot
        var difference = transaction.difference
        let startsOver = transaction.usesReloadData || version !== source.version
        if startsOver {
            old = new.emptied
            difference = Difference(from: old, to: new)
        }
        var next = startsOver && cells != nil ? CellCache() : cells
        if !startsOver { next?.update(for: transaction) }
        var events = ListEvents(
            from: old, to: new, difference, of: source, oldCells: startsOver ? nil : cells, cells: next)
        try events.addAll()
        let caption = transaction.caption.isEmpty ? "" : ",\"caption\":\(JSON.text(transaction.caption))"
        let name = source.name.isEmpty ? "" : "\"name\":\(JSON.text(source.name)),"
        let animation = transaction.animation.name
        var text = "{\"event\":\"apply\",\"list\":\(number),\(name)\"animation\":\"\(animation)\"\(caption)}\n"
        if startsOver && isKnown { text += "{\"event\":\"reset\"}\n" }
        text += events.text
        text += "{\"event\":\"applied\",\"list\":\(number),\"sections\":\(new.numberOfSections),"
        return (text + "\"items\":\(new.numberOfItems)}\n", events.cells)
    }
}
