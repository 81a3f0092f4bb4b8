import Testing

@testable import DiffableEngine
@testable import TestSupport

/// Random lists as documents: what is decoded is the list, with the same bytes and the same version, and patches lead
/// where they should.
@Suite struct RandomDocumentTests {
    /// Shapes of lists, and how many lists of each.
    static let shapes: [(Shape, Int)] = [(.tiny, 80), (.longIdentifiers, 5), (.middle, 10), (.leaves, 2)]

    @Test(arguments: shapes) func listsComeBack(shape: Shape, count: Int) throws {
        for seed in 0..<count {
            var program = SnapshotProgram(seed: UInt64(seed), shape: shape)
            for _ in 0..<4 {
                program.advance(steps: 5)
                try checkDocument(of: program.snapshot, "seed \(seed)")
            }
        }
    }

    @Test(arguments: shapes) func patchesLeadToTheNewList(shape: Shape, count: Int) throws {
        for number in 0..<count {
            let seed = UInt64(number)
            let pair = Pair(seed: seed, shape: shape, before: 3 + number % 20, between: 1 + number % 9)
            try checkPatch(pair.old, pair.new, "seed \(seed)")
            try checkPatch(pair.new, pair.old, "seed \(seed), back")
            for shares in [true, false] {
                try checkPatch(pair.old, pair.rebuilt(sharingIdentifiers: shares).new, "seed \(seed), rebuilt")
            }
            let strangers = Pair.strangers(seed: seed, shape: shape, steps: 12)
            try checkPatch(strangers.old, strangers.new, "seed \(seed), strangers")
        }
    }

    /// A follower that never sees the list but in patches.
    @Test(arguments: shapes) func followersStayEqual(shape: Shape, count: Int) throws {
        for seed in 0..<(count + 3) / 4 {
            var program = SnapshotProgram(seed: UInt64(seed), shape: shape)
            program.advance(steps: 10)
            var last = program.snapshot
            var follower = try Snapshot(decoding: last.encoded().bytes)
            for step in 0..<30 {
                program.advance(steps: 1 + step % 3)
                try follower.apply(
                    patch: Difference(from: last, to: program.snapshot).encoded(withOldContents: step % 2 == 0).bytes)
                last = program.snapshot
                #expect(follower == last && follower.brokenInvariant() == nil, "seed \(seed), step \(step)")
                if follower != last { return }
            }
            #expect(try follower.encoded().bytes == last.encoded().bytes)
        }
    }

    private func checkDocument(of list: Snapshot, _ name: String) throws {
        let bytes = try list.encoded(name: "list").bytes
        let decoded = try Snapshot(decoding: bytes)
        #expect(decoded == list && decoded.brokenInvariant() == nil, "\(name)")
        #expect(try decoded.encoded(name: "list").bytes == bytes, "\(name)")
        #expect(decoded.version == list.version, "\(name)")
    }

    /// Some lists know their version before, so it is computed from the difference, and some do not.
    private func checkPatch(_ old: Snapshot, _ new: Snapshot, _ name: String) throws {
        let bytes = try Difference(from: old, to: new).encoded(withOldContents: true).bytes
        var list = try Snapshot(decoding: old.encoded().bytes)
        try list.apply(patch: bytes)
        #expect(list == new && list.brokenInvariant() == nil, "\(name)")
        #expect(try list.encoded().bytes == new.encoded().bytes, "\(name)")
        #expect(try Snapshot(decoding: new.encoded().bytes).version == new.version, "\(name)")
        #expect(list.version == new.version, "\(name)")
        var same = old
        try same.apply(patch: Difference(from: old, to: new).encoded().bytes)
        #expect(same == new && same.brokenInvariant() == nil, "\(name)")
    }
}
