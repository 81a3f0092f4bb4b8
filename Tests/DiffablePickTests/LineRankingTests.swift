import DiffableEngine
import Foundation
import Testing

@testable import DiffablePick
@testable import DiffableTerminal

@Suite struct LineRankingTests {
    /// Lines as a store reads them from a pipe, which gets the text in parts of a few bytes.
    private func store(
        _ text: String, separator: UInt8 = 10, isStyled: Bool = false, keys: LineKeys? = nil, part: Int = 3
    ) throws -> LineStore {
        let store = LineStore(separator: separator, isStyled: isStyled, keys: keys)
        try append(text, to: store, part: part)
        store.finish()
        return store
    }

    private func append(_ text: String, to store: LineStore, part: Int = 1000) throws {
        let pipe = Pipe()
        var rest = Data(text.utf8)[...]
        while !rest.isEmpty {
            try pipe.fileHandleForWriting.write(contentsOf: rest.prefix(part))
            rest = rest.dropFirst(part)
            _ = store.read(pipe.fileHandleForReading.fileDescriptor)
        }
    }

    private func text(_ line: UnsafeBufferPointer<UInt8>) -> String { String(decoding: line, as: UTF8.self) }

    private func found(_ query: String, _ lines: LineStore, _ ranking: LineRanking = LineRanking(), limit: Int = 100)
        -> [String]
    {
        var ranking = ranking
        return ranking.search(lines, for: SearchPattern(query), limit: limit).best.map { text(lines[$0]) }
    }

    @Test func linesOfAnyLength() throws {
        let lines = try store("a\n\nlong line\nend")
        #expect((0..<lines.count).map { text(lines[$0]) } == ["a", "", "long line", "end"])
        #expect(try store("a\nb\n").count == 2 && store("").count == 0 && store("a\0b\n", separator: 0).count == 2)
        let long = String(repeating: "x", count: 300_000)
        #expect(try store("a\n" + long + "\nb", part: 10_000).count == 3)
    }

    @Test func theBestLinesFirst() throws {
        let lines = try store("foo-bar\nfoobar\nxfooxbar\nbar\nfoobar1")
        #expect(found("foob", lines) == ["foobar", "foobar1", "foo-bar", "xfooxbar"])
        // Equal scores: the shorter line, and then the earlier one.
        #expect(found("bar", try store("a-bar-1\na-bar\nb-bar")) == ["a-bar", "b-bar", "a-bar-1"])
        #expect(found("", lines) == ["foo-bar", "foobar", "xfooxbar", "bar", "foobar1"])
        #expect(found("foob", lines, limit: 2) == ["foobar", "foobar1"] && found("", lines, limit: 1) == ["foo-bar"])
        #expect(found("zz", lines) == [])
        // What must not match has no score, so nothing is better than anything else.
        #expect(found("!bar$", lines) == ["foobar1"] && found("!x", lines) == ["foo-bar", "foobar", "bar", "foobar1"])
    }

    @Test func theOrderOfTheLines() throws {
        let lines = try store("ab\na-b\nabc")
        #expect(found("ab", lines, LineRanking(isSorted: false)) == ["ab", "a-b", "abc"])
        #expect(found("ab", lines, LineRanking(isSorted: false, isReversed: true), limit: 2) == ["abc", "a-b"])
        #expect(found("", lines, LineRanking(isReversed: true), limit: 2) == ["abc", "a-b"])
        #expect(found("c", try store("c\nc"), LineRanking(isReversed: true)) == ["c", "c"])
    }

    /// A ranking that was asked before, while lines came, says what a new one says.
    @Test func patternsOneAfterTheOther() throws {
        var random = SystemRandomNumberGenerator()
        let lines = LineStore()
        var ranking = LineRanking()
        let queries = [
            "a", "ab", "ab c", "ab c", "ab", "", "b", "bc", "b | c", "!a", "!ab", "ab$", "^a", "^ab", "^a b",
        ]
        for round in 0..<30 {
            let words = (0..<20).map { _ in String((0..<5).map { _ in "abc-".randomElement(using: &random)! }) }
            try append(words.joined(separator: "\n") + "\n", to: lines)
            let pattern = SearchPattern(queries[round % queries.count])
            var fresh = LineRanking()
            let (known, new) = (
                ranking.search(lines, for: pattern, limit: 50), fresh.search(lines, for: pattern, limit: 50)
            )
            #expect(known.best == new.best && known.count == new.count, "\(pattern.text)")
        }
    }

    @Test func theLimitHasTheBestOfAll() throws {
        let lines = try store((0..<500).map { "line \($0 * 7919 % 500)" }.joined(separator: "\n"))
        let all = found("1", lines, limit: 500)
        for limit in [1, 10, 100, 271] { #expect(found("1", lines, limit: limit) == Array(all.prefix(limit))) }
    }

    @Test func fields() throws {
        func split(_ line: String, _ ranges: String..., delimiter: String? = nil) -> [String] {
            var line = line
            let selection = FieldSelection(
                ranges.compactMap { FieldRange($0.utf8) }, delimiter: delimiter.map { Array($0.utf8) })
            return line.withUTF8 { line in selection.ranges(in: line).map { String(decoding: line[$0], as: UTF8.self) }
            }
        }
        #expect(
            split(" a  b c", "1") == ["a  "] && split(" a  b c", "-1") == ["c"] && split(" a  b c", "2..") == ["b c"])
        #expect(split("a b c d", "..2", "4") == ["a b ", "d"] && split("a", "2") == [] && split("", "1") == [])
        #expect(split("a:b:c", "2", delimiter: ":") == ["b:"] && split("a:b", "..", delimiter: ":") == ["a:b"])
        for text in ["", "0", "a", "1..b", "--1", "1.2"] { #expect(FieldRange(text.utf8) == nil, "\(text)") }
        let lines = try store("ann bob\nbob ann")
        let ranking = LineRanking(fields: FieldSelection([FieldRange("2".utf8)!], delimiter: nil))
        #expect(found("ann", lines, ranking) == ["bob ann"])
        #expect(ranking.offsets(in: lines[1], SearchPattern("ann")).sorted() == [4, 5, 6])
    }

    @Test func escapeSequencesBecomeStyles() throws {
        let lines = try store(
            "\u{1b}[1;31mred\u{1b}[0m plain\n\u{1b}]8;;link\u{7}a\u{1b}[38;5;1mb\u{1b}[32m\nc", isStyled: true, part: 1)
        #expect((0..<lines.count).map { text(lines[$0]) } == ["red plain", "ab", "c"])
        #expect(
            lines.styles(0).map { $0.offset } == [0, 3] && lines.styles(0)[0].style == [.bold, .red]
                && lines.styles(0)[1].style == [])
        // The style goes on in the next line.
        #expect(lines.styles(2).last?.style == .green)
    }

    @Test func sequencesThatEndWithTheirLine() throws {
        func shown(_ text: String, separator: UInt8 = 10) throws -> [String] {
            let lines = try store(text, separator: separator, isStyled: true, part: 1)
            return (0..<lines.count).map { self.text(lines[$0]) }
        }
        #expect(try shown("red\u{1b}[3\nplain\n\u{1b}") == ["red", "plain"])
        #expect(try shown("\u{1b}]8;;http://x\na\n\u{1b}\nb\n") == ["", "a", "", "b"])
        #expect(try shown("a\u{1b}]x\ny\u{7}b\0c", separator: 0) == ["ab", "c"])
        // What `tput sgr0` writes, and a string for a device.
        #expect(try shown("bar\u{1b}(B\u{1b}[m\nb\u{1b}P+q\u{1b}\\ar") == ["bar", "bar"])
    }

    @Test func lineKeys() throws {
        func identifiers(_ text: String, field: String? = nil, separator: UInt8 = 10) throws -> [Identifier] {
            let field = field.flatMap { FieldRange($0.utf8) }.map { FieldSelection([$0], delimiter: nil) }
            let lines = try store(text, separator: separator, keys: LineKeys(field: field))
            return (0..<lines.count).map { lines.identifier($0) }
        }
        let equal = try identifiers("x\ny\nx\nx")
        #expect(Set(equal).count == 4)
        // The number of a line depends on the equal lines before it, and on no others.
        #expect(try identifiers("y\nx\nz\nx\nx") == [equal[1], equal[0], identifiers("z")[0], equal[2], equal[3]])
        #expect(try identifiers("x 1\ny\nx 2", field: "1") == Array(equal[..<3]))
        #expect(try Set(identifiers("a\na\na\01\na\01\na\00\n")).count == 5)
        #expect(try store("x\nx").identifier(1) == .integer(1))
    }

    @Test func placesOfMatches() throws {
        let lines = try store("ab\nx\na-b\nab")
        func places(_ query: String, _ ranking: LineRanking) -> [Int?] {
            var ranking = ranking
            _ = ranking.search(lines, for: SearchPattern(query), limit: 0)
            return (0..<lines.count).map { ranking.index(of: $0, in: lines) }
        }
        #expect(places("ab", LineRanking()) == [0, nil, 2, 1] && places("", LineRanking()) == [0, 1, 2, 3])
        #expect(places("ab", LineRanking(isSorted: false, isReversed: true)) == [2, nil, 1, 0])
        #expect(places("", LineRanking(isReversed: true)) == [3, 2, 1, 0])
    }

    @Test func templates() {
        func command(_ template: String, _ line: String) -> String {
            var line = line
            let template = CommandTemplate(text: Array(template.utf8), delimiter: nil)
            return String(
                decoding: line.withUTF8 { template.command($0, picked: Array("'p'".utf8), query: "q'") }, as: UTF8.self)
        }
        #expect(command("show {} {1} {-1} {2..}", "a b  c") == "show 'a b  c' 'a' 'c' 'b  c'")
        let template = CommandTemplate(text: Array("a {q} {2}".utf8), delimiter: nil)
        #expect(template.uses("q") && template.uses("2") && !template.uses("+"))
        #expect(command("{q} {+} {x} {", "it's") == #"'q'\''' 'p' {x} {"# && command("{}", "it's") == #"'it'\''s'"#)
    }
}
