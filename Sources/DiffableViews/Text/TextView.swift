import DiffableEngine

/// Writes a list as lines of text after each apply, with signs for the changes.
public final class TextView {
    /// Receives the text of an apply, in one call. If the writer throws, the apply is not undone, and the error
    /// is in its outcome.
    public typealias Writer = (_ text: String) throws(DiffableError) -> Void

    /// When lines have colors. The raw values are those of the C API.
    public enum Color: Int32, Sendable {
        /// If the view writes to a terminal that shows colors.
        case auto = 0
        case always = 1
        case never = 2
    }

    /// How a text view shows a list.
    public struct Options: Sendable {
        /// The column where details and accessories end, at most 1,000. If it is nil, this is the last column of the
        /// terminal that the view writes to, at most 100, or 60 if the view does not write to a terminal.
        public var width: Int?
        /// How many rows are shown at each end of a run of unchanged rows, or of a run of more than 100 inserted or
        /// deleted rows. The rows between these are folded into one line.
        public var context: Int
        public var color: Color
        /// Whether an updated row also shows its old text: `Taxes -> Taxes and fees`. The view knows the old text only
        /// of rows that it has shown before.
        public var showsOld: Bool

        public init(width: Int? = nil, context: Int = 6, color: Color = .auto, showsOld: Bool = false) {
            self.width = width
            self.context = context
            self.color = color
            self.showsOld = showsOld
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
        // No list is longer than Int32.max, and twice that does not overflow.
        listView = ListView(context: min(max(0, options.context), Int(Int32.max)), showsOld: options.showsOld)
    }

    /// The value for a data source's `view`. A text view is for one data source.
    public var view: DataSource.View {
        { (source, transaction) throws(DiffableError) in
            let (rows, commit) = try self.listView.rows(for: transaction, of: source)
            let renderer = self.renderer
            let text = renderer.text(rows) + renderer.summary(of: transaction)
            return PreparedView { () throws(DiffableError) in
                commit()
                let sink = self.output.animationSink()
                let isAccepted =
                    try sink?.accept(DrawnApply(transaction: transaction, rows: rows, text: text, renderer: renderer))
                    ?? false
                if !isAccepted || source.hasCompletion { try sink?.finish() }
                if !isAccepted { try self.output.write(text) }
            }
        }
    }

    /// The text of the whole list, unchanged and unfolded. Because the destination of the text is unknown, no line is
    /// cut, and lines have colors only with the option `always`. If a provider calls `apply`, that apply runs
    /// afterwards. Its errors are not thrown.
    /// - Throws: what the providers throw; `noProvider`, `invalidCell`.
    public func render(_ source: DataSource) throws(DiffableError) -> String {
        var failure: DiffableError?
        return try render(source, failure: &failure)
    }

    /// - Parameter failure: is set to the first error of an apply that a provider called.
    package func render(_ source: DataSource, failure: inout DiffableError?) throws(DiffableError) -> String {
        try source.queueingApplies(failure: &failure) { () throws(DiffableError) in
            var renderer = renderer
            renderer.limit = nil
            renderer.isColored = options.color == .always
            return renderer.text(try listView.rows(of: source))
        }
    }

    private var renderer: TextRenderer {
        let columns = output.columns()
        let width = min(options.width ?? columns.map { min($0, TextRenderer.greatestWidth) } ?? 60, columns ?? .max)
        let isColored =
            switch options.color {
            case .auto: output.wantsColor()
            case .always: true
            case .never: false
            }
        return TextRenderer(width: min(max(0, width), 1000), limit: columns, isColored: isColored)
    }

    /// The cell of a row of the current list; nil if the view does not have it.
    package func cell(at path: IndexPath, of source: DataSource) -> Cell? {
        listView.cell(at: path, of: source)
    }

    /// The supplementary cell of a section of the current list. It is nil if the view has not asked for it, and
    /// `.some(nil)` if the section has none.
    package func supplementaryCell(_ kind: SupplementaryKind, ofSection index: Int, of source: DataSource) -> Cell?? {
        listView.supplementary(kind, ofSection: index, of: source).map { $0.cell }
    }
}
