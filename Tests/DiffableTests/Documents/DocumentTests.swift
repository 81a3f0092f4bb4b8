import Diffable
import Foundation
import Testing

/// Lists of values as bytes, which docs/wire.md specifies.
struct DocumentTests {
    struct Zone: Codable, Hashable {
        var name: String
        var number: Int16
    }

    struct Fare: Identifiable, Codable, Hashable {
        let id: Int
        var title: String?
        var price: Double?
        var stops: [String]?
        var zone: Zone?
        var isNew: Bool?
    }

    enum Section: String, Codable {
        case fares, passes
    }

    typealias Fares = DiffableDataSourceSnapshot<Section, Fare>

    private static func fares() -> Fares {
        var list = Fares()
        list.appendSections([.fares])
        list.appendItems([
            Fare(id: 1, title: "Bus", price: 2.5, stops: ["A", "B"], zone: Zone(name: "é", number: 300), isNew: true),
            Fare(id: 2, title: "Train", price: 7.25, stops: ["C"], zone: Zone(name: "x", number: -7), isNew: false),
        ])
        list.appendItems([Fare(id: 3)], toParent: Fare(id: 2))
        list.expand([Fare(id: 2)])
        return list
    }

    // What the Lua module writes for the same list, and for a patch from it, and the version of the list after the
    // patch.
    private static let writtenInLua = """
        89686469666661626c650168736e617073686f74f686000120020101810280846566617265730102038401a5647a6f6e65a2646e616d6562c3a9666e756d62657219012c6569\
        734e6577f5657072696365f941006573746f70738261416142657469746c6563427573a5647a6f6e65a2646e616d656178666e756d626572266569734e6577f4657072696365\
        f947406573746f7073816143657469746c6565547261696ea0
        """
    private static let patchInLua = """
        90686469666661626c6501657061746368f65023b2657ba9403c424ce2a355865a630e500fa087ab2126de3dde9af345e7db9ed880810182030080808080808203a5647a6f6e\
        65a2646e616d6562c3a9666e756d62657219012c6569734e6577f5657072696365f941006573746f70738261416142657469746c65694e6967687420627573f6
        """
    private static let versionInLua = "0fa087ab2126de3dde9af345e7db9ed8"

    private static func bytes(_ hex: String) -> [UInt8] {
        let digits = hex.filter { $0 != " " }.utf8.map { UInt8($0 > 57 ? $0 - 87 : $0 - 48) }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    private static func hex(_ bytes: [UInt8]) -> String { bytes.map { String(format: "%02x", $0) }.joined() }

    /// The document of a list of one section "s", from the number of elements on.
    private static func document(_ rest: String) -> [UInt8] {
        bytes("89 68 6469666661626c65 01 68 736e617073686f74 f6 83000120 80 80" + rest)
    }

    // MARK: - Lists

    @Test func aListThatIsReadIsEqual() throws {
        let list = Self.fares()
        let read = try Fares(decoding: list.encoded())
        #expect(read == list)
        #expect(read.allItemIdentifiers == list.allItemIdentifiers && read.isExpanded(Fare(id: 2)))
        #expect(try read.encoded() == list.encoded())
        #expect(try read.version() == list.version())
        #expect(
            try Fares(decoding: list.encoded(name: "Fares")) == list && list.encoded(name: "Fares") != list.encoded())
        #expect(try Fares().version() == String(repeating: "0", count: 32))
        #expect(try Fares(decoding: Fares().encoded()) == Fares())
    }

    @Test func luaWritesTheSameBytes() throws {
        let list = Self.fares()
        #expect(try Self.hex(list.encoded()) == Self.writtenInLua)
        #expect(try Fares(decoding: Self.bytes(Self.writtenInLua)) == list)
        var new = list
        new.updateItems([
            Fare(
                id: 1, title: "Night bus", price: 2.5, stops: ["A", "B"], zone: Zone(name: "é", number: 300),
                isNew: true)
        ])
        new.moveItem(Fare(id: 1), afterItem: Fare(id: 2))
        #expect(try Self.hex(new.difference(from: list).encoded()) == Self.patchInLua)
        var follower = list
        try follower.apply(patch: Self.bytes(Self.patchInLua))
        #expect(try follower == new.unmarked && follower.version() == Self.versionInLua)
    }

    @Test func stringsAndIntegersAreIdentifiers() throws {
        var list = DiffableDataSourceSnapshot<Int8, String>()
        list.appendSections([1, -2])
        list.appendItems(["ä", ""], toSection: -2)
        #expect(
            try Self.hex(list.encoded()) == "89686469666661626c650168736e617073686f74f683000220808084012162c3a46080")
        #expect(try DiffableDataSourceSnapshot<Int8, String>(decoding: list.encoded()) == list)
        var ids = DiffableDataSourceSnapshot<String, UUID>()
        ids.appendSections(["s"])
        ids.appendItems((0..<5).map { _ in UUID() })
        #expect(try DiffableDataSourceSnapshot<String, UUID>(decoding: ids.encoded()) == ids)
    }

    @Test func onlyWhatDiffersChangesWhenAListThatWasReadIsApplied() throws {
        let source = DiffableDataSource<Section, Fare>(cellProvider: { _, _ in Cell() })
        source.apply(Self.fares())
        var read = try Fares(decoding: Self.fares().encoded())
        #expect(source.apply(read).difference.isEmpty)
        read.updateItems([Fare(id: 3, title: "Ferry")])
        let difference = source.apply(read).difference
        #expect(
            difference.reconfiguredItems.map { $0.new } == [Fare(id: 3, title: "Ferry")]
                && difference.insertedItems.isEmpty)
    }

    /// Values of every form that `Codable` has.
    struct Forms: Identifiable, Codable, Hashable {
        enum Kind: Codable, Hashable {
            case plain
            case priced(amount: Double, in: String)
        }

        enum Keys: String, CodingKey {
            case id = "key", kind, names, numbers, nested, bytes, single, wide, missing, date, url, bools
        }

        var id: String
        var kind: [Kind] = [.plain, .priced(amount: 0.1, in: "CHF")]
        var names: [String: Int?] = ["b": 1, "aa": nil, "": -3]
        var numbers: [Int: Float] = [3: 0.1, -4: .infinity]
        var nested: [[Int?]] = [[], [1, nil, 300]]
        var bytes: [UInt8] = [0, 255]
        var single: Float = -0.0
        var wide: [UInt64] = [0, 23, 24, 255, 256, 65535, 65536, .max]
        var missing: String?
        var date = Date(timeIntervalSinceReferenceDate: 1.5)
        var url = URL(string: "https://example.org/a")
        var bools: Set<Bool> = [true]
    }

    @Test func bytesThatAreTextIdentifyItemsAsOtherBytesDo() throws {
        var list = DiffableDataSourceSnapshot<String, [UInt8]>()
        list.appendSections(["s"])
        list.appendItems([[0x61, 0x62], [0xff], []])
        let read = try DiffableDataSourceSnapshot<String, [UInt8]>(decoding: list.encoded())
        #expect(read.itemIdentifiers == list.itemIdentifiers)
    }

    @Test func aDeepTreeIsReadAgain() throws {
        var list = DiffableDataSourceSnapshot<String, Int>()
        list.appendSections(["s"])
        list.appendItems([0])
        for item in 1...2000 { list.appendItems([item], toParent: item - 1) }
        list.appendItems([-1], toParent: 1000)
        list.expand(Array(0...1999))
        let read = try DiffableDataSourceSnapshot<String, Int>(decoding: list.encoded())
        #expect(read == list)
    }

    @Test func valuesOfEveryFormAreReadAgain() throws {
        var list = DiffableDataSourceSnapshot<String, Forms>()
        list.appendSections(["s"])
        let forms = Forms(id: "x")
        list.appendItems([
            forms,
            Forms(
                id: "y", kind: [], names: [:], numbers: [:], nested: [], bytes: [], wide: [], missing: "m", url: nil,
                bools: []),
        ])
        let read = try DiffableDataSourceSnapshot<String, Forms>(decoding: list.encoded())
        #expect(read.itemIdentifiers == list.itemIdentifiers)
        #expect(read.itemIdentifiers[0].single.sign == .minus)
    }

    class Base: Codable {
        var title = "base"
    }

    /// A class below another one, whose fields are encoded by a nested encoder.
    final class Derived: Base, Identifiable, Hashable, @unchecked Sendable {
        let id: Int
        var ranks: [Int] = [1, 2]
        enum Keys: CodingKey { case id, more, list }
        enum More: CodingKey { case ranks }
        init(id: Int) {
            self.id = id
            super.init()
        }
        required init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: Keys.self)
            #expect(fields.allKeys.map(\.stringValue) == ["id", "list", "more"] && fields.contains(.more))
            id = try fields.decode(Int.self, forKey: .id)
            ranks = try fields.nestedContainer(keyedBy: More.self, forKey: .more).decode([Int].self, forKey: .ranks)
            var list = try fields.nestedUnkeyedContainer(forKey: .list)
            #expect(list.count == 3 && list.currentIndex == 0)
            #expect(try list.decodeNil())
            var inner = try list.nestedUnkeyedContainer()
            #expect(try inner.decode(Int.self) == 5 && inner.isAtEnd)
            #expect(throws: DecodingError.self) { try inner.decode(Int.self) }
            #expect(try list.nestedContainer(keyedBy: More.self).decode(Int.self, forKey: .ranks) == 7)
            try super.init(from: fields.superDecoder())
        }
        override func encode(to encoder: any Encoder) throws {
            var fields = encoder.container(keyedBy: Keys.self)
            try fields.encode(id, forKey: .id)
            var more = fields.nestedContainer(keyedBy: More.self, forKey: .more)
            try more.encode(ranks, forKey: .ranks)
            var list = fields.nestedUnkeyedContainer(forKey: .list)
            try list.encodeNil()
            var inner = list.nestedUnkeyedContainer()
            try inner.encode(5)
            var keyed = list.nestedContainer(keyedBy: More.self)
            try keyed.encode(7, forKey: .ranks)
            try super.encode(to: fields.superEncoder())
        }
        static func == (left: Derived, right: Derived) -> Bool {
            left.id == right.id && left.title == right.title && left.ranks == right.ranks
        }
        func hash(into hasher: inout Hasher) { hasher.combine(id) }
    }

    @Test func nestedContainersAndSuperclassesAreReadAgain() throws {
        var list = DiffableDataSourceSnapshot<String, Derived>()
        list.appendSections(["s"])
        list.appendItems([Derived(id: 1), Derived(id: 2)])
        list.itemIdentifiers[1].title = "other"
        list.itemIdentifiers[1].ranks = []
        let document = try list.encoded()
        // The field "super" is one more key.
        struct Probe: Codable, Hashable, Identifiable { var id: Int; var `super`: [String: String] }
        let probe = try DiffableDataSourceSnapshot<String, Probe>(decoding: document)
        #expect(probe.itemIdentifiers.map(\.super) == [["title": "base"], ["title": "other"]])
    }

    @Test func floatsAreAsShortAsTheyCanBe() throws {
        struct Number: Identifiable, Codable, Hashable {
            var id = 1
            var x: Double
        }
        let cases: [(Double, String)] = [
            (0, "f90000"), (-0.0, "f98000"), (1.5, "f93e00"), (65504, "f97bff"), (65505, "fa477fe100"),
            (0x1p-24, "f90001"), (0x1p-25, "fa33000000"),
            (0x1p-14, "f90400"), (0x1.ff8p-15, "f903ff"), (0x1.ffcp-15, "fa387fe000"), (0x1.ffep-15, "fa387ff000"),
            (100000, "fa47c35000"), (3.4028234663852886e38, "fa7f7fffff"),
            (0.1, "fb3fb999999999999a"), (1e300, "fb7e37e43c8800759c"), (-4.1, "fbc010666666666666"),
            (.infinity, "f97c00"), (-.infinity, "f9fc00"),
            (.nan, "f97e00"), (1.40129846432481707e-45, "fa00000001"),
        ]
        for (number, expected) in cases {
            var list = DiffableDataSourceSnapshot<String, Number>()
            list.appendSections(["s"])
            list.appendItems([Number(x: number)])
            let document = try list.encoded()
            #expect(Self.hex(document).hasSuffix("a16178" + expected), "\(number)")
            let read = try DiffableDataSourceSnapshot<String, Number>(decoding: document).itemIdentifiers[0].x
            #expect(read == number && read.sign == number.sign || read.isNaN && number.isNaN)
        }
        // Whole numbers of JavaScript are integers.
        let read = try DiffableDataSourceSnapshot<String, Number>(decoding: Self.document("82 6173 01 82 01 a1617803"))
        #expect(read.itemIdentifiers == [Number(x: 3)])
    }

    @Test func itemsOfOtherLanguagesAreReadByTheirFields() throws {
        struct Row: Identifiable, Codable, Hashable {
            let id: String
            var size: Int?
            var tags: [String: Int]?
        }
        typealias Rows = DiffableDataSourceSnapshot<String, Row>
        // "a" without a content, and {"size": 3.0, "tags": []} as Lua writes them.
        let read = try Rows(decoding: Self.document("83 6173 6161 6162 82 02 a26473697a65f94200647461677380"))
        #expect(read.itemIdentifiers == [Row(id: "a"), Row(id: "b", size: 3, tags: [:])])
        // A section of Lua that is a table without fields has an empty content.
        typealias Sections = DiffableDataSourceSnapshot<Section, Row>
        let sections = try Sections(decoding: Self.document("81 656661726573 81 a0"))
        #expect(sections.sectionIdentifiers == [.fares])
        // Keys that are integers, a tag, a field "id" of another type, undefined.
        let other = try Rows(
            decoding: Self.document("82 6173 6161 82 01 a3 05 01 6473697a65 c107 6474616773 a2 05 01 20 02"))
        #expect(other.itemIdentifiers == [Row(id: "a", size: 7, tags: ["5": 1, "-1": 2])])
    }

    // MARK: - Patches

    @Test func aPatchKeepsTheValuesThatItDoesNotChange() throws {
        struct Noted: Identifiable, Codable, Hashable {
            let id: Int
            var title: String
            var note = ""
            enum CodingKeys: CodingKey { case id, title }
            static func == (left: Noted, right: Noted) -> Bool { left.id == right.id && left.title == right.title }
            func hash(into hasher: inout Hasher) { hasher.combine(id) }
        }
        var list = DiffableDataSourceSnapshot<String, Noted>()
        list.appendSections(["s"])
        list.appendItems([Noted(id: 1, title: "a", note: "mine"), Noted(id: 2, title: "b", note: "mine")])
        var new = list
        new.updateItems([Noted(id: 2, title: "c")])
        try list.apply(patch: new.difference(from: list).encoded())
        #expect(list.itemIdentifiers.map(\.title) == ["a", "c"] && list.itemIdentifiers.map(\.note) == ["mine", ""])
    }

    @Test func aPatchOfAnotherListNamesBothVersionsAndChangesNothing() throws {
        var list = Self.fares()
        let patch = try list.difference(from: Fares()).encoded()
        let error = #expect(throws: DiffableError.self) { try list.apply(patch: patch) }
        let version = try list.version()
        #expect(error?.code == .wrongVersion)
        #expect(
            error?.message
                == "the patch starts from version \(String(repeating: "0", count: 32)), and the list has version \(version)"
        )
        #expect(list == Self.fares())
    }

    @Test func oldContentsAreWrittenIfTheyAreAskedFor() throws {
        var list = Self.fares()
        let old = list
        list.deleteItems([Fare(id: 1)])
        let difference = list.difference(from: old)
        #expect(try difference.encoded().count + 40 < difference.encoded(withOldContents: true).count)
        var follower = old
        try follower.apply(patch: difference.encoded(name: "fares", withOldContents: true))
        #expect(follower == list)
    }

    // MARK: - What is refused

    private func fails(_ code: DiffableError.Code, _ message: String, _ body: () throws -> Void) {
        let error = #expect(throws: DiffableError.self) { try body() }
        #expect(error?.code == code)
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "no error")")
    }

    @Test func damageIsNamedWithItsByteAndNeverReadAsAnotherList() throws {
        let document = try Self.fares().encoded()
        fails(.malformed, "the document ends at byte 0") { _ = try Fares(decoding: []) }
        let described = #expect(throws: DiffableError.self) { try Fares(decoding: [1]) }
        #expect(described?.description == "MALFORMED: init(decoding:): there is no array at byte 0")
        for size in document.indices {
            #expect(throws: DiffableError.self) { try Fares(decoding: Array(document[..<size])) }
        }
        for bit in 0..<8 * document.count {
            var damaged = document
            damaged[bit >> 3] ^= 1 << UInt8(bit & 7)
            do {
                // A field that the type does not have is left out.
                let read = try Fares(decoding: damaged)
                #expect(try Fares(decoding: read.encoded()) == read)
            } catch {
                #expect([.malformed, .duplicateIdentifier].contains(error.code), "\(error)")
            }
        }
        let tree = "89 68 6469666661626c65 01 68 736e617073686f74 f6 83000120 80 80 82 f6 01 80"
        fails(.malformed, "the document has the tree of one section") { _ = try Fares(decoding: Self.bytes(tree)) }
    }

    @Test func aDamagedPatchChangesNothing() throws {
        let old = Self.fares()
        var new = old
        new.deleteItems([Fare(id: 1)])
        new.appendItems([Fare(id: 4, title: "Ferry")])
        let patch = try new.difference(from: old).encoded()
        for bit in 0..<8 * patch.count {
            var damaged = patch
            damaged[bit >> 3] ^= 1 << UInt8(bit & 7)
            var list = old
            do {
                try list.apply(patch: damaged)
            } catch {
                #expect([.malformed, .wrongVersion].contains(error.code), "\(error)")
                #expect(list == old)
            }
        }
    }

    @Test func valuesOfAnotherTypeAreNamed() throws {
        fails(.malformed, "section \"s\" is no Section: Cannot initialize Section from invalid String value s") {
            _ = try Fares(decoding: Self.document("81 6173 80"))
        }
        func read(_ rest: String) throws { _ = try Fares(decoding: Self.document("82 656661726573 \(rest)")) }
        fails(.malformed, "item \"a\" is no Fare: field \"id\": Int expected, got a text") { try read("6161 80") }
        fails(.malformed, "item 1 is no Fare: field \"zone\": there is no field \"number\"") {
            try read("01 82 01 a1 647a6f6e65 a1 646e616d65 6161")
        }
        fails(.malformed, "item 1 is no Fare: field \"stops.1\": String expected, got 2") {
            try read("01 82 01 a1 6573746f7073 82 6161 02")
        }
        fails(.malformed, "item 1 has a content that is no object with fields") { try read("01 82 01 4101") }
        fails(.malformed, "item 1 has a content that is no object with fields") { try read("01 82 01 41a1") }
        fails(.malformed, "field \"zone.number\": Int16 expected, got 65536") {
            try read("01 82 01 a1 647a6f6e65 a2 646e616d65 6161 666e756d626572 1a00010000")
        }
        // Two identifiers that are the same value.
        struct Loose: Codable, Hashable {
            init(from decoder: any Decoder) throws {}
            func encode(to encoder: any Encoder) throws {}
        }
        fails(.duplicateIdentifier, "is already") {
            _ = try DiffableDataSourceSnapshot<Loose, Int>(
                decoding: Self.bytes("89 68 6469666661626c65 01 68 736e617073686f74 f6 83000220 80 80 82 01 02 80"))
        }
    }

    private func refuses<Item: Codable & Hashable & Sendable>(_ item: Item, _ message: String) {
        var list = DiffableDataSourceSnapshot<String, Item>()
        list.appendSections(["s"])
        let patch = { try list.difference(from: DiffableDataSourceSnapshot<String, Item>()).encoded() }
        list.appendItems([item])
        fails(.invalidArgument, message) { _ = try list.encoded() }
        fails(.invalidArgument, message) { _ = try list.version() }
        fails(.invalidArgument, message) { _ = try patch() }
        var copy = list
        fails(.invalidArgument, message) { try copy.apply(patch: []) }
    }

    @Test func valuesWithoutAnIdentifierAreRefused() {
        struct Nameless: Codable, Hashable { var title = "x" }
        struct Odd: Codable, Hashable, Identifiable { var id = 0.5 }
        struct Failing: Codable, Hashable, Identifiable {
            struct Failure: Error {}
            var id = 1
            func encode(to encoder: any Encoder) throws { throw Failure() }
        }
        struct Deep: Codable, Hashable, Identifiable {
            final class Level: Codable, Hashable, Sendable {
                let inner: Level?
                init(_ inner: Level?) { self.inner = inner }
                static func == (left: Level, right: Level) -> Bool { left === right }
                func hash(into hasher: inout Hasher) {}
            }
            var id = 1
            var level = (0..<300).reduce(Level(nil)) { level, _ in Level(level) }
        }
        struct Wide: Codable, Hashable, Identifiable { var id = UInt64.max; var title = "x" }
        refuses(Nameless(), "has no identifier; it must be Identifiable, by a string or an integer")
        refuses(0.5, "is encoded neither as a string or an integer nor with fields")
        refuses([1, 2], "is encoded neither as a string or an integer nor with fields")
        refuses(Odd(), "has no identifier")
        refuses(Wide(), "has no identifier")
        refuses(Failing(), "cannot be encoded: Failure()")
        refuses(Deep(), "is nested more than 256 levels deep")
    }
}

extension DiffableDataSourceSnapshot where SectionIdentifierType: Codable, ItemIdentifierType: Codable {
    /// The same list, as a document has it.
    fileprivate var unmarked: Self {
        get throws { try Self(decoding: encoded()) }
    }
}
