import DiffableEngine
import DiffableViews

/// A list in which all that is typed is searched for, by the program.
extension InteractiveList {
    /// What keys do while all that is typed is searched for; nil for those that do what they do in every list.
    func performWhileTyping(_ key: Key) throws(DiffableError) -> Event? {
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

    /// Replaces the number of the selected row and the number of rows, in the last line.
    package func setCounter(_ text: String) {
        ownCounter = text
    }

    /// The number of the selected item, from 1 on; 0 if there is none.
    package var selectionNumber: Int { window.selectionNumber }

    package var selectedItem: Identifier? { window.selectedItem }

    /// Makes the selection follow its item, or stay with the first item.
    package func followSelection(_ follows: Bool) {
        window.isSelectionChosen = follows
    }

    /// Shows the rows anew, because the text of some has changed.
    package func redrawRows() throws(DiffableError) {
        try change { (window) throws(DiffableError) in try window.fill(from: self.source) }
    }

    /// The text that is searched for. Setting it is no event.
    package var searchText: String {
        get { search.text }
        set {
            search.replace(with: newValue)
            _ = search.consumeChange()
        }
    }
}
