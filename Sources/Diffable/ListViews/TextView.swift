/// Shows a list as lines of text, after each apply, with its changes marked.
public final class TextView {
    /// Takes what the view writes, one call an apply; throwing fails the call to apply and undoes nothing.
    public typealias Writer = (_ text: String) throws(DiffableError) -> Void

    /// How a text view shows a list.
    public struct Options: Sendable {
        /// The column that details at the right end at, at most 1,000.
        public var width: Int
        /// Unchanged rows shown on each side of a change; longer runs are folded into one line.
        public var context: Int

        public init(width: Int = 60, context: Int = 6) {
            self.width = width
            self.context = context
        }
    }

    private let listView: ListView
    private let renderer: TextRenderer
    private let write: Writer

    public init(_ options: Options = Options(), write: @escaping Writer) {
        // No list is longer, and twice as much is still a number.
        listView = ListView(context: min(max(0, options.context), Int(Int32.max)))
        renderer = TextRenderer(width: min(max(0, options.width), 1000))
        self.write = write
    }

    /// What a data source takes as its view. A text view shows one data source.
    public var view: DataSource.View {
        { (source, transaction) throws(DiffableError) in
            let (rows, commit) = try self.listView.rows(for: transaction, of: source)
            let text = self.renderer.text(rows) + self.renderer.summary(of: transaction)
            return { () throws(DiffableError) in
                commit()
                try self.write(text)
            }
        }
    }

    /// The whole list as the view would show it with nothing changed and nothing folded.
    /// - Throws: what the providers throw; `noProvider`, `invalidCell`.
    public func render(_ source: DataSource) throws(DiffableError) -> String {
        try source.queueingApplies { () throws(DiffableError) in renderer.text(try listView.rows(of: source)) }
    }

    /// The cell that the view has for a row of the current list.
    package func cell(at path: IndexPath, of source: DataSource) -> Cell? {
        listView.cell(at: path, of: source)
    }

    /// The supplementary cell that the view has for a section of the current list, which may be none.
    package func supplementaryCell(_ kind: SupplementaryKind, ofSection index: Int, of source: DataSource) -> Cell?? {
        listView.supplementary(kind, ofSection: index, of: source).map { $0.cell }
    }
}
