import DiffableEngine
import DiffableViews

/// The list of `diffable pick`: what is typed goes into the search text (option `types`), and the program searches.
extension InteractiveList {
    /// Performs a key while everything typed goes into the search text. Returns nil if the key has the same meaning as
    /// in every list.
    func performSearchKey(_ key: Key) throws(DiffableError) -> Event? {
        switch (key.modifiers, key.code) {
        case (.control, .character("p")), (.control, .character("k")): return try move(Key(code: .up))
        case (.control, .character("n")), (.control, .character("j")): return try move(Key(code: .down))
        case (.control, .character("g")), (.control, .character("q")), ([], .escape): return .leave(.key)
        case (.control, .character("d")): return search.isEmpty ? .leave(.key) : .nothing
        case (.control, .character("l")):
            screen = nil
            return .nothing
        case ([], .character): return .nothing
        default: return nil
        }
    }

    package enum Movement {
        case up, down, pageUp, pageDown, first, last
    }

    /// Selects another row.
    package func move(_ movement: Movement) throws(DiffableError) {
        let code: Key.Code =
            switch movement {
            case .up: .up
            case .down: .down
            case .pageUp: .pageUp
            case .pageDown: .pageDown
            case .first: .home
            case .last: .end
            }
        _ = try move(Key(code: code))
    }

    /// Shows `text` at the right of the last line, instead of the number of the selected row and the number of rows.
    package func setCounter(_ text: String) {
        customCounter = text
    }

    /// The number of the selected item, from 1 on; 0 if there is none.
    package var selectionNumber: Int { window.selectionNumber }

    package var selectedItem: Identifier? { window.selectedItem }

    /// Whether the selected item stays selected when the list changes. Otherwise each change selects the first item.
    package var followsSelection: Bool {
        get { window.followsSelection }
        set { window.followsSelection = newValue }
    }

    /// Reads the texts of the visible rows again. `next` draws them.
    package func redrawRows() throws(DiffableError) {
        try change { (window) throws(DiffableError) in try window.fill(from: self.source) }
    }

    /// The text that is searched for. Setting it does not cause a `search` event.
    package var searchText: String {
        get { search.text }
        set {
            search.replace(with: newValue)
            _ = search.consumeChange()
        }
    }
}
