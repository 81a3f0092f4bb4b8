import Diffable
import Testing

@testable import TestSupport

/// Random applies and changes of derived lists give what filtering, sorting and grouping everything anew gives. Each function is called once for
/// an item that is new or whose content changed, and an error changes nothing.
struct DerivedModelTests {
    @Test(arguments: 0..<40)
    func programs(seed: UInt64) throws {
        try check(DerivedProgram<Row, Row>(Choices(seed: seed)))
        try check(DerivedProgram<Payment, Payment>(Choices(seed: seed)))
        try check(DerivedProgram<Int, Int>(Choices(seed: seed)))
        try check(DerivedProgram<Int, Named>(Choices(seed: seed)))
    }

    @Test(arguments: 0..<40)
    func collisions(seed: UInt64) throws {
        try check(DerivedProgram<Colliding, Colliding>(Choices(seed: seed)))
        try check(DerivedProgram<CollidingRow, CollidingRow>(Choices(seed: seed)))
    }

    private func check<Section, Item>(_ program: DerivedProgram<Section, Item>) throws {
        var program = program
        #expect(try program.advance(40) == nil, "\(DerivedProgram<Section, Item>.self)")
    }
}
