/// One term of a pattern.
struct SearchTerm {
    enum Kind { case fuzzy, exact, prefix, suffix, equal }

    /// A letter of a term. `other` is its capital if that matches too, or else the letter again.
    struct Letter {
        var letter: UInt32
        var other: UInt32
    }

    let kind: Kind
    let isInverse: Bool
    let letters: [Letter]
    /// The set of letters that a text must have.
    let mask: LetterMask

    /// Returns nil if the word is empty after its signs, such as `!` and `^`, are removed.
    init?(_ word: [Unicode.Scalar], isExact: Bool) {
        var word = word[...]
        var kind = isExact ? Kind.exact : .fuzzy
        let isInverse = word.first == "!"
        if isInverse {
            word = word.dropFirst()
            kind = .exact
        }
        if word.last == "$", word.count > 1 {
            word = word.dropLast()
            kind = .suffix
        }
        if word.first == "'" {
            word = word.dropFirst()
            kind = isExact || isInverse ? .fuzzy : .exact
        } else if word.first == "^" {
            word = word.dropFirst()
            kind = kind == .suffix ? .equal : .prefix
        }
        if word.isEmpty { return nil }
        let hasCapital = word.contains { $0.properties.lowercaseMapping.unicodeScalars.first != $0 }
        var mask = LetterMask()
        letters = word.map { scalar in
            let capital = scalar.properties.uppercaseMapping.unicodeScalars
            let other = !hasCapital && capital.count == 1 ? capital.first ?? scalar : scalar
            mask.insert(scalar.value)
            return Letter(letter: scalar.value, other: other.value)
        }
        (self.kind, self.isInverse, self.mask) = (kind, isInverse, mask)
    }
}
