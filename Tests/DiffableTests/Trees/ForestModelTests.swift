import Diffable
import Testing

/// Random programs over lists with trees say what the model says, and so does a data source that shows them.
struct ForestModelTests {
    @Test(arguments: 0..<4)
    func programs(seed: UInt64) {
        check(ForestProgram<Int, Int>(seed: seed))
        check(ForestProgram<String, Row>(seed: seed))
        check(ForestProgram<Row, Payment>(seed: seed))
    }

    @Test(arguments: 0..<4)
    func collisions(seed: UInt64) {
        check(ForestProgram<Colliding, Colliding>(seed: seed))
        check(ForestProgram<Int, CollidingRow>(seed: seed))
    }

    private func check<Section, Item>(_ program: ForestProgram<Section, Item>) {
        var program = program
        #expect(program.advance(100) == nil, "\(ForestProgram<Section, Item>.self)")
    }
}
