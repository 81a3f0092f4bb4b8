import DiffableEngine
import DiffableViews

/// The search text, typed on the last line of the terminal.
struct SearchField {
    var isOpen = false
    private var characters: [String] = []
    private var hasChanged = false

    private var text: String { characters.joined() }

    var shown: String {
        isOpen ? "/\(text)_" : characters.isEmpty ? "" : "/\(text)"
    }

    /// Types, deletes, or closes the field: Enter keeps the text, Escape clears it. Returns false for keys that the field
    /// does not use.
    mutating func handle(_ key: Key) -> Bool {
        switch key.code {
        case .enter: isOpen = false
        case .escape:
            isOpen = false
            hasChanged = !characters.isEmpty
            characters = []
        case .paste(let text):
            characters += text.map { String($0) }
            hasChanged = true
        case .backspace: hasChanged = characters.popLast() != nil
        case .character(let text) where key.modifiers.isEmpty:
            characters.append(text)
            hasChanged = true
        default: return false
        }
        return true
    }

    /// The text, if it changed since the last call.
    mutating func consumeChange() -> String? {
        defer { hasChanged = false }
        return hasChanged ? text : nil
    }
}
