import Testing

@testable import DiffableEngine
@testable import TestSupport

@Suite struct LookupPredictionTests {
    /// Looks a batch up as a table does that has the handles below `known`. New handles are the highest ones of the
    /// batch.
    private func look(_ handles: [Handle], known: Handle, _ prediction: inout LookupPrediction) -> (
        hits: Int, misses: Int
    ) {
        var misses: [Handle] = []
        for handle in handles {
            if prediction.isInOrder && handle == prediction.next && handle < known {
                prediction.hit(1, next: prediction.successor(of: handle))
            } else {
                misses.append(handle)
            }
        }
        if misses.isEmpty, let last = handles.last {
            prediction.endBatch(ofHits: last)
        } else {
            handles.borrowed { handles in
                prediction.endBatch(
                    of: handles, known: Int(known), count: max(Int(known), Int(handles.max() ?? 0) + 1),
                    areMissesKnown: misses.contains { $0 < known })
            }
        }
        return (handles.count - misses.count, misses.count)
    }

    @Test func aListInOrderIsPredictedFromItsBeginning() {
        var prediction = LookupPrediction()
        #expect(prediction.isInOrder && prediction.next == 0)
        for first: Handle in [0, 40, 80] {
            #expect(look(Array(first..<first + 40), known: 200, &prediction) == (40, 0))
            #expect(prediction.isInOrder && prediction.next == first + 40)
        }
        prediction.resume(at: 7)
        #expect(look(Array(7..<20), known: 200, &prediction) == (13, 0))
        #expect(prediction.isAscending(from: 0))
    }

    /// The first time it is not predicted, and the last handles before a batch are those that it follows.
    @Test func aListOutOfOrderIsPredictedTheSecondTime() {
        var prediction = LookupPrediction()
        let order = Array((0..<40 as Range<Handle>).reversed())
        _ = look(order, known: 200, &prediction)
        #expect(!prediction.isInOrder && prediction.areMissesKnown)
        #expect(look(order, known: 200, &prediction) == (0, 40))
        #expect(prediction.isInOrder && prediction.next == 39)
        #expect(look(order, known: 200, &prediction) == (40, 0))
    }

    /// What is remembered of one order is forgotten with the next one.
    @Test func onlyTheLastOrderCounts() {
        var prediction = LookupPrediction()
        for handles in [[0, 2, 4, 6, 1, 3, 5], [6, 5, 4, 3, 2, 1, 0], [0, 1, 2, 3, 4, 5, 6]] as [[Handle]] {
            prediction.beginElsewhere()
            _ = look(handles, known: 10, &prediction)
            for (handle, next) in zip(handles, handles.dropFirst()) {
                #expect(prediction.successor(of: handle) == next)
            }
        }
    }

    /// One batch tells that the order is back; the next one is predicted.
    @Test func theOrderIsNoticedAgain() {
        var prediction = LookupPrediction()
        _ = look((0..<40).reversed(), known: 200, &prediction)
        #expect(look(Array(50..<90), known: 200, &prediction) == (0, 40))
        #expect(prediction.isInOrder && prediction.next == 90)
        #expect(look(Array(90..<120), known: 200, &prediction) == (30, 0))
    }

    /// New identifiers are not searched for after a batch of which all were new. After them the list begins again.
    @Test func newIdentifiers() {
        var prediction = LookupPrediction()
        #expect(look(Array(0..<40), known: 0, &prediction) == (0, 40))
        #expect(prediction.next == 0 && !prediction.isInOrder && !prediction.areMissesKnown)
        #expect(look(Array(40..<80), known: 40, &prediction) == (0, 40))
        #expect(prediction.next == 0 && !prediction.isInOrder && prediction.isAscending(from: 0))
    }

    /// Inserted and moved identifiers do not disturb the others, and are predicted where they are from then on.
    @Test func insertedAndMovedIdentifiers() {
        var prediction = LookupPrediction()
        let handles = Array(0..<10) + [200, 201] + Array(10..<20) + [150] + Array(20..<30) as [Handle]
        #expect(look(handles, known: 200, &prediction) == (30, 3))
        #expect(prediction.next == 30 && prediction.isInOrder && prediction.areMissesKnown)
        prediction.beginElsewhere()
        prediction.resume(at: 0)
        #expect(look(handles, known: 202, &prediction) == (33, 0))
    }

    /// A large table would need much memory for what follows each handle.
    @Test func aLargeTableRemembersNothing() {
        var prediction = LookupPrediction()
        _ = look((0..<40).reversed(), known: 1 << 20, &prediction)
        #expect(prediction.isAscending(from: 0))
    }
}
