import DiffableEngine
import DiffableViews

/// The search text, which the user types and edits on the last line of the terminal.
struct SearchField {
    var isOpen = false
    /// Whether the field stays open. Then the list handles Enter and Escape.
    var staysOpen = false
    private var characters: [String] = []
    /// The number of characters before the cursor.
    private var cursor = 0
    private var hasChanged = false

    var text: String { characters.joined() }

    var isEmpty: Bool { characters.isEmpty }

    /// Returns the prompt and the text, in at most `limit` columns. If they do not fit, they are cut so that the cursor
    /// is visible. The cursor is a `_` after the text, or a reversed character within it.
    func shown(after prompt: String, limit: Int) -> [Glyph] {
        if !isOpen { return isEmpty ? [] : Glyph.glyphs(prompt + text, .dim, limit: limit) }
        var glyphs = Glyph.glyphs(prompt + characters[..<cursor].joined(), .dim)
        let rest =
            cursor == characters.count ? Glyph.glyphs("_", .dim) : Glyph.glyphs(characters[cursor], [.dim, .reverse])
        glyphs += rest
        if glyphs.count > limit { glyphs.removeFirst(glyphs.count - limit) }
        return glyphs + Glyph.glyphs(characters.dropFirst(cursor + 1).joined(), .dim, limit: limit - glyphs.count)
    }

    /// Edits the text or closes the field: Enter keeps the text, Escape removes it. Returns false for keys that the
    /// field does not use.
    mutating func handle(_ key: Key) -> Bool {
        switch key.code {
        case .enter, .escape:
            if staysOpen { return false }
            if key.code == .enter { isOpen = false } else { clear() }
        case .paste(let text): insert(text.map { String($0) })
        case .backspace: remove(max(0, cursor - 1)..<cursor)
        case .delete: remove(cursor..<min(cursor + 1, characters.count))
        case .left: cursor = max(0, cursor - 1)
        case .right: cursor = min(cursor + 1, characters.count)
        case .home: cursor = 0
        case .end: cursor = characters.count
        case .character(let text) where key.modifiers.isEmpty: insert([text])
        case .character("a") where key.modifiers == .control: cursor = 0
        case .character("e") where key.modifiers == .control: cursor = characters.count
        case .character("u") where key.modifiers == .control: remove(0..<cursor)
        case .character("w") where key.modifiers == .control: remove(wordStart..<cursor)
        default: return false
        }
        return true
    }

    /// Removes the text, and closes the field.
    mutating func clear() {
        isOpen = staysOpen
        remove(0..<characters.count)
    }

    /// Replaces the text.
    mutating func replace(with text: String) {
        remove(0..<characters.count)
        insert(text.map { String($0) })
    }

    private mutating func insert(_ new: [String]) {
        characters.insert(contentsOf: new, at: cursor)
        cursor += new.count
        hasChanged = hasChanged || !new.isEmpty
    }

    private mutating func remove(_ range: Range<Int>) {
        characters.removeSubrange(range)
        cursor = range.lowerBound
        hasChanged = hasChanged || !range.isEmpty
    }

    /// Where the word before the cursor begins. Blanks between that word and the cursor are skipped.
    private var wordStart: Int {
        var start = cursor
        while start > 0 && characters[start - 1] == " " { start -= 1 }
        while start > 0 && characters[start - 1] != " " { start -= 1 }
        return start
    }

    /// Returns the text if it changed since the last call.
    mutating func consumeChange() -> String? {
        defer { hasChanged = false }
        return hasChanged ? text : nil
    }
}
