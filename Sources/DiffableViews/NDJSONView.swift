import DiffableEngine

/// Shows lists as a stream of events for other programs to read: one JSON object a line. Whoever applies the
/// events one by one has the list at the end of each apply; docs/ndjson.md says what they are.
///
/// It keeps no cells: a row's cell is asked for when the row comes, and when it is updated.
public final class NDJSONView {
    public typealias Writer = TextView.Writer

    private let write: Writer
    /// Data sources on several threads may write to the stream. A writer may apply to another one of them.
    private let lock = Lock(isRecursive: true)
    private var numberOfLists = 0
    private var hasBegun = false

    public init(write: @escaping Writer) {
        self.write = write
    }

    /// What a data source takes as its view: each another one, so that a stream can tell of many lists.
    public var view: DataSource.View {
        lock.lock()
        let list = StreamedList(number: numberOfLists)
        numberOfLists += 1
        lock.unlock()
        return { (source, transaction) throws(DiffableError) in
            let text = try list.text(of: transaction, of: source)
            return { () throws(DiffableError) in
                // Until it is known to be written, the reader may have any list.
                list.version = nil
                list.isKnown = true
                try self.locked { () throws(DiffableError) in
                    try self.write((self.hasBegun ? "" : Self.beginning) + text)
                    self.hasBegun = true
                }
                list.version = source.version
            }
        }
    }

    private func locked<Result>(_ body: () throws(DiffableError) -> Result) throws(DiffableError) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body()
    }

    private static var beginning: String {
        "{\"event\":\"stream\",\"schema\":\"diffable-ndjson-1\",\"indexes_from\":0}\n"
    }
}

/// What the reader of a stream knows of a list in it.
private final class StreamedList {
    private let number: Int
    /// Whether the stream has told of it.
    var isKnown = false
    /// Of the list as it was told; nil where that failed.
    var version: ListVersion?

    init(number: Int) {
        self.number = number
    }

    func text(of transaction: Transaction, of source: DataSource) throws(DiffableError) -> String {
        let new = ListEvents.List(snapshot: transaction.finalSnapshot, outlines: transaction.finalOutlines)
        var old = ListEvents.List(snapshot: transaction.initialSnapshot, outlines: transaction.initialOutlines)
        var difference = transaction.difference
        let startsOver = transaction.usesReloadData || version !== source.version
        if startsOver {
            old = ListEvents.List(snapshot: new.snapshot.emptied, outlines: Outlines())
            difference = Difference(from: old.snapshot, to: new.snapshot)
        }
        var events = ListEvents(from: old, to: new, difference, of: source)
        try events.addAll()
        var text = "{\"event\":\"apply\",\"list\":\(number),\"animation\":\"\(transaction.animation.name)\"}\n"
        if startsOver && isKnown { text += "{\"event\":\"reset\"}\n" }
        text += events.text
        text += "{\"event\":\"applied\",\"list\":\(number),\"sections\":\(new.snapshot.numberOfSections),"
        return text + "\"items\":\(new.snapshot.numberOfItems)}\n"
    }
}
