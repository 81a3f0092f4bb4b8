/// What a user searches for, in the extended syntax of fzf. A pattern consists of terms between blanks, and a text must
/// match all of them. A term matches a text that contains its letters in this order, with any others between them.
/// `'term` must occur literally, `^term` at the beginning, and `term$` at the end. `!term` must not occur. If there is
/// a `|` between terms, one of them must match. Case matters only for a term that contains a capital.
package struct SearchPattern {
    /// The terms of each group; a text must match one term of every group.
    private(set) var groups: [[SearchTerm]] = []
    /// The text of the pattern.
    let text: String

    package init(_ text: String, isExact: Bool = false) {
        self.text = text
        var joins = false
        for word in Self.words(of: text) {
            // A bar that is first, or comes after another one, is a term.
            if word.count == 1, word[0] == "|", !groups.isEmpty, !joins {
                joins = true
                continue
            }
            guard let term = SearchTerm(word, isExact: isExact) else { continue }
            if joins { groups[groups.count - 1].append(term) } else { groups.append([term]) }
            joins = false
        }
    }

    package var isEmpty: Bool { groups.isEmpty }

    /// Whether texts that match can have different scores.
    package var hasScores: Bool { groups.contains { group in group.contains { !$0.isInverse } } }

    package func isEqual(to other: SearchPattern) -> Bool {
        text.utf8.elementsEqual(other.text.utf8)
    }

    /// Whether the two patterns alone show that every text that matches this one also matches `other`. This is usually
    /// so while a user types at the end of the last term.
    package func narrows(_ other: SearchPattern) -> Bool {
        let (mine, theirs) = (text.unicodeScalars, other.text.unicodeScalars)
        if !mine.starts(with: theirs) || mine.contains("|") || theirs.contains("\\") { return false }
        return other.groups.allSatisfy { group in
            group.allSatisfy { !$0.isInverse && $0.kind != .suffix && $0.kind != .equal }
        }
    }

    /// The words between blanks. A blank after a backslash is a part of its word.
    private static func words(of text: String) -> [[Unicode.Scalar]] {
        var words: [[Unicode.Scalar]] = []
        var word: [Unicode.Scalar] = []
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if scalar == " " && !isEscaped {
                if !word.isEmpty { words.append(word) }
                word = []
            } else {
                if isEscaped && scalar != " " { word.append("\\") }
                if scalar != "\\" { word.append(scalar) }
            }
            isEscaped = scalar == "\\" && !isEscaped
        }
        if isEscaped { word.append("\\") }
        if !word.isEmpty { words.append(word) }
        return words
    }
}
