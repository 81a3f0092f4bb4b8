import Diffable
import Testing

/// Random programs over trees say what the model says, and so does a data source that shows them.
struct SectionSnapshotModelTests {
    @Test(arguments: 0..<8)
    func programs(seed: UInt64) {
        check(TreeProgram<Int>(seed: seed))
        check(TreeProgram<Payment>(seed: seed))
        check(TreeProgram<Row>(seed: seed))
        check(TreeProgram<Named>(seed: seed))
    }

    @Test(arguments: 0..<12)
    func collisions(seed: UInt64) {
        check(TreeProgram<Colliding>(seed: seed))
        check(TreeProgram<CollidingRow>(seed: seed))
    }

    private func check<Item>(_ program: TreeProgram<Item>) {
        var program = program
        #expect(program.advance(80) == nil, "\(TreeProgram<Item>.self)")
    }
}
