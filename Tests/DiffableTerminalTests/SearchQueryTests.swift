import Testing

@testable import DiffableEngine
@testable import DiffableTerminal
@testable import DiffableViews
@testable import TestSupport

@Suite struct SearchQueryTests {
    private func matches(_ query: String, _ text: String, detail: String = "", secondary: String = "") -> Bool {
        SearchQuery(query).matches(Cell(text: text, detail: detail, secondaryText: secondary))
    }

    /// The letters that are highlighted, as a text of the same length with blanks for the others.
    private func highlighted(_ query: String, _ text: String) -> String {
        let bytes = Array(text.utf8)
        let offsets = Set(SearchQuery(query).offsets(in: bytes))
        return String(
            decoding: bytes.indices.map { offsets.contains($0) ? bytes[$0] : UInt8(ascii: " ") }, as: UTF8.self)
    }

    @Test func lettersInTheirOrder() {
        for query in ["", " ", "apple", "ape", "e", "APPLE".lowercased(), "a e", "e a", " ple  ap "] {
            #expect(matches(query, "Apple"), "\(query)")
        }
        for query in ["pa", "apples", "aple x", "x", "ee"] { #expect(!matches(query, "Apple"), "\(query)") }
        #expect(SearchQuery("  ").isEmpty && !SearchQuery(" a").isEmpty)
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

    @Test func theShortestMatchIsHighlighted() {
        #expect(highlighted("ab", "a-a-b-b") == "  a b  ")
        #expect(highlighted("pp", "Apple") == " pp  ")
        #expect(highlighted("le ap", "Apple") == "Ap le")
        #expect(highlighted("x", "Apple") == "     " && highlighted("ax p", "Apple") == " p   ")
        // A letter of several bytes is highlighted at its first one.
        #expect(SearchQuery("é").offsets(in: Array("aÉ".utf8)) == [1])
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
            let offsets = SearchQuery(term).offsets(in: Array(content.utf8))
            #expect(offsets.count == (isSubsequence ? term.count : 0), "\(term) in \(content)")
            #expect(Set(offsets).count == offsets.count && offsets.allSatisfy { (0..<content.utf8.count).contains($0) })
        }
    }

    @Test func bytesThatAreNoText() {
        let cell = Cell(text: "")
        #expect(!SearchQuery("a").matches(cell) && SearchQuery("").matches(cell))
        #expect(SearchQuery("é").offsets(in: [0xC3]) == [] && SearchQuery("a").offsets(in: [0xFF, 0x61]) == [1])
    }
}
