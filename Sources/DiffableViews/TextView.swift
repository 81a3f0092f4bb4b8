import DiffableEngine

/// Shows a list as lines of text, after each apply, with its changes marked.
public final class TextView {
    /// Receives what the view writes, one call an apply; throwing fails the call to apply and undoes nothing.
    public typealias Writer = (_ text: String) throws(DiffableError) -> Void

    /// When lines have colors. The numbers are those of the C API.
    public enum Color: Int32, Sendable {
        /// Where the view writes to a terminal that shows colors.
        case auto = 0
        case always = 1
        case never = 2
    }

    /// How a text view shows a list.
    public struct Options: Sendable {
        /// The column that details at the right end at, at most 1,000; nil for the last one of the terminal that the view
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
    private let output: TextOutput
    private let listView: ListView

    public convenience init(_ options: Options = Options(), write: @escaping Writer) {
        self.init(options, output: TextOutput(write: write))
    }

    package init(_ options: Options, output: TextOutput) {
        self.options = options
        self.output = output
        // No list is longer, and twice as much does not overflow.
        listView = ListView(context: min(max(0, options.context), Int(Int32.max)))
    }

    /// What a data source takes as its view. A text view shows one data source.
    public var view: DataSource.View {
        { (source, transaction) throws(DiffableError) in
            let (rows, commit) = try self.listView.rows(for: transaction, of: source)
            let renderer = self.renderer
            let text = renderer.text(rows) + renderer.summary(of: transaction)
            return { () throws(DiffableError) in
                commit()
                let sink = self.output.animationSink()
                let apply = DrawnApply(transaction: transaction, rows: rows, text: text, renderer: renderer)
                let isAccepted = try sink?.accept(apply) ?? false
                if !isAccepted || source.hasCompletion { try sink?.finish() }
                if !isAccepted { try self.output.write(text) }
            }
        }
    }

    /// The whole list as the view would show it with nothing changed and nothing folded. The text may go anywhere: it
    /// is never cut, and has colors only with the option `always`.
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
        let columns = output.columns()
        let width = min(options.width ?? columns ?? 60, columns ?? .max)
        let isColored =
            switch options.color {
            case .auto: output.wantsColor()
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
