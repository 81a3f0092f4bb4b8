import DiffableTerminal

/// How a picker behaves.
package struct PickOptions {
    package enum Action {
        case move(InteractiveList.Movement)
        case accept, abort, toggle, selectAll, deselectAll, clearQuery, reload
    }

    /// The command whose lines are picked; empty for standard input.
    package var command: [[UInt8]] = []
    /// How often the command runs, in milliseconds; nil for once.
    package var reloadTime: Int?
    /// The field that a line is known by; nil for the whole line.
    package var identifier: FieldRange?
    package var query = ""
    /// Writes all lines that match this text, the best first, without a screen.
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
    package var tracks = false
    /// How many lines of the terminal the list takes; 0 for all. A negative number is a percentage.
    package var height = 0
    package var bindings: [(key: String, action: Action)] = []

    package init() {}

    /// Whether the lines can be read again, so that they are known by more than their numbers.
    var reloads: Bool {
        !command.isEmpty && filter == nil
            && (reloadTime != nil || bindings.contains { if case .reload = $0.action { true } else { false } })
    }

    /// The action of a name; nil if there is none.
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
