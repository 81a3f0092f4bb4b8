import Testing

@testable import DiffableEngine
@testable import DiffableTerminal
@testable import DiffableViews
@testable import TestSupport

@Suite struct SearchFieldTests {
    /// A field that expectations can change.
    private final class Field {
        var field = SearchField()

        init(isOpen: Bool = true) {
            field.isOpen = isOpen
        }

        func handle(_ code: Key.Code, _ modifiers: Key.Modifiers = []) -> Bool {
            field.handle(Key(code: code, modifiers: modifiers))
        }

        func consumeChange() -> String? {
            field.consumeChange()
        }

        func shown(_ limit: Int) -> String {
            field.shown(after: "/", limit: limit).map { $0.text }.joined()
        }
    }

    /// The text of the field, with `|` at the cursor, after keys: a character is typed, a name in brackets is pressed.
    @discardableResult
    private func edited(_ keys: String, _ field: Field = Field()) -> String {
        var rest = keys[...]
        while let first = rest.popFirst() {
            guard first == "[", let end = rest.firstIndex(of: "]") else {
                #expect(field.handle(.character(String(first))))
                continue
            }
            let name = rest[..<end]
            rest = rest[rest.index(after: end)...]
            let key = key(String(name))
            #expect(field.handle(key.code, key.modifiers), "\(name)")
        }
        let glyphs = field.field.shown(after: "/", limit: 100)
        let cursor = glyphs.firstIndex { $0.style.contains(.reverse) } ?? glyphs.count - 1
        let texts = glyphs.map { $0.text }
        let after = texts[cursor...].joined()
        return texts[1..<cursor].joined() + "|" + (after == "_" ? "" : after)
    }

    private func key(_ name: String) -> Key {
        switch name {
        case "left": Key(code: .left)
        case "right": Key(code: .right)
        case "home": Key(code: .home)
        case "end": Key(code: .end)
        case "back": Key(code: .backspace)
        case "del": Key(code: .delete)
        case "enter": Key(code: .enter)
        case "escape": Key(code: .escape)
        case "paste": Key(code: .paste("x y"))
        default: Key(code: .character(String(name.dropFirst())), modifiers: .control)
        }
    }

    @Test func editing() {
        let expected = [
            "": "|", "ab": "ab|", "ab[left]": "a|b", "ab[left]x": "ax|b", "ab[home]x": "x|ab", "ab[home][end]x": "abx|",
            "ab[left][left][left][right]x": "ax|b", "ab[back]": "a|", "[back]": "|", "ab[left][back]": "|b",
            "ab[home][del]": "|b", "ab[del]": "ab|",
            "abc[left][^u]": "|c", "one two[^w]": "one |", "one two [^w]": "one |", "one[^w][^w]": "|",
            "one two[^a]x": "x|one two",
            "one[home][^e]!": "one!|", "a[left][paste]": "x y|a", "日本[left]語": "日語|本",
        ]
        for (keys, text) in expected { #expect(edited(keys) == text, "\(keys)") }
    }

    @Test func whatItDoesNotUse() {
        let field = Field()
        for code in [Key.Code.up, .down, .pageUp, .pageDown, .tab, .function(1), .click, .wheelUp] {
            #expect(!field.handle(code), "\(code)")
        }
        #expect(!field.handle(.character("x"), .alt))
        #expect(!field.handle(.character("c"), .control))
        #expect(field.field.isEmpty && field.consumeChange() == nil)
    }

    @Test func enterKeepsTheTextAndEscapeRemovesIt() {
        let field = Field()
        edited("ab[enter]", field)
        #expect(!field.field.isOpen && field.field.text == "ab" && field.shown(10) == "/ab")
        field.field.isOpen = true
        #expect(field.handle(.escape))
        #expect(!field.field.isOpen && field.field.isEmpty && field.shown(10) == "")
    }

    @Test func changesAreToldOnce() {
        let field = Field()
        #expect(field.consumeChange() == nil)
        edited("ab", field)
        #expect(field.consumeChange() == "ab")
        #expect(field.consumeChange() == nil)
        edited("[left][home][enter]", field)
        #expect(field.consumeChange() == nil)
        field.field.clear()
        #expect(field.consumeChange() == "")
        field.field.clear()
        #expect(field.consumeChange() == nil)
    }

    /// The part with the cursor is shown, in no more columns than there are.
    @Test func aNarrowLine() {
        let field = Field()
        edited("abcdef", field)
        #expect(field.shown(4) == "def_")
        edited("[home]", field)
        #expect(field.shown(4) == "/abc")
        edited("[right][right][right]", field)
        #expect(field.shown(4) == "abcd")
        for limit in 0...9 { #expect(field.field.shown(after: "/", limit: limit).count <= limit) }
    }
}
