import Testing

@testable import DiffableEngine
@testable import DiffableTerminal
@testable import DiffableViews
@testable import TestSupport

@Suite struct SearchPatternTests {
    private let scorer = SearchScorer()

    private func matches(_ query: String, _ text: String, detail: String = "", secondary: String = "") -> Bool {
        scorer.matches(Cell(text: text, detail: detail, secondaryText: secondary), SearchPattern(query))
    }

    private func offsets(_ query: String, _ bytes: [UInt8]) -> [Int] {
        bytes.withUnsafeBufferPointer { scorer.offsets(in: $0, [0..<bytes.count], SearchPattern(query)).sorted() }
    }

    /// The letters that are highlighted, as a text of the same length with blanks for the others.
    private func highlighted(_ query: String, _ text: String) -> String {
        let bytes = Array(text.utf8)
        let offsets = offsets(query, bytes)
        return String(
            decoding: bytes.indices.map { offsets.contains($0) ? bytes[$0] : UInt8(ascii: " ") }, as: UTF8.self)
    }

    @Test func lettersInTheirOrder() {
        for query in ["", " ", "apple", "ape", "e", "APPLE".lowercased(), "a e", "e a", " ple  ap "] {
            #expect(matches(query, "Apple"), "\(query)")
        }
        for query in ["pa", "apples", "aple x", "x", "ee"] { #expect(!matches(query, "Apple"), "\(query)") }
        #expect(SearchPattern("  ").isEmpty && !SearchPattern(" a").isEmpty)
    }

    @Test func capitalsCountWhereTheyAreTyped() {
        #expect(matches("ap", "AP") && matches("Ap", "Apple") && !matches("Ap", "apple") && !matches("aP", "AP"))
        // Each term by itself.
        #expect(matches("App tree", "Apple TREE") && !matches("App Tree", "Apple TREE"))
        #expect(matches("äß", "ÄSSEß") && matches("ä", "Ä") && !matches("Ä", "ä") && matches("жу", "ЖУК"))
    }

    @Test func eachTermMatchesOneOfTheTexts() {
        #expect(matches("bus 2.50", "Bus", detail: "2.50") && matches("night bus", "Bus", secondary: "at night"))
        // A term is in one text.
        #expect(!matches("bus2", "Bus", detail: "2.50"))
    }

    @Test func signsSayWhereATermIs() {
        #expect(matches("'ppl", "Apple") && !matches("'ape", "Apple"))
        #expect(matches("^app", "Apple") && matches("^app", "  apple") && !matches("^ppl", "Apple"))
        #expect(matches("ple$", "Apple") && matches("ple$", "apple ") && !matches("app$", "Apple"))
        #expect(matches("^apple$", "Apple") && !matches("^apple$", "Apples"))
        #expect(
            matches("!pear", "Apple") && !matches("!ppl", "Apple") && matches("!ape", "Apple")
                && !matches("!'ape", "Apple"))
        #expect(matches("!^ppl !app$", "Apple") && !matches("!^app", "Apple"))
        #expect(
            matches("pear | app", "Apple") && matches("^a pear | ple$", "Apple") && !matches("pear | plum", "Apple"))
        // A bar that is not between two terms is one itself, but for the last.
        #expect(matches("|", "a | b") && !matches("|", "Apple") && matches("app |", "Apple"))
        #expect(matches("| app", "App|e") && !matches("| app", "Apple"))
        #expect(matches("pear | | app", "App|e") && !matches("pear | | app", "Apple"))
        // A blank after a backslash is a letter.
        #expect(matches(#"'a\ b"#, "a b") && !matches(#"'a\ b"#, "ab") && matches(#"\"#, #"a\b"#))
        // Signs without a term.
        for query in ["'", "^", "!", "!'", "$"] { #expect(matches(query, "a$"), "\(query)") }
        // Not in any of the texts.
        #expect(!matches("!2.50", "Bus", detail: "2.50") && matches("!3", "Bus", detail: "2.50"))
    }

    @Test func anExactPatternTurnsTheQuote() {
        func matches(_ query: String) -> Bool {
            scorer.matches(Cell(text: "Apple"), SearchPattern(query, isExact: true))
        }
        #expect(matches("ppl") && !matches("ape") && matches("'ape"))
    }

    @Test func aPatternNarrowsTheOneThatItExtends() {
        func narrows(_ new: String, _ old: String) -> Bool { SearchPattern(new).narrows(SearchPattern(old)) }
        for (new, old) in [
            ("ab", "a"), ("a b", "a"), ("a bc", "a b"), ("'ab", "'a"), ("^ab", "^a"), ("aB", "a"), ("a !b", "a"),
        ] { #expect(narrows(new, old), "\(new)") }
        for (new, old) in [("b", "a"), ("a", "ab"), ("!ab", "!a"), ("a$b", "a$"), ("a | b", "a"), ("a\\ b", "a\\")] {
            #expect(!narrows(new, old), "\(new)")
        }
    }

    private func score(_ query: String, _ text: String) -> Int? {
        var text = text
        return text.withUTF8 { scorer.score($0, SearchPattern(query)) }
    }

    /// The examples that fzf gives for its scores: the first text is better than the second one.
    @Test func publishedOrders() throws {
        let orders = [
            ("ff", "fuzzy-finder", "fuzzyfinder"), ("br", "fo-bar", "foob-r"), ("foob", "foobar", "foo-bar"),
        ]
        for (query, better, worse) in orders {
            #expect(
                try #require(score(query, better)) > (try #require(score(query, worse))),
                "\(query): \(better), \(worse)")
        }
        // The gap is as long as the bonus is worth, so the shorter line is first.
        #expect(score("ff", "fuzzyfinder") == score("ff", "fuzzy-blurry-finder"))
    }

    /// Scores that follow from the published numbers.
    @Test func scores() {
        // A letter at the beginning: 16, and twice 10. Each one after it: 16 and 10.
        #expect(score("a", "abc") == 36 && score("abc", "abc") == 88)
        // In the middle of a word: 16. A gap of two: 3 and 1.
        #expect(score("b", "abc") == 16 && score("ad", "abcd") == 36 - 4 + 16)
        // After a slash 9, after another character that is no word 8, a capital in a word 7.
        #expect(score("b", "a/b") == 34 && score("b", "a-b") == 32 && score("B", "aB") == 30 && score("1", "a1") == 30)
        #expect(score("'abc", "abc") == 88 && score("^abc", "abc") == 88 && score("abc$", "abc") == 88)
        #expect(score("!x", "abc") == 0 && score("x | b", "abc") == 16 && score("a b", "abc") == 52)
        #expect(score("x", "abc") == nil)
        // The same in a text that is not ASCII.
        #expect(score("abc", "abc é") == 88 && score("é", "é") == 36)
    }

    /// The score of the best way to match, found by trying all of them.
    @Test func randomScores() {
        var random = SplitMix64(seed: 3)
        for _ in 0..<2000 {
            func text(_ count: ClosedRange<Int>, _ letters: String) -> String {
                String((0..<Int.random(in: count, using: &random)).map { _ in letters.randomElement(using: &random)! })
            }
            let (query, content) = (text(1...4, "ab"), text(1...10, "abAB-/ 1"))
            let found = score(query, content)
            let bytes = Array(content.lowercased().utf8)
            let positions = offsets(query, Array(content.utf8))
            #expect((found == nil) == positions.isEmpty)
            if found != nil { #expect(positions.map { bytes[$0] } == Array(query.utf8), "\(query) in \(content)") }
            // A text that is not ASCII has the same score.
            #expect(score(query, content + " é") == found, "\(query) in \(content)")
        }
    }

    @Test func longTexts() {
        let gap = String(repeating: "x", count: 20_000)
        #expect(score("ab", "a" + gap + "b") != nil && score("ab", gap + "ab" + gap) == 16 + 16 + 4)
        #expect(offsets("ab", Array((gap + "ab" + gap).utf8)) == [20_000, 20_001])
    }

    @Test func theBestMatchIsHighlighted() {
        #expect(highlighted("ab", "a-a-b-b") == "a   b  " || highlighted("ab", "a-a-b-b") == "  a b  ")
        #expect(highlighted("bar", "foo-bxxar-bar") == "          bar")
        #expect(highlighted("pp", "Apple") == " pp  ")
        #expect(highlighted("le ap", "Apple") == "Ap le")
        #expect(highlighted("x", "Apple") == "     " && highlighted("ax p", "Apple") == " p   ")
        // A letter of several bytes is highlighted at its first one.
        #expect(offsets("é", Array("aÉ".utf8)) == [1])
    }

    /// Against the plain definition: the letters of a term are a subsequence, with the same case if it has a capital.
    @Test func randomTexts() {
        var random = SplitMix64(seed: 5)
        let letters = Array("abABéÉ界ß")
        func text(_ limit: Int) -> String {
            String((0..<Int.random(in: 0...limit, using: &random)).map { _ in letters.randomElement(using: &random)! })
        }
        for _ in 0..<3000 {
            let (term, content) = (text(3), text(8))
            let isExact = term.contains { $0.isUppercase }
            var rest = Substring(isExact ? content : content.lowercased())
            let isSubsequence = (isExact ? term : term.lowercased()).allSatisfy { letter in
                guard let index = rest.firstIndex(of: letter) else { return false }
                rest = rest[rest.index(after: index)...]
                return true
            }
            #expect(matches(term, content) == isSubsequence, "\(term) in \(content)")
            let offsets = offsets(term, Array(content.utf8))
            #expect(offsets.count == (isSubsequence ? term.count : 0), "\(term) in \(content)")
            #expect(Set(offsets).count == offsets.count && offsets.allSatisfy { (0..<content.utf8.count).contains($0) })
        }
    }

    @Test func bytesThatAreNoText() {
        let cell = Cell(text: "")
        #expect(!scorer.matches(cell, SearchPattern("a")) && scorer.matches(cell, SearchPattern("")))
        #expect(offsets("é", [0xC3]) == [] && offsets("a", [0xFF, 0x61]) == [1])
    }
}
