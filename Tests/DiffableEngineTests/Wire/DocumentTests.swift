import Testing

@testable import DiffableEngine
@testable import TestSupport

/// The bytes of documents, as docs/wire.md says, and what a reader refuses.
@Suite struct DocumentTests {
    private func hex(_ text: String) -> [UInt8] {
        let digits = text.filter { $0 != " " }.map { UInt8($0.hexDigitValue!) }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    private func error(_ body: () throws -> Void) -> DiffableError? {
        do {
            try body()
            return nil
        } catch {
            return error as? DiffableError
        }
    }

    private func fruit() throws -> Snapshot {
        var list = Snapshot()
        try list.appendSections(["fruit"])
        try list.appendItems([
            1, Element(2, content: Content([0xA1, 0x01, 0x02])), Element("x", content: Content([7])),
        ])
        return list
    }

    private func tree() throws -> Snapshot {
        var list = Snapshot()
        try list.appendSections(["a", Element(-1, content: Content([]))])
        try list.appendItems(["docs", "src"], toSection: "a")
        try list.appendItems(["guide"], toParent: "docs")
        try list.appendItems(["more"], toParent: "guide")
        list.expand(["guide"])
        list.setExpandable(["src"], true)
        return list
    }

    @Test func theBytesAreThoseOfThePage() throws {
        // ["diffable", 1, "snapshot", "list", [0, 1, -1], [], [], ["fruit", 1, 2, "x"], [2, {1: 2}, h'07']]
        let expected = hex(
            "89 68 6469666661626c65 01 68 736e617073686f74 64 6c697374 83000120 80 80 84 65 6672756974 01 02 61 78 83 02 a10102 41 07"
        )
        #expect(try fruit().encoded(name: "list").bytes == expected)
        #expect(try Snapshot(decoding: expected) == fruit())
    }

    @Test func treesHaveLevelsAndFlags() throws {
        // [0, 1, -1, 2, 1, 1, 0, 1, 2, 1, 1, -1]: a, docs, guide, more, src, -1
        let expected = hex(
            "89 68 6469666661626c65 01 68 736e617073686f74 f6 8c 000120 010101 000102 010120 81 02 81 04"
                + "86 61 61 64 646f6373 65 6775696465 64 6d6f7265 63 737263 20 82 05 40")
        #expect(try tree().encoded().bytes == expected)
        #expect(try Snapshot(decoding: expected) == tree())
    }

    /// A list with the expandable items 1 and 2, which are one run of positions.
    @Test func runsThatShouldBeOneAreRefused() throws {
        func document(_ expandable: String) -> [UInt8] {
            hex("89 68 6469666661626c65 01 68 736e617073686f74 f6 83000120 80 \(expandable) 83 6173 01 02 80")
        }
        let bytes = document("81 820102")
        #expect(try Snapshot(decoding: bytes).encoded().bytes == bytes)
        #expect(error { _ = try Snapshot(decoding: document("82 0100")) }?.code == .malformed)
    }

    @Test func theHashIsThatOfThePublishedVectors() {
        // From the reference code of SipHash, vectors of 128 bits: 0, 1 and 63 bytes.
        let expected = [
            "a3817f04ba25a8e66df67214c7550293", "da87c1d86b99af44347659119b22fc45", "5150d1772f50834a503e069a973fbd7c",
        ]
        for (count, text) in zip([0, 1, 63], expected) {
            let bytes = (0..<count).map { UInt8($0) }
            #expect(bytes.withUnsafeBytes { SipHash.digest($0) }.text == text)
        }
    }

    @Test func aVersionIsTheSumOfItsTerms() throws {
        func hash(_ text: String) -> Digest { hex(text).withUnsafeBytes { SipHash.digest($0) } }
        var list = Snapshot()
        #expect(list.version.text == "00000000000000000000000000000000")
        try list.appendSections(["s"])
        try list.appendItems([1, Element(2, content: Content([9]))])
        var expected = hash("84 00 f6 81 61 73 00")  // [0, null, ["s"], 0]
        expected ^= hash("84 00 81 61 73 01 01")  // [0, ["s"], 1, 1]
        expected ^= hash("84 00 01 02 01")  // [0, 1, 2, 1]
        expected ^= hash("84 01 02 00 41 09")  // [1, 2, 0, h'09']
        #expect(list.version == expected)
    }

    @Test func aVersionIsForgottenByAnEdit() throws {
        var list = try tree()
        let first = list.version
        let copy = list
        list.deleteItems(["more"])
        #expect(list.version != first && copy.version == first)
        list.collapse(["guide"])
        let second = list.version
        list.expand(["guide"])
        #expect(list.version != second)
    }

    @Test func aSectionSnapshotIsAnotherListThanAnEmptyOne() throws {
        let tree = Snapshot.sectionSnapshot()
        #expect(tree.version != Snapshot().version)
        let decoded = try Snapshot(decoding: tree.encoded().bytes)
        #expect(decoded.isSectionSnapshot && decoded == tree)
        let difference = Difference(from: tree, to: Snapshot())
        #expect(error { _ = try difference.encoded() }?.code == .invalidArgument)
    }

    @Test func aPatchOfAnotherListNamesBothVersions() throws {
        let (old, new) = (try fruit(), try tree())
        let patch = try Difference(from: old, to: new).encoded().bytes
        var list = new
        let failure = error { try list.apply(patch: patch) }
        #expect(failure?.code == .wrongVersion)
        #expect(
            failure?.message()
                == "WRONG_VERSION: apply_patch: the patch starts from version \(old.version.text), and the list has version \(new.version.text)"
        )
        #expect(list == new)
    }

    @Test func valuesOfThisProcessAreRefused() throws {
        var list = try fruit()
        // {1: 60000(3)}
        try list.updateItems([Element("x", content: Content(hex("a1 01 d9ea60 03")))])
        let failure = error { _ = try list.encoded() }
        #expect(failure?.code == .invalidArgument && failure?.identifier == "x")
        #expect(error { _ = try Difference(from: fruit(), to: list).encoded() }?.code == .invalidArgument)
    }

    /// What the page calls a map in deterministic CBOR, and what it does not.
    @Test func onlyDeterministicMapsAreMaps() {
        let maps = [
            "a0", "a10102", "a2 01 01 02 02", "a1 61 61 f9 7e00", "a1 00 fa 47c35000", "a1 00 fb 3ff199999999999a",
            "a1 01 82 01 80", "a1 01 f7",
            "a1 01 c1 00", "a1 00 f9 8000", "a1 00 1b 8000000000000000", "a1 80 a0",
        ]
        for text in maps { #expect(hex(text).withUnsafeBytes { ContentKind(of: $0) } == .map, "\(text)") }
        let others = [
            "", "80", "01", "a1", "a101", "a10102 00", "a2 02 01 01 02", "a2 01 01 01 02", "bf ff", "b8 01 01 02",
            "a1 01 18 17", "a1 01 fa 7fc00000",
            "a1 00 fa 3f800000", "a1 00 fb 3ff0000000000000", "a1 01 f8 ff", "a1 01 e0", "a1 01 61 ff",
            "a1 01 5f 40 ff", "a1 01 f9 7e01",
            "bb ffffffffffffffff", "a1 01 9b ffffffffffffffff", "a1 01 fa 7f800000",
        ]
        for text in others { #expect(hex(text).withUnsafeBytes { ContentKind(of: $0) } == .opaque, "\(text)") }
        #expect(hex("a1 01 d9ea61 00").withUnsafeBytes { ContentKind(of: $0) } == .reference)
        let deep = Array(repeating: UInt8(0x81), count: 255)
        #expect(([0xA1, 1] + deep + [0]).withUnsafeBytes { ContentKind(of: $0) } == .map)
        #expect(([0xA1, 1] + deep + [0x80]).withUnsafeBytes { ContentKind(of: $0) } == .opaque)
    }

    /// Every prefix of a document and every byte that is another one is refused, or is another document in the only
    /// form that it has.
    @Test func damagedDocumentsAreRefused() throws {
        for list in [try fruit(), try tree()] {
            let bytes = try list.encoded(name: "n").bytes
            for count in bytes.indices {
                #expect(error { _ = try Snapshot(decoding: Array(bytes[..<count])) }?.code == .malformed)
            }
            #expect(error { _ = try Snapshot(decoding: bytes + [0]) }?.code == .malformed)
            for index in bytes.indices {
                for value in UInt8.min...UInt8.max where value != bytes[index] {
                    var damaged = bytes
                    damaged[index] = value
                    guard let decoded = try? Snapshot(decoding: damaged) else { continue }
                    #expect(decoded.brokenInvariant() == nil)
                    let name = try damaged.withUnsafeBytes {
                        try Snapshot.decoded($0).name.map { String(decoding: $0, as: UTF8.self) }
                    }
                    #expect(try decoded.encoded(name: name).bytes == damaged)
                }
            }
        }
    }

    @Test func damagedPatchesAreRefused() throws {
        let pairs = [
            (try fruit(), try tree()), (try tree(), try fruit()), (try fruit(), try edited(fruit())),
            (try tree(), try edited(tree())),
        ]
        for (old, new) in pairs {
            let bytes = try Difference(from: old, to: new).encoded(withOldContents: true).bytes
            for count in bytes.indices {
                var list = old
                #expect(error { try list.apply(patch: Array(bytes[..<count])) }?.code == .malformed)
                #expect(list == old)
            }
            for index in bytes.indices {
                for value in UInt8.min...UInt8.max where value != bytes[index] {
                    var (damaged, list) = (bytes, old)
                    damaged[index] = value
                    if error({ try list.apply(patch: damaged) }) != nil { continue }
                    #expect(list == new && list.brokenInvariant() == nil)
                }
            }
        }
    }

    /// An error of no single byte has the offset of the edits, which follow the version that the patch leads to.
    @Test func anErrorOfTheEditsSaysWhereTheyBegin() throws {
        let old = try fruit()
        var bytes = try Difference(from: old, to: edited(old)).encoded().bytes
        #expect(bytes[35] == 0x50)
        bytes[51] ^= 1
        var list = old
        let error = error { try list.apply(patch: bytes) }
        let message = "the patch leads to another list than it promises, in the edits that begin at byte 52"
        #expect(error?.description == "MALFORMED: apply_patch: \(message)")
        #expect(error?.position == 52)
    }

    private func edited(_ list: Snapshot) throws -> Snapshot {
        var new = list
        let items = new.itemIdentifiers
        try new.appendItems([Element("new", content: Content([1])), "newer"])
        try new.moveItem(items.last!, beforeItem: items[0])
        try new.updateItems([Element(items[0], content: Content([0xA0]))])
        return new
    }

    /// A ranked list: 4 rows come, 4 go, and 64 move by a few rows.
    @Test func aStepOfARankedListIsShort() throws {
        var random = SplitMix64(seed: 1)
        var list = Snapshot()
        try list.appendSections(["ranking"])
        var players = (0..<3600).map { Int64(10_000 + 7 * $0) }
        try list.appendItems(players.map { Element(.integer($0)) })
        for step in 0..<20 {
            for _ in 0..<4 {
                players.remove(at: random.below(players.count))
                players.insert(
                    Int64(100_000 + step * 4 + random.below(1_000_000) * 100), at: random.below(players.count))
            }
            for _ in 0..<64 {
                let from = random.below(players.count)
                let player = players.remove(at: from)
                players.insert(player, at: max(0, min(players.count, from + random.number(in: -5...5))))
            }
            var new = list
            try new.replaceItems(players.map { Element(.integer($0)) })
            let size = try Difference(from: list, to: new).encoded().bytes.count
            #expect(size <= 500)
            list = new
        }
    }
}
