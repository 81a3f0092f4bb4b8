/// The changes of a difference in one array. Changes of the same kind are consecutive, and kinds are in the order in
/// which they were added.
struct Changes {
    /// Empty, or the changes after a table of contents. The table has nine elements, one for each kind, by its number:
    /// `from.section` is the index of the first change of the kind, and `from.item` the number of its changes.
    private var all: [PackedChange] = []
    private static var contentsCount: Int { 9 }

    var isEmpty: Bool { all.count <= Self.contentsCount }

    @inline(__always)
    func count(_ kind: ChangeKind) -> Int {
        all.isEmpty ? 0 : Int(all[Int(kind.rawValue)].from.item)
    }

    /// The index of the first change of a kind. It is stored without a sign, because it may be above `Int32.max`.
    private func first(_ entry: Int) -> Int { Int(UInt32(bitPattern: all[entry].from.section)) }

    func list(_ kind: ChangeKind) -> ChangeList {
        all.isEmpty ? .empty : ChangeList(all, first: first(Int(kind.rawValue)), count: count(kind))
    }

    /// Adds a change. No other kind may have been added since the first change of this one.
    mutating func add(_ kind: ChangeKind, from: PackedIndexPath = .none, to: PackedIndexPath = .none) {
        add(kind, atMost: 1) { $0.append(PackedChange(from: from, to: to)) }
    }

    /// Adds the changes that `fill` appends.
    @inline(__always)
    mutating func add(_ kind: ChangeKind, atMost additional: Int, _ fill: (inout OutputSpan<PackedChange>) -> Void) {
        if additional == 0 { return }
        reserve(additional)
        let first = all.count
        all.append(addingCapacity: additional, initializingWith: fill)
        let entry = Int(kind.rawValue)
        if all[entry].from.item == 0 { all[entry].from.section = Int32(bitPattern: UInt32(truncatingIfNeeded: first)) }
        all[entry].from.item &+= Int32(truncatingIfNeeded: all.count &- first)
    }

    /// Replaces the changes of a kind.
    mutating func replace(_ kind: ChangeKind, with new: [PackedChange]) {
        if !all.isEmpty { all[Int(kind.rawValue)].from.item = 0 }
        add(kind, atMost: new.count) { list in for change in new { list.append(change) } }
    }

    /// Makes room for more changes.
    @inline(never)
    mutating func reserve(_ additional: Int) {
        if all.isEmpty {
            all.reserve(Self.contentsCount + max(additional, 7))
            all.append(addingCapacity: Self.contentsCount) { contents in
                for _ in 0..<Self.contentsCount {
                    contents.append(PackedChange(from: .init(section: 0, item: 0), to: .none))
                }
            }
        } else if all.count + additional > all.capacity {
            all.reserve(additional)
        }
    }

    /// Sorts deletions in the order of the old list, all other changes in the order of the new one. The changes of most
    /// kinds are sorted already.
    mutating func sort() {
        if all.isEmpty { return }
        for entry in 0..<Self.contentsCount where all[entry].from.item > 1 {
            let first = first(entry)
            let changes = all[first..<first + Int(all[entry].from.item)]
            if changes.ascends(by: { $0.sortingKey }) { continue }
            let sorted = Array(copying: changes).ascending { $0.sortingKey }
            for index in sorted.indices { all[first + index] = sorted[index] }
        }
    }
}

extension PackedChange {
    /// Deletions have no new index path.
    fileprivate var sortingKey: UInt64 { (to.section < 0 ? from : to).key }
}

/// The changes of one kind.
package struct ChangeList: RandomAccessCollection {
    private let all: [PackedChange]
    private let first: Int
    package let count: Int
    static var empty: ChangeList { ChangeList([], first: 0, count: 0) }

    init(_ all: [PackedChange], first: Int, count: Int) {
        self.all = all
        self.first = first
        self.count = count
    }

    package var startIndex: Int { 0 }
    package var endIndex: Int { count }

    package subscript(index: Int) -> PackedChange {
        precondition(index < count)
        return all[first + index]
    }
}

/// For each section of one list its index in the other list; -1 if it is not there. If the sections of both lists
/// correspond one to one, in order, no indexes are stored.
package struct SectionIndexes: RandomAccessCollection {
    package let count: Int
    /// Empty if each section has the same index in both lists.
    private let indexes: [Int32]

    /// The indexes of lists whose sections correspond one to one, in order.
    init(sameIn count: Int) {
        self.count = count
        indexes = []
    }

    init(_ indexes: [Int32]) {
        count = indexes.count
        self.indexes = indexes
    }

    package var startIndex: Int { 0 }
    package var endIndex: Int { count }

    package subscript(index: Int) -> Int32 {
        precondition(index < count)
        return indexes.isEmpty ? Int32(truncatingIfNeeded: index) : indexes[index]
    }
}
