import Testing

@testable import DiffableEngine
@testable import TestSupport

/// Random programs over the whole of Snapshot against the model. A failure names the program: put its seed
/// and shape into `programsThatFailedOnce`, and it is run again each time.
@Suite struct SnapshotModelTests {
    @Test(arguments: 0..<10) func tinyLists(part: Int) {
        run(.tiny, part: part, programs: 200, steps: 25)
    }

    @Test func listsWithLongIdentifiers() {
        run(.longIdentifiers, part: 0, programs: 20, steps: 25)
    }

    @Test(arguments: 0..<6) func middleLists(part: Int) {
        run(.middle, part: part, programs: 10, steps: 40)
    }

    @Test(arguments: 0..<4) func sectionsWhoseLeavesSplitAndMerge(part: Int) {
        run(.leaves, part: part, programs: 3, steps: 40)
    }

    @Test(arguments: 0..<4) func sectionsOfThousandsOfItems(part: Int) {
        run(.long, part: part, programs: 1, steps: 40)
    }

    /// In this order: items came back when their leaf was merged with one still to be swept; a mark that was made
    /// again kept its old place; a mark without a revision took away the one that was there.
    @Test(arguments: [(1, .leaves), (1_329, .tiny), (9, .tiny)] as [(UInt64, Shape)])
    func programsThatFailedOnce(seed: UInt64, shape: Shape) {
        var program = SnapshotProgram(seed: seed, shape: shape.drawingFirstKinds)
        let wrong = program.run(steps: 40)
        #expect(wrong == nil)
    }

    private func run(_ shape: Shape, part: Int, programs: Int, steps: Int) {
        var failures = 0
        for number in 0..<programs {
            var program = SnapshotProgram(seed: UInt64(part * programs + number), shape: shape)
            let wrong = program.run(steps: steps)
            #expect(wrong == nil)
            if wrong != nil { return }
            failures += program.failures
        }
        // Programs in which nothing is ever refused would say little about refusals.
        #expect(failures > 0)
    }
}
