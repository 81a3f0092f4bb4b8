import Diffable
import Testing

@testable import TestSupport

/// Random applies and changes of derived lists give what filtering, sorting and grouping everything anew gives. Each
/// function is called once for an item that is new or whose content changed, and an error changes nothing.
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
        try check(DerivedProgram<Int, Colliding>(Choices(seed: seed)))
        try check(DerivedProgram<Row, CollidingRow>(Choices(seed: seed)))
    }

    private func check<Section, Item>(_ program: DerivedProgram<Section, Item>) throws {
        var program = program
        let mismatch = try program.advance(40)
        #expect(mismatch == nil, "\(DerivedProgram<Section, Item>.self)")
    }
}
