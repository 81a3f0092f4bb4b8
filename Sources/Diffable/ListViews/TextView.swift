/// Shows a list as lines of text, after each apply, with its changes marked.
public final class TextView {
    /// Takes what the view writes, one call an apply; throwing fails the call to apply and undoes nothing.
    public typealias Writer = (_ text: String) throws(DiffableError) -> Void

    /// When lines have colours. The numbers are those of the C API.
    public enum Color: Int32, Sendable {
        /// Where the view writes to standard output, and that wants them: NO_COLOR and CLICOLOR_FORCE say so, or else
        /// it is a terminal, and TERM is not "dumb".
        case auto = 0
        case always = 1
        case never = 2
    }

    /// How a text view shows a list.
    public struct Options: Sendable {
        /// The column that details at the right end at, at most 1,000; nil for that of the terminal which the view
        /// writes to, and 60 where it writes to none.
        public var width: Int?
        /// Unchanged rows shown on each side of a change; longer runs are folded into one line.
        public var context: Int
        public var color: Color

        public init(width: Int? = nil, context: Int = 6, color: Color = .auto) {
            self.width = width
            self.context = context
            self.color = color
        }
    }

    private let options: Options
    private let listView: ListView
    /// nil for standard output.
    private let writer: Writer?
    /// What shows motion where `writer` writes.
    private let stage: Stage?

    /// - Parameter write: in place of standard output. On a terminal lines are cut at its last column, else never.
    public convenience init(_ options: Options = Options(), write: Writer? = nil) {
        self.init(options, stage: nil, write: write)
    }

    init(_ options: Options, stage: Stage?, write: Writer?) {
        self.options = options
        // No list is longer, and twice as much is still a number.
        listView = ListView(context: min(max(0, options.context), Int(Int32.max)))
        writer = write
        self.stage = stage
    }

    /// What a data source takes as its view. A text view shows one data source.
    public var view: DataSource.View {
        { (source, transaction) throws(DiffableError) in
            let (rows, commit) = try self.listView.rows(for: transaction, of: source)
            let renderer = self.renderer
            let text = renderer.text(rows) + renderer.summary(of: transaction)
            return { () throws(DiffableError) in
                commit()
                let stage = self.writer == nil ? StandardOutput.stage : self.stage
                let isTaken = try stage?.take(DrawnApply(transaction: transaction, rows: rows, text: text, renderer: renderer)) ?? false
                if !isTaken || source.hasCompletion { try stage?.settle() }
                if isTaken { return }
                if let write = self.writer { try write(text) } else { try StandardOutput.write(text) }
            }
        }
    }

    /// The whole list as the view would show it with nothing changed and nothing folded. The text may go anywhere: it
    /// is never cut, and has colours only where they are asked for always.
    /// - Throws: what the providers throw; `noProvider`, `invalidCell`.
    public func render(_ source: DataSource) throws(DiffableError) -> String {
        try source.queueingApplies { () throws(DiffableError) in
            var renderer = renderer
            renderer.limit = nil
            renderer.isColored = options.color == .always
            return renderer.text(try listView.rows(of: source))
        }
    }

    private var renderer: TextRenderer {
        let columns = writer == nil ? StandardOutput.columns : nil
        let width = min(options.width ?? columns ?? 60, columns ?? .max)
        let isColored =
            switch options.color {
            case .auto: writer == nil && StandardOutput.wantsColor
            case .always: true
            case .never: false
            }
        return TextRenderer(width: min(max(0, width), 1000), limit: columns, isColored: isColored)
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
