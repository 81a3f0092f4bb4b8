import Testing

@testable import DiffableEngine
@testable import TestSupport

@Suite struct HandleIndexTests {
    private static let rows: [[Handle]] = [
        [], [0], [7, 7, 7], [3, 1, 2, 3], Array(0..<1_000), (0..<1_000).map { $0 * 4_096 },
        (0..<300).map { Handle.max - 1 - $0 }, [Handle.max - 1, 0, 1 << 31, 1 << 30, 0],
    ]

    @Test(arguments: rows)
    func theFirstPlaceOfEachHandle(handles: [Handle]) {
        var index = HandleIndex(capacity: handles.count)
        var first: [Handle: Int] = [:]
        for (place, handle) in handles.enumerated() {
            #expect(index.insert(handle, place: place) == first[handle])
            if first[handle] == nil { first[handle] = place }
        }
        for handle in handles { #expect(index.place(of: handle) == first[handle]) }
        #expect(index.place(of: 5_000_001) == nil)
        #expect(index.place(of: Handle.max) == nil)
    }

    /// The same where the range of the handles is known, whether they lie close together in it or not.
    @Test(arguments: rows) func withinARange(handles: [Handle]) {
        let range = (handles.min() ?? 0)...(handles.max() ?? 0)
        var index = HandleIndex(capacity: handles.count, within: range)
        for (place, handle) in handles.enumerated() { _ = index.insert(handle, place: place) }
        for handle in handles { #expect(index.place(of: handle) == handles.firstIndex(of: handle)) }
        #expect(index.place(of: range.upperBound &+ 1) == nil)
        #expect(index.place(of: range.lowerBound &- 1) == nil)
        #expect(index.place(of: Handle.max) == nil)
    }

    @Test(arguments: rows) func theLastPlaceOfEachHandle(handles: [Handle]) {
        let range = (handles.min() ?? 0)...(handles.max() ?? 0)
        for var index in [HandleIndex(capacity: handles.count), HandleIndex(capacity: handles.count, within: range)] {
            for (place, handle) in handles.enumerated() { index.set(handle, place: place) }
            for handle in handles { #expect(index.place(of: handle) == handles.lastIndex(of: handle)) }
            #expect(index.place(of: Handle.max) == nil)
        }
    }
}
