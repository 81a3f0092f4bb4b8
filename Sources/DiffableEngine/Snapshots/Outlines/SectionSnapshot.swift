/// What one section should be, as a tree: items below items, each parent expanded or collapsed. What a list
/// shows of it are the visible items, those whose every ancestor is expanded, in depth-first order.
///
/// A value, like `Snapshot`; every edit either does all that it says or throws and changes nothing. Unlike
/// UIKit's, its items may carry revisions and marks, hidden ones as well.
///
/// Complexities are given in n (items in the tree), d (levels), k (what is handed over) and b (children of one parent).
public struct SectionSnapshot {
    struct Node {
        /// `Handle.max` at the root level.
        var parent: Handle
        var children: [Handle] = []
        var isExpanded = false
        var revision: UInt64
    }

    var table = IdentifierTable()
    var nodes = PagedArray<Node?>(absent: nil)
    var roots: [Handle] = []
    var count = 0

    var reloadedItemSet = MarkSet()
    var reconfiguredItemSet = MarkSet()

    static let none = Handle.max

    public init() {}

    /// How many items are in the tree, hidden ones included.
    /// - Complexity: O(1)
    public var numberOfItems: Int { count }

    var withoutMarks: SectionSnapshot {
        var copy = self
        copy.reloadedItemSet = MarkSet()
        copy.reconfiguredItemSet = MarkSet()
        return copy
    }

    func children(of parent: Handle) -> [Handle] {
        parent == Self.none ? roots : nodes[parent]?.children ?? []
    }

    /// Calls `body` with the items below a parent, depth first, children only of those for which it returns true.
    func walk(_ parent: Handle, _ body: (Handle, Node) -> Bool) {
        // A stack of its own: a tree may be deeper than the machine's.
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

    /// The items below a parent that are visible when the parent's own children are.
    func visibleHandles(below parent: Handle = none) -> [Handle] {
        var result: [Handle] = []
        walk(parent) { item, node in
            result.append(item)
            return node.isExpanded
        }
        return result
    }

    /// The items below a parent, hidden ones as well.
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
