/// What one section should be, as a tree: items below items, each expanded or collapsed. The list shows the visible items
/// in depth-first order. An item is visible if all its ancestors are expanded.
///
/// A value, like `Snapshot`; every edit succeeds as a whole, or throws and changes nothing. Unlike
/// UIKit's, its items may carry revisions and marks, hidden ones as well.
///
/// Complexities are given in n (items in the tree), d (levels), k (elements passed) and b (children of one parent).
public struct SectionSnapshot {
    struct Node {
        /// `Handle.max` at the root level.
        var parent: Handle
        var children: [Handle] = []
        var isExpanded = false
        /// Whether the section to which the tree is applied decides if the item is expanded.
        var keepsExpansion = false
        /// Whether the item has a sign of expansion without children as well.
        var isExpandable = false
        var revision: UInt64
    }

    /// Copies share the object until one of them is edited.
    private var storage = SectionSnapshotStorage()

    static let none = Handle.max

    public init() {}

    /// The number of items in the tree, including hidden ones.
    /// - Complexity: O(1)
    public var numberOfItems: Int { count }

    var withoutMarks: SectionSnapshot {
        if reloadedItemSet.isEmpty && reconfiguredItemSet.isEmpty { return self }
        var copy = self
        copy.reloadedItemSet = MarkSet()
        copy.reconfiguredItemSet = MarkSet()
        return copy
    }

    func children(of parent: Handle) -> [Handle] {
        parent == Self.none ? roots : nodes[parent]?.children ?? []
    }

    /// Calls `body` with the items below a parent, depth first; with the children of an item only if it returned true for it.
    func walk(_ parent: Handle, _ body: (Handle, Node) -> Bool) {
        // An explicit stack: recursion could overflow the call stack in a deep tree.
        var stack: [(items: [Handle], next: Int)] = [(children(of: parent), 0)]
        while let top = stack.last {
            guard top.next < top.items.count else {
                stack.removeLast()
                continue
            }
            stack[stack.count - 1].next += 1
            let item = top.items[top.next]
            if let node = nodes[item], body(item, node), !node.children.isEmpty { stack.append((node.children, 0)) }
        }
    }

    /// The items below a parent that are visible if the children of the parent are.
    func visibleHandles(below parent: Handle = none) -> [Handle] {
        var result: [Handle] = []
        walk(parent) { item, node in
            result.append(item)
            return node.isExpanded
        }
        return result
    }

    /// The items below a parent, including hidden ones.
    func handles(below parent: Handle = none) -> [Handle] {
        var result: [Handle] = []
        walk(parent) { item, _ in
            result.append(item)
            return true
        }
        return result
    }

    func handle(_ raw: RawIdentifier) -> Handle? {
        table.handle(of: raw).flatMap { nodes[$0] == nil ? nil : $0 }
    }

    func level(of handle: Handle) -> Int {
        var level = 0
        var item = handle
        while let parent = nodes[item]?.parent, parent != Self.none {
            level += 1
            item = parent
        }
        return level
    }
}

/// What a section snapshot has. Storage that section snapshots share is never changed.
private final class SectionSnapshotStorage {
    let table: IdentifierTable
    @exclusivity(unchecked) var nodes = PagedArray<SectionSnapshot.Node?>(absent: nil)
    @exclusivity(unchecked) var roots: [Handle] = []
    @exclusivity(unchecked) var count = 0
    /// How many nodes are expandable.
    @exclusivity(unchecked) var expandableCount = 0
    /// false if no node keeps its expansion.
    @exclusivity(unchecked) var mayKeepExpansion = false
    @exclusivity(unchecked) var reloadedItemSet = MarkSet()
    @exclusivity(unchecked) var reconfiguredItemSet = MarkSet()

    init(table: IdentifierTable = IdentifierTable()) {
        self.table = table
    }

    @inline(never)
    func copy() -> SectionSnapshotStorage {
        let copy = SectionSnapshotStorage(table: table)
        (copy.nodes, copy.roots, copy.count) = (nodes, roots, count)
        (copy.expandableCount, copy.mayKeepExpansion) = (expandableCount, mayKeepExpansion)
        (copy.reloadedItemSet, copy.reconfiguredItemSet) = (reloadedItemSet, reconfiguredItemSet)
        return copy
    }
}

// The parts of the storage. Each is read where it is, and written where no other section snapshot has it.
extension SectionSnapshot {
    private var uniqueStorage: SectionSnapshotStorage {
        @inline(never) mutating get {
            if !isKnownUniquelyReferenced(&storage) { storage = storage.copy() } // mutant: shared-tree-storage
            return storage
        }
    }

    var table: IdentifierTable { storage.table }

    // A getter: Swift does not inline `_read` of a value of this size everywhere, and a coroutine takes its frame from malloc, unchecked.
    var nodes: PagedArray<Node?> {
        @inline(__always) get { storage.nodes }
        @inline(__always) _modify { yield &uniqueStorage.nodes }
    }

    var roots: [Handle] {
        @inline(__always) _read { yield storage.roots }
        @inline(__always) _modify { yield &uniqueStorage.roots }
    }

    var count: Int {
        @inline(__always) _read { yield storage.count }
        @inline(__always) _modify { yield &uniqueStorage.count }
    }

    var expandableCount: Int {
        @inline(__always) _read { yield storage.expandableCount }
        @inline(__always) _modify { yield &uniqueStorage.expandableCount }
    }

    var mayKeepExpansion: Bool {
        @inline(__always) _read { yield storage.mayKeepExpansion }
        @inline(__always) _modify { yield &uniqueStorage.mayKeepExpansion }
    }

    var reloadedItemSet: MarkSet {
        @inline(__always) _read { yield storage.reloadedItemSet }
        @inline(__always) _modify { yield &uniqueStorage.reloadedItemSet }
    }

    var reconfiguredItemSet: MarkSet {
        @inline(__always) _read { yield storage.reconfiguredItemSet }
        @inline(__always) _modify { yield &uniqueStorage.reconfiguredItemSet }
    }
}
