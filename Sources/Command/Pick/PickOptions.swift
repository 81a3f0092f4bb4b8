import DiffableTerminal

/// The options of a picker, from the command line of `diffable pick`.
package struct PickOptions {
    package enum Action {
        case move(InteractiveList.Movement)
        case accept, abort, toggle, selectAll, deselectAll, clearQuery, reload
    }

    /// The command whose output is read. Empty for standard input.
    package var command: [[UInt8]] = []
    /// The interval at which the command runs again, in milliseconds. Nil to run it only once.
    package var reloadTime: Int?
    /// The field by which a line is recognized after a reload. Nil for the whole line.
    package var identifier: FieldRange?
    package var query = ""
    /// If it is set, no list is shown: all lines that match this query are written, the best first.
    package var filter: String?
    package var prompt = "> "
    package var header = ""
    package var preview: [UInt8] = []
    package var delimiter: [UInt8]?
    package var fields: [FieldRange] = []
    package var isMultiple = false
    package var isExact = false
    package var isSorted = true
    package var isReversed = false
    package var isStyled = false
    package var selectsOne = false
    package var exitsIfEmpty = false
    package var readsNull = false
    package var printsNull = false
    /// Whether the selected line stays selected when the query changes.
    package var tracksSelection = false
    /// The number of lines of the terminal that the list takes. 0 means all of them. A negative number is a percentage.
    package var height = 0
    package var bindings: [(key: String, action: Action)] = []

    package init() {}

    /// Whether the lines can be read again. If so, their identifiers must be independent of their line numbers.
    var reloads: Bool {
        !command.isEmpty && filter == nil
            && (reloadTime != nil || bindings.contains { if case .reload = $0.action { true } else { false } })
    }

    /// Returns the action with a name, or nil if there is none.
    package static func action(_ name: String) -> Action? {
        let actions: [(StaticString, Action)] = [
            ("accept", .accept), ("abort", .abort), ("up", .move(.up)), ("down", .move(.down)),
            ("page-up", .move(.pageUp)),
            ("page-down", .move(.pageDown)), ("first", .move(.first)), ("last", .move(.last)), ("toggle", .toggle),
            ("select-all", .selectAll),
            ("deselect-all", .deselectAll), ("clear-query", .clearQuery), ("reload", .reload),
        ]
        return actions.first { (known, _) in known.withUTF8Buffer { $0.elementsEqual(name.utf8) } }?.1
    }
}
