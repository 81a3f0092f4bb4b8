import Testing

@testable import DiffableEngine
@testable import TestSupport

@Suite struct IdentifierTableTests {
    private func intern(_ identifiers: [Identifier], into table: IdentifierTable) -> [Handle] {
        identifiers.map { identifier in identifier.withRaw { raw in table.intern(raw)! } }
    }

    /// Handles are given out from 0 on, without gaps, and lead back to what they stand for.
    @Test(arguments: [0, 1, 12, 13, 100, 5_000]) func manyIdentifiers(count: Int) {
        let table = IdentifierTable()
        let identifiers = (0..<count).map { identifier($0) }
        let handles = (0..<count).map { Handle($0) }
        #expect(intern(identifiers, into: table) == handles)
        #expect(intern(identifiers.reversed(), into: table) == handles.reversed())
        #expect(table.count == count)
        #expect(handles.map { table.identifier($0) } == identifiers)
        let found = identifiers.map { identifier in identifier.withRaw { table.handle(of: $0) } }
        #expect(found == handles)
        let stranger = identifier(count).withRaw { table.handle(of: $0) }
        #expect(stranger == nil)
    }

    /// Identifiers that are alike and not the same.
    @Test func neighbours() {
        let table = IdentifierTable()
        let identifiers: [Identifier] = [
            0, "0", "", .bytes([0]), .bytes([0, 0]), .bytes([UInt8](repeating: 0, count: 8)), 1, "1", -1,
            .integer(.min), .integer(.max),
            .bytes([1, 0, 0, 0, 0, 0, 0, 0]), "abcdefgh", "abcdefghi", "abcdefgh\0", "abcdefghijklmnop",
            "abcdefghijklmnopq",
            "é", "e\u{301}", "A", "a", .bytes([0xFF]), .bytes([0xFB]), .bytes([0xFC, 1, 0, 0, 0, 1]),
        ]
        #expect(Set(intern(identifiers, into: table)).count == identifiers.count)
        #expect(identifiers.indices.map { table.identifier(Handle($0)) } == identifiers)
    }

    /// Around the lengths at which a record changes its form, and at which it takes blocks of its own.
    @Test func lengths() {
        let table = IdentifierTable()
        let lengths = [
            1, 7, 8, 9, 15, 16, 17, 249, 250, 251, 252, 253, 16_378, 16_379, 16_380, 16_384, 40_000, 3, 70_000, 5,
        ]
        let identifiers = lengths.flatMap { length in
            [0x61, 0x62].map { Identifier.bytes([UInt8](repeating: 0x78, count: length - 1) + [$0]) }
        }
        let handles = identifiers.indices.map { Handle($0) }
        #expect(intern(identifiers, into: table) == handles)
        #expect(intern(identifiers, into: table) == handles)
        #expect(handles.map { table.identifier($0) } == identifiers)
    }

    /// A hash that gives all the same slot costs time and nothing else. With this key, which nobody draws, one
    /// factor of the product that is folded is 0 for every integer.
    @Test func identifiersThatCollide() {
        let hash = SeededHash(first: 0, second: 0xA076_1D64_78BD_642F)
        #expect(hash(.integer(1)) == hash(.integer(2)))
        let table = IdentifierTable(hash: hash)
        let identifiers = (0..<300).map { Identifier.integer($0) }
        let handles = (0..<300).map { Handle($0) }
        #expect(intern(identifiers, into: table) == handles)
        #expect(handles.map { table.identifier($0) } == identifiers)
    }

    /// Also of strings, one of which begins like another one: with this key their last eight bytes make the product 0.
    @Test func stringsThatCollide() {
        let hash = SeededHash(first: 0, second: 0x61)
        let eight = [UInt8](repeating: 0x78, count: 8)
        let end = [0x61] + [UInt8](repeating: 0, count: 7)
        let long = [UInt8](repeating: 0x78, count: 300)
        let strings = [eight + end, eight + [0x61], eight + eight + end, long + end, long + eight + end]
        let identifiers = strings.map { Identifier.bytes($0) }
        #expect(Set(identifiers.map { $0.withRaw { hash($0) } }).count == 1)
        let table = IdentifierTable(hash: hash)
        for _ in 0..<2 { #expect(intern(identifiers, into: table) == [0, 1, 2, 3, 4]) }
        #expect((0..<5).map { table.identifier($0) } == identifiers)
    }

    /// Tables share one secret, and still have seeds that differ in about half of their bits.
    @Test func everyTableHasASeedOfItsOwn() {
        let hashes = (0..<1_000).map { _ in SeededHash()(.integer(1)) }
        #expect(Set(hashes).count == 1_000)
        let differences = zip(hashes, hashes.dropFirst()).map { ($0 ^ $1).nonzeroBitCount }
        #expect(differences.allSatisfy { $0 > 8 && $0 < 56 })
        #expect(abs(Double(differences.reduce(0, +)) / Double(differences.count) - 32) < 2)
    }

    /// A table of each size, made by one call and enlarged by calls of other sizes. What was borrowed from it stays
    /// where it is.
    @Test(arguments: [1, 2, 3, 7, 8, 9, 12, 13, 16, 17, 30, 42, 43, 100, 1_100]) func smallTablesThatGrow(count: Int) {
        let all = (0..<6_000).map { identifier($0) }
        for step in [1, 5, 42, 500] {
            let table = IdentifierTable()
            var borrowed: [BorrowedIdentifier] = []
            var sizes = [count]
            while sizes.reduce(0, +) + step <= min(all.count, 40 * step + 2 * count) { sizes.append(step) }
            for size in sizes {
                let new = Array(all[borrowed.count..<borrowed.count + size])
                let handles = BorrowedElements.withRaws(new) { table.intern($0) }
                #expect(handles == (borrowed.count..<borrowed.count + size).map { Handle($0) })
                for handle in handles ?? [] { borrowed.append(table.raw(handle)) }
            }
            let known = Array(all[..<borrowed.count])
            #expect(borrowed.map { Identifier($0) } == known)
            #expect(borrowed.indices.allSatisfy { BorrowedIdentifier.isSame(borrowed[$0], table.raw(Handle($0))) })
            #expect(BorrowedElements.withRaws(known) { table.find($0) } == known.indices.map { Handle($0) })
            #expect(
                BorrowedElements.withRaws(known.reversed()) { table.find($0) }
                    == known.indices.reversed().map { Handle($0) }
            )
            let strangers = Array(all[borrowed.count...].prefix(50))
            #expect(BorrowedElements.withRaws(strangers) { table.find($0) } == strangers.map { _ in Handle.max })
        }
    }

    /// The first identifiers come in one call with equal ones and with long ones.
    @Test func firstCallsOfAllKinds() {
        let long = Identifier.bytes([UInt8](repeating: 0x78, count: 3_000_000))
        for identifiers in [[1, 1, 1], ["a", long, "b", long, 7], [long], [""], (0..<20).map { _ in "same" }]
            as [[Identifier]]
        {
            let table = IdentifierTable()
            let distinct = identifiers.reduce(into: [Identifier]()) { if !$0.contains($1) { $0.append($1) } }
            let handles = BorrowedElements.withRaws(identifiers) { table.intern($0) }
            #expect(handles == identifiers.map { Handle(distinct.firstIndex(of: $0)!) })
            #expect(table.count == distinct.count && distinct.indices.map { table.identifier(Handle($0)) } == distinct)
        }
    }

    @Test func aTableWithoutIdentifiers() {
        let table = IdentifierTable()
        #expect(table.count == 0 && table.handle(of: .integer(1)) == nil)
        #expect(BorrowedElements.withRaws([1, "a"]) { table.find($0) } == [Handle.max, Handle.max])
        #expect(BorrowedElements.withRaws([]) { table.intern($0) } == [])
        #expect(table.count == 0)
    }

    @Test func translationBetweenTables() {
        let (one, other) = (IdentifierTable(), IdentifierTable())
        _ = intern((0..<100).map { identifier($0) }, into: one)
        _ = intern((0..<100).reversed().map { identifier($0 * 2) }, into: other)
        let translated = one.translate((0..<100).map { Handle($0) }, into: other)
        for number in 0..<100 {
            #expect(translated[number] == (number % 2 == 0 ? Handle(99 - number / 2) : Handle.max))
        }
    }

    /// Lists that both tables met in the same order, but for some that one of them met elsewhere, never or alone.
    @Test func longRunsIntoAnotherTable() {
        let (one, other) = (IdentifierTable(), IdentifierTable())
        let identifiers = (0..<20_000).map {
            $0 == 5_000 ? .bytes([UInt8](repeating: 0x78, count: 30_000)) : identifier($0)
        }
        let handles = intern(identifiers, into: one)
        var others = identifiers
        others.swapAt(7_000, 12_345)
        others.insert(identifier(30_000), at: 11_000)
        others.removeSubrange(15_000..<15_003)
        _ = intern(others, into: other)
        for listed in [
            handles, Array(handles[2_000..<19_000]), handles.reversed(), Array(handles[9_000...] + handles[..<300]),
        ] {
            let expected = listed.map { handle in
                identifiers[Int(handle)].withRaw { other.handle(of: $0) } ?? Handle.max
            }
            #expect(one.translate(listed, into: other) == expected)
            #expect(one.translate(listed, into: other) == expected)
        }
    }

    /// A list with something that is not an identifier: there are no handles of what was not read, wherever that is,
    /// and the table goes on as before.
    @Test(arguments: [1, 2, 41, 42, 43, 84, 85, 200]) func whatIsNoIdentifier(count: Int) {
        for invalid in Set([0, 1, 40, 41, 42, 43, 83, 84, count - 1]) where invalid < count {
            let table = IdentifierTable()
            var elements = (0..<count).map { BorrowedIdentifier.integer(Int64($0)) }
            withUnsafeMutableBytes(of: &elements[invalid]) { $0.copyBytes(from: repeatElement(0, count: $0.count)) }
            let memory = UnsafeMutableBufferPointer<BorrowedIdentifier>.allocate(capacity: count)
            defer { memory.deallocate() }
            _ = memory.initialize(from: elements)
            let raws = UncheckedIdentifiers(UnsafeBufferPointer(memory))
            for _ in 0..<2 {
                let handles = table.internAll(raws)
                #expect(
                    handles.count <= invalid && handles == handles.indices.map { Handle($0) }
                        && table.count == handles.count)
                let written = UnsafeMutableBufferPointer<Handle>.allocate(capacity: count)
                defer { written.deallocate() }
                guard case .invalidIdentifier(let position) = raws.interned(in: table, into: written) else {
                    Issue.record("\(invalid) of \(count) was taken for an identifier")
                    return
                }
                #expect(position == invalid)
            }
            var snapshot = Snapshot()
            _ = snapshot.perform(.appendSections(["s"]))
            let before = snapshot
            let error = thrown { () throws(DiffableError) in
                try snapshot.appendItems(UncheckedElements(raws), toSection: nil)
            }
            #expect(error?.description == DiffableError.invalidIdentifier(raws[invalid], at: invalid).description)
            #expect(snapshot == before && snapshot.numberOfItems == 0 && snapshot.brokenInvariant() == nil)
            let identifiers = (0..<count).map { Identifier.integer(Int64($0)) }
            #expect(intern(identifiers, into: table) == (0..<count).map { Handle($0) })
            #expect(
                identifiers.map { identifier in identifier.withRaw { table.handle(of: $0) } }
                    == (0..<count).map { Handle($0) })
        }
    }

    /// One thread adds to a table while others read the identifiers of handles that they were given before, which takes
    /// no lock.
    @Test func readingWhileAnotherThreadAdds() async {
        let table = IdentifierTable()
        let known = (0..<100).map { identifier($0) }
        #expect(BorrowedElements.withRaws(known) { table.intern($0) } == known.indices.map { Handle($0) })
        await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                (100..<30_000).allSatisfy { number in identifier(number).withRaw { table.intern($0) } == Handle(number)
                }
            }
            for _ in 0..<3 {
                group.addTask {
                    (0..<300).allSatisfy { _ in known.indices.allSatisfy { table.identifier(Handle($0)) == known[$0] } }
                }
            }
            for await isRight in group { #expect(isRight) }
        }
        #expect(table.identifier(29_999) == identifier(29_999))
    }

    /// Snapshots on several threads share a table: each finds what the others entered, and nothing is entered twice.
    @Test func severalThreadsAtOnce() async {
        let table = IdentifierTable()
        // With less the first thread is done before the second one has begun.
        let count = 20_000
        let handles = await withTaskGroup(of: [Int: Handle].self) { group in
            for task in 0..<4 {
                group.addTask {
                    var random = SplitMix64(seed: UInt64(task))
                    var handles: [Int: Handle] = [:]
                    for number in (0..<count).shuffled(using: &random) {
                        let handle = identifier(number).withRaw { raw in table.intern(raw)! }
                        if table.identifier(handle) == identifier(number) { handles[number] = handle }
                    }
                    return handles
                }
            }
            var all: [[Int: Handle]] = []
            for await handles in group { all.append(handles) }
            return all
        }
        #expect(table.count == count)
        let isSameForAll = handles.allSatisfy { $0 == handles[0] }
        let hasNoGaps = handles[0].values.sorted() == (0..<Handle(count)).map { $0 }
        #expect(isSameForAll && hasNoGaps)
    }
}

extension BorrowedElements {
    static func withRaws<Result>(_ identifiers: [Identifier], _ body: (BorrowedIdentifiers) -> Result) -> Result {
        try! with(identifiers.map { Element($0) }) { body($0.identifiers) }
    }
}

extension BorrowedIdentifier {
    /// Whether two have the same bytes at the same address, or are the same integer.
    static func isSame(_ left: BorrowedIdentifier, _ right: BorrowedIdentifier) -> Bool {
        switch (left.value, right.value) {
        case (.integer(let left), .integer(let right)): left == right
        case (.bytes(let left), .bytes(let right)): left.baseAddress == right.baseAddress && left.count == right.count
        default: false
        }
    }
}
