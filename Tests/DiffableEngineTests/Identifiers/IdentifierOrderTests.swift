import Testing

@testable import DiffableEngine
@testable import TestSupport

/// Lists of identifiers in all orders that matter to the prediction: each identifier must have the handle that it has
/// when it is looked up alone.
@Suite struct IdentifierOrderTests {
    private static let count = 1_500

    private static let orders: [(name: String, order: @Sendable (inout SplitMix64) -> [Int])] = [
        ("in order", { _ in Array(0..<count) }),
        ("backwards", { _ in (0..<count).reversed() }),
        ("shuffled", { (0..<count).shuffled(using: &$0) }),
        ("with gaps", { random in (0..<count).filter { _ in !random.once(in: 5) } }),
        ("with strangers between", { random in (0..<count).flatMap { random.once(in: 5) ? [$0, count + $0] : [$0] } }),
        ("strangers alone", { _ in Array(count..<2 * count) }),
        ("blocks in another order", { _ in [3, 0, 4, 1, 2].flatMap { Array($0 * 300..<$0 * 300 + 300) } }),
        ("every third one elsewhere", { random in (0..<count).map { $0 % 3 == 0 ? random.below(2 * count) : $0 } }),
        ("in order after a shuffle", { (0..<700).shuffled(using: &$0) + Array(700..<count) }),
        ("twice", { _ in Array(0..<count) + Array(0..<count) }),
    ]

    private static func name(_ number: Int) -> Identifier {
        number % 7 == 0 ? .integer(Int64(number)) : Identifier("identifier number \(number) of many")
    }

    private func withRaws<Result>(_ identifiers: [Identifier], _ body: (BorrowedIdentifiers) throws -> Result) rethrows
        -> Result
    {
        let bytes = identifiers.map { identifier -> UnsafeMutableRawBufferPointer? in
            guard case .bytes(let bytes) = identifier else { return nil }
            let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
            memory.copyBytes(from: bytes)
            return memory
        }
        defer { for memory in bytes { memory?.deallocate() } }
        let raws = zip(identifiers, bytes).map { identifier, bytes -> BorrowedIdentifier in
            if case .integer(let value) = identifier { return .integer(value) }
            return .bytes(UnsafeRawBufferPointer(bytes!))
        }
        return try raws.withUnsafeBufferPointer { try body(BorrowedIdentifiers($0)) }
    }

    /// A predicted identifier is compared by its kind as well as by its bytes.
    @Test func anIntegerInPlaceOfAStringOfTheSameBytes() {
        let table = IdentifierTable()
        let known: [Identifier] = [0, .bytes([1, 0, 0, 0, 0, 0, 0, 0]), 2]
        #expect(withRaws(known) { table.intern($0) } == [0, 1, 2])
        // From the first look-up on, the next one is predicted.
        #expect(withRaws(known) { table.find($0) } == [0, 1, 2])
        #expect(withRaws([0, 1, 2]) { table.find($0) } == [0, Handle.max, 2])
        #expect(withRaws(known) { table.find($0) } == [0, 1, 2])
    }

    @Test(arguments: orders.indices, 0..<3 as Range<UInt64>) func everyOrder(index: Int, seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let order = Self.orders[index].order(&random)
        let table = IdentifierTable()
        _ = withRaws((0..<Self.count).map(Self.name)) { table.intern($0) }
        let identifiers = order.map(Self.name)
        let found = withRaws(identifiers) { table.find($0) }
        #expect(found == order.map { $0 < Self.count ? Handle($0) : Handle.max }, "\(Self.orders[index].name)")

        // What is new gets the next handles, in the order in which it comes.
        var known = Dictionary(uniqueKeysWithValues: (0..<Self.count).map { ($0, Handle($0)) })
        let expected = order.map { number in
            let handle = known[number] ?? Handle(known.count)
            known[number] = handle
            return handle
        }
        let entered = withRaws(identifiers) { table.intern($0) }
        #expect(entered == expected, "\(Self.orders[index].name)")
        #expect(table.count == known.count)
    }

    /// Each order is remembered, and is the wrong prediction for the next one. In between, lists are described in
    /// parts.
    @Test(arguments: 0..<6 as Range<UInt64>) func eachOrderAfterEveryOther(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let table = IdentifierTable()
        var known: [Int: Handle] = [:]
        for index in Self.orders.indices.shuffled(using: &random) + Self.orders.indices.shuffled(using: &random) {
            var rest = Self.orders[index].order(&random)[...]
            while !rest.isEmpty {
                let part = rest.prefix(1 + random.below(random.once(in: 2) ? 3 : 700))
                rest = rest.dropFirst(part.count)
                let identifiers = part.map(Self.name)
                #expect(
                    withRaws(identifiers) { table.find($0) } == part.map { known[$0] ?? Handle.max },
                    "\(Self.orders[index].name)")
                let expected = part.map { number in
                    let handle = known[number] ?? Handle(known.count)
                    known[number] = handle
                    return handle
                }
                #expect(withRaws(identifiers) { table.intern($0) } == expected, "\(Self.orders[index].name)")
            }
        }
        #expect(table.count == known.count)
    }
}
