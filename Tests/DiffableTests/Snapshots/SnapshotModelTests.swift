import Diffable
import Testing

/// Random programs over snapshots say what the model says.
struct SnapshotModelTests {
    @Test(arguments: 0..<12)
    func programs(seed: UInt64) {
        check(Program<Int, String>(seed: seed))
        check(Program<String, Int>(seed: seed))
        check(Program<Payment, Payment>(seed: seed))
        check(Program<Int, Row>(seed: seed))
        check(Program<Row, Row>(seed: seed))
        check(Program<Int, Named>(seed: seed))
    }

    @Test(arguments: 0..<12)
    func collisions(seed: UInt64) {
        check(Program<Colliding, Colliding>(seed: seed))
        check(Program<Int, CollidingRow>(seed: seed))
    }

    /// Identifiers come and go, so that the engine drops those that are dead.
    @Test func churn() {
        check(Program<Int, String>(seed: 1, items: 2_000), steps: 60)
        var snapshot = DiffableDataSourceSnapshot<Int, Int>()
        snapshot.appendSections([0])
        for round in 0..<3_000 {
            snapshot.appendItems([round * 2, round * 2 + 1])
            if round >= 5 { snapshot.deleteItems([round * 2 - 10, round * 2 - 9]) }
        }
        #expect(snapshot.itemIdentifiers == Array(5_990..<6_000))
        #expect(snapshot.indexOfItem(5_995) == 5)
        for round in 0..<200 { snapshot.replaceItems((round * 50..<round * 50 + 60).map { $0 }) }
        #expect(snapshot.itemIdentifiers == Array(9_950..<10_010))
        #expect(snapshot.indexOfItem(9_955) == 5 && !snapshot.contains(9_949))
    }

    private func check<Section, Item>(_ program: Program<Section, Item>, steps: Int = 120) {
        var program = program
        #expect(program.advance(steps) == nil, "\(Program<Section, Item>.self)")
    }
}
