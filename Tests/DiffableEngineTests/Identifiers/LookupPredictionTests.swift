import Testing

@testable import DiffableEngine
@testable import TestSupport

@Suite struct LookupPredictionTests {
    /// Looks a batch up as a table does that has the handles below `known`.
    private func look(_ handles: [Handle], known: Handle, _ prediction: inout LookupPrediction) -> (hits: Int, misses: Int) {
        var misses: [Int] = []
        for (index, handle) in handles.enumerated() {
            if prediction.isInOrder && handle == prediction.next && handle < known {
                prediction.hit(1)
            } else {
                misses.append(index)
            }
        }
        for index in misses {
            prediction.miss(handles[index], isKnown: handles[index] < known, isLastOfBatch: index == handles.count - 1)
        }
        prediction.endBatch(of: handles.count)
        return (handles.count - misses.count, misses.count)
    }

    @Test func aListInOrderIsPredictedFromItsBeginning() {
        var prediction = LookupPrediction()
        #expect(prediction.isInOrder && prediction.next == 0)
        for first: Handle in [0, 40, 80] {
            #expect(look(Array(first..<first + 40), known: 200, &prediction) == (40, 0))
            #expect(prediction.isInOrder && prediction.next == first + 40 && !prediction.areMissesKnown)
        }
        prediction.resume(at: 7)
        #expect(look(Array(7..<20), known: 200, &prediction) == (13, 0))
    }

    @Test func aListOutOfOrderIsNotPredicted() {
        var prediction = LookupPrediction()
        _ = look((0..<40).reversed(), known: 200, &prediction)
        #expect(!prediction.isInOrder && prediction.areMissesKnown)
        #expect(look((0..<40).reversed(), known: 200, &prediction) == (0, 40))
    }

    /// One batch tells that the order is back; the next one is predicted.
    @Test func theOrderIsNoticedAgain() {
        var prediction = LookupPrediction()
        _ = look((0..<40).reversed(), known: 200, &prediction)
        #expect(look(Array(50..<90), known: 200, &prediction) == (0, 40))
        #expect(prediction.isInOrder && prediction.next == 90)
        #expect(look(Array(90..<120), known: 200, &prediction) == (30, 0))
    }

    /// New identifiers say nothing of what comes next, and are not looked for after a batch of which all were new.
    @Test func newIdentifiers() {
        var prediction = LookupPrediction()
        #expect(look(Array(0..<10) + Array(200..<210) + Array(10..<20), known: 200, &prediction) == (20, 10))
        #expect(prediction.next == 20 && prediction.isInOrder && !prediction.areMissesKnown)
        #expect(look(Array(210..<250), known: 210, &prediction) == (0, 40))
        #expect(prediction.next == 20 && !prediction.isInOrder && !prediction.areMissesKnown)
    }

    /// An item from elsewhere does not change what comes next, but at the end of a batch it may be where the list goes on.
    @Test func movedIdentifiers() {
        var prediction = LookupPrediction()
        #expect(look(Array(0..<10) + [150] + Array(10..<20), known: 200, &prediction) == (20, 1))
        #expect(prediction.next == 20 && prediction.areMissesKnown)
        #expect(look(Array(20..<30) + [100], known: 200, &prediction) == (10, 1))
        #expect(prediction.next == 101 && prediction.isInOrder)
    }
}
