import Testing

@testable import DiffableEngine
@testable import TestSupport

@Suite struct PositionIndexTests {
    private static let rows: [[Handle]] = [
        [], [0], [7, 7, 7], [3, 1, 2, 3], Array(0..<1_000), (0..<1_000).map { $0 * 4_096 },
        (0..<300).map { Handle.max - 1 - $0 }, [Handle.max - 1, 0, 1 << 31, 1 << 30, 0],
    ]

    @Test(arguments: rows)
    func theFirstPlaceOfEachHandle(handles: [Handle]) {
        var index = PositionIndex(capacity: handles.count)
        var first: [Handle: Int] = [:]
        for (place, handle) in handles.enumerated() {
            #expect(index.insert(handle, position: place) == first[handle])
            if first[handle] == nil { first[handle] = place }
        }
        for handle in handles { #expect(index.position(of: handle) == first[handle]) }
        #expect(index.position(of: 5_000_001) == nil)
        #expect(index.position(of: Handle.max) == nil)
    }

    @Test(arguments: rows) func theLastPlaceOfEachHandle(handles: [Handle]) {
        var index = PositionIndex(capacity: handles.count)
        for (place, handle) in handles.enumerated() { index.set(handle, position: place) }
        for handle in handles { #expect(index.position(of: handle) == handles.lastIndex(of: handle)) }
        #expect(index.position(of: Handle.max) == nil)
    }
}
