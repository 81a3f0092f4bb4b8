/// The trees of a list: the place of each item in them, and the items below collapsed ones. A list without trees has no
/// forest.
///
/// The leaves of the list have the visible items of all sections in depth-first order. The items below a collapsed item
/// are rows as well, but of another list, `hidden`, which has one section. There, the rows below each collapsed item
/// are consecutive: those that become visible if it is expanded, in depth-first order. If one of these rows is
/// collapsed itself, the rows below it are elsewhere in `hidden`. So expanding and collapsing moves rows between two
/// lists, and an edit finds a hidden item in the same way as a visible one.
///
/// Snapshots share a forest until one of them is edited.
final class Forest {
    @exclusivity(unchecked) var nodes = PagedArray<Node>(absent: Node())
    /// Shares the identifier tables of the list.
    @exclusivity(unchecked) var hidden: Snapshot
    /// Whether a node may keep its expansion or its children.
    @exclusivity(unchecked) var mayKeep = false

    init(hidden: Snapshot) {
        self.hidden = hidden
    }

    func copy() -> Forest {
        let copy = Forest(hidden: hidden)
        (copy.nodes, copy.mayKeep) = (nodes, mayKeep)
        return copy
    }
}

extension Snapshot {
    var forest: Forest? { storage.forest }

    /// The forest for writing. It is made if the list has none, and copied if another snapshot shares it.
    var uniqueForest: Forest {
        mutating get {
            let storage = uniqueStorage
            if storage.forest == nil {
                storage.forest = Forest(hidden: emptySectionSnapshot(withSection: 0))
            } else if !isKnownUniquelyReferenced(&storage.forest) {
                storage.forest = storage.forest?.copy()
            }
            return storage.forest.unsafelyUnwrapped
        }
    }

    func node(_ item: Handle) -> Node {
        storage.forest?.nodes[item] ?? Node()
    }

    mutating func updateNode(_ item: Handle, _ change: (inout Node) -> Void) {
        uniqueForest.nodes.update(item, change)
    }

    /// Whether an item is below a collapsed one.
    func isHidden(_ item: Handle) -> Bool {
        storage.forest?.hidden.isVisible(item) ?? false
    }

    /// Whether an item is in the list, visible or hidden.
    func contains(_ item: Handle) -> Bool {
        isVisible(item) || isHidden(item)
    }

    /// The visible ancestor of an item that must be hidden. This ancestor is collapsed.
    package func collapsedAncestor(of item: Handle) -> Handle {
        var ancestor = node(item).parent
        while ancestor != Node.none, !isVisible(ancestor) { ancestor = node(ancestor).parent }
        return ancestor
    }

    /// The visible ancestor of an item; the item itself if it is visible.
    func visibleAncestor(of item: Handle) -> Handle {
        isVisible(item) ? item : collapsedAncestor(of: item)
    }

    /// Whether `item` is `ancestor`, or is below it.
    func isItem(_ item: Handle, atOrBelow ancestor: Handle) -> Bool {
        var current = item
        while current != Node.none {
            if current == ancestor { return true }
            current = node(current).parent
        }
        return false
    }
}

/// Rows of a list, in the order of the list. Several functions of `Snapshot+Rows` return them.
typealias Rows = [Handle]
