import DiffableEngine
import DiffableViews

/// Writes a list as lines of text after each apply, with signs for the changes: `+` inserted, `-` deleted, `>` moved,
/// `~` updated. Long runs of unchanged rows are folded. ``DiffableDataSource/textView(width:context:color:write:)``
/// makes one.
public final class DiffableTextView<
    SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable
>: DiffableView {
    private let output: Output
    private let options: DiffableViews.TextView.Options
    /// The list of each data source that this view shows.
    private var lists: [ObjectIdentifier: TextView] = [:]
    /// A stack, because another data source may apply between the `prepare` and the `commit` of an apply.
    private var prepared: [PreparedView] = []

    /// The function that receives the text, and the error that it threw.
    private final class Output {
        let write: (String) throws -> Void
        var error: (any Error)?

        init(_ write: @escaping (String) throws -> Void) {
            self.write = write
        }
    }

    init(width: Int?, context: Int, color: Bool, _ write: @escaping (String) throws -> Void) {
        output = Output(write)
        options = TextView.Options(width: width, context: context, color: color ? .always : .never)
    }

    private func list(of source: DiffableEngine.DataSource) -> TextView {
        if let known = lists[ObjectIdentifier(source)] { return known }
        let list = TextView(options) { [output] (text) throws(EngineError) in
            do {
                try output.write(text)
            } catch {
                output.error = error
                throw EngineError(.outputFailed, "\(error)")
            }
        }
        lists[ObjectIdentifier(source)] = list
        return list
    }

    /// Asks for the cells of the existing rows. The view needs them when these rows are deleted.
    func attach(to source: DiffableEngine.DataSource) {
        _ = try? list(of: source).render(source)
    }

    /// Lays out the rows, and asks for the cells that the view does not have yet.
    public func prepare(_ preparation: DiffablePreparation<SectionIdentifierType, ItemIdentifierType>) throws {
        let source = preparation.source
        do throws(EngineError) {
            prepared.append(try list(of: source.engine).view(source.engine, preparation.engine))
        } catch {
            throw source.original(error)
        }
    }

    /// Writes the rows.
    /// - Throws: what the function that writes throws.
    public func commit(_ transaction: DiffableDataSourceTransaction<SectionIdentifierType, ItemIdentifierType>) throws {
        defer { output.error = nil }
        do throws(EngineError) { try prepared.popLast()?.commit() } catch { throw output.error ?? DiffableError(error) }
    }

    /// Drops the rows.
    public func cancel(_ transaction: DiffableDataSourceTransaction<SectionIdentifierType, ItemIdentifierType>) {
        prepared.popLast()?.cancel?()
    }
}

extension DiffableDataSource {
    /// A text view for this data source. When it is set as the view of a list with rows, it asks the providers for the
    /// cells of these rows, and writes nothing until the next apply. If a row is deleted that the view never showed,
    /// because it was folded, the view writes the description of the item.
    /// - Parameters:
    ///   - width: the column where details and accessories end, 0 to 1,000. Values outside this range are clamped.
    ///   - context: how many rows are shown at each end of a run of unchanged rows, or of a run of more than 100
    ///     inserted or deleted rows; less than 0 counts as 0.
    ///   - color: whether changes are colored for a terminal.
    ///   - write: receives the text of an apply, in one call. Without an argument, the text goes to standard output.
    public func textView(
        width: Int = 60, context: Int = 6, color: Bool = false,
        write: @escaping (String) throws -> Void = writeToStandardOutput
    ) -> DiffableTextView<SectionIdentifierType, ItemIdentifierType> {
        DiffableTextView(width: width, context: context, color: color, write)
    }

    /// The whole list as a text view shows it, without signs of changes and without folding.
    /// - Parameter width: as for `textView`.
    /// - Throws: what the providers throw; `invalidCell`; `invalidArgument` inside a provider, because the provider
    ///   would be called again, without end.
    /// - Complexity: O(n)
    public func text(width: Int = 60) throws -> String {
        try requireNoProvider("text(width:)")
        let view = TextView(TextView.Options(width: width, color: .never)) { _ in }
        do throws(EngineError) { return try view.render(engine) } catch { throw original(error) }
    }
}
