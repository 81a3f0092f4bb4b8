/// A set of marked items or sections, in the order in which they were marked.
struct MarkSet {
    /// The marks in their order; `none` replaces one that was removed.
    private var marked: [Handle] = []
    /// The position of each mark in `marked`; that of a removed mark remains. The index is nil before the first mark,
    /// and also if one call inserted all marks, because these are seldom looked up. In the second case a handle may be
    /// in `marked` twice.
    private var index: PositionIndex?
    /// How many marks the index has room for, including removed ones.
    private var capacity = 0
    private var removedCount = 0
    private static let none = Handle.max

    var isEmpty: Bool { marked.count == removedCount }

    /// - Complexity: O(1); O(n) for marks that were inserted in one call
    func contains(_ handle: Handle) -> Bool {
        index == nil ? marked.contains(handle) : position(of: handle) != nil
    }

    mutating func insert(_ handle: Handle) {
        makeIndex(for: 1)
        add(handle)
    }

    mutating func insert(_ handles: [Handle]) {
        if marked.isEmpty {
            (marked, index) = (handles, nil)
        } else {
            makeIndex(for: handles.count)
            for handle in handles { add(handle) }
        }
    }

    mutating func remove(_ handle: Handle) {
        if isEmpty { return }
        makeIndex(for: 0)
        guard let position = position(of: handle) else { return }
        marked[position] = Self.none
        removedCount += 1
    }

    /// The marked handles, each once, in the order in which they were marked.
    var members: [Handle] {
        if marked.count < 2 { return removedCount == 0 ? marked : [] }
        if index == nil {
            var seen = PositionIndex(capacity: marked.count)
            return marked.filter { seen.insert($0, position: 0) == nil }
        }
        return removedCount == 0 ? marked : marked.filter { $0 != Self.none }
    }

    /// The same handles as `members`, but some may occur twice. Unlike `members`, it never makes a hash table.
    var marks: [Handle] { index == nil ? marked : members }

    private mutating func add(_ handle: Handle) {
        if position(of: handle) != nil { return }
        index?.set(handle, position: marked.count)
        marked.append(handle)
    }

    private func position(of handle: Handle) -> Int? {
        guard let position = index?.position(of: handle), marked[position] == handle else { return nil }
        return position
    }

    /// Makes sure that there is an index with room for additional marks. If a new index has to be made, removed marks
    /// are dropped, and the index gets room for at least twice the remaining marks.
    private mutating func makeIndex(for additional: Int) {
        if index != nil && marked.count + additional <= capacity { return }
        (marked, removedCount) = (members, 0)
        capacity = marked.count + max(marked.count + 8, additional)
        var index = PositionIndex(capacity: capacity)
        for (position, handle) in marked.enumerated() { index.set(handle, position: position) }
        self.index = index
    }
}
