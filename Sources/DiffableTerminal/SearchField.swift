import DiffableEngine
import DiffableViews

/// The text of a search, typed on the last line of a terminal.
struct SearchField {
    var isOpen = false
    private var characters: [String] = []
    private var hasChanged = false

    private var text: String { characters.joined() }

    var shown: String {
        isOpen ? "/\(text)_" : characters.isEmpty ? "" : "/\(text)"
    }

    /// Returns whether the key was for the field: what is typed, Enter to keep it, Escape to empty it.
    mutating func take(_ key: Key) -> Bool {
        switch key.code {
        case .enter: isOpen = false
        case .escape:
            isOpen = false
            hasChanged = !characters.isEmpty
            characters = []
        case .backspace: hasChanged = characters.popLast() != nil
        case .character(let text) where key.modifiers.isEmpty:
            characters.append(text)
            hasChanged = true
        default: return false
        }
        return true
    }

    /// The text, if it is another one than the last time.
    mutating func takeChange() -> String? {
        defer { hasChanged = false }
        return hasChanged ? text : nil
    }
}
