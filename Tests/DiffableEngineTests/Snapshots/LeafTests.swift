import Testing

@testable import DiffableEngine
@testable import TestSupport

@Suite struct LeafTests {
    @Test(arguments: 0...40) func howManyFollowOneAnother(count: Int) {
        var row = (0..<40).map { Handle(1_000 + $0) }
        if count < row.count { row[count] = count == 0 ? 2_000 : row[count - 1] }
        row.borrowed { row in
            #expect(consecutiveCount(row) == (count == 0 ? 1 : count))
            #expect(consecutiveCount(row.part(0..<(count / 2))) == count / 2)
        }
    }

    /// Memory without handles is not read.
    @Test func noHandles() {
        #expect(
            consecutiveCount(BorrowedHandles(UnsafeBufferPointer(start: UnsafePointer(bitPattern: 4), count: 0))) == 0)
        let leaf = [Handle(5)].borrowed { handles in Leaf.with(number: 1, items: handles).removing(handles) }
        #expect(leaf.count == 0 && leaf.offset(of: 5) == nil)
    }

    /// The last handle of all is followed by none.
    @Test func rowsThatEndWithTheHandles() {
        [Handle.max - 1, .max, .max, 0].borrowed { #expect(consecutiveCount($0) == 2) }
        [Handle.max, .max].borrowed { #expect(consecutiveCount($0) == 1) }
    }

    /// Items in the order of their handles, into which others are put, and of which some are taken out.
    @Test(arguments: 0..<20 as Range<UInt64>) func itemsAreFoundWhateverComesBetween(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var items = (0..<random.below(100)).map { Handle(500 + $0) }
        var leaf = items.borrowed { Leaf.with(number: 1, items: $0) }
        for next in 0..<20 as Range<Handle> {
            // Without a second reference, items are inserted in place.
            let copy = random.once(in: 2) ? leaf : nil
            let before = items
            if random.once(in: 2) {
                let place = random.below(items.count + 1)
                let new = random.once(in: 2) ? [next] : [700 + next, 800 + next]
                new.borrowed { Leaf.insert($0, at: place, of: &leaf) }
                items.insert(contentsOf: new, at: place)
            } else {
                let going = items.filter { _ in random.once(in: 20) }
                leaf = going.borrowed { leaf.removing($0) }
                items.removeAll { going.contains($0) }
            }
            check(leaf, items)
            if let copy { check(copy, before) }
        }
    }

    private func check(_ leaf: Leaf, _ items: [Handle]) {
        #expect(Array(leaf.items) == items)
        for handle in 0..<900 as Range<Handle> {
            let offset = items.firstIndex(of: handle)
            #expect(leaf.offset(of: handle) == offset)
            if let found = leaf.consecutiveOffset(of: handle) { #expect(found == offset) }
        }
        #expect(leaf.offset(of: .max) == nil)
    }
}
