import DiffableEngine

// Trees in lists of the engine whose identifiers are keys.

/// Where a tree is added, and what it replaces.
enum TreeEdit {
    case insert(Place, Int64)
    case replaceChildren(of: Int64)
    /// The section is appended if the list lacks it.
    case set(ofSection: Int64)
}

extension EngineList {
    mutating func put(_ tree: EngineList, _ edit: TreeEdit) throws(EngineError) {
        switch edit {
        case .insert(.before, let anchor): try insertTree(tree, .beforeItem(.integer(anchor)))
        case .insert(.after, let anchor): try insertTree(tree, .afterItem(.integer(anchor)))
        case .insert(.below, let anchor): try insertTree(tree, .atEndOfParent(.integer(anchor)))
        case .replaceChildren(let parent): try replaceChildren(of: .integer(parent), with: tree)
        case .set(let section): try setSectionSnapshot(tree, ofSection: .integer(section))
        }
    }

    /// The nearest ancestor of an item among `others`; nil if the item is below none of them.
    func ancestor(of key: Int64, among others: Set<Int64>) -> Int64? {
        var ancestor = parent(ofItem: key)
        while let known = ancestor, !others.contains(known) { ancestor = parent(ofItem: known) }
        return ancestor
    }

    /// Adds the items of another list to this list under other keys. This list must have the same sections, and no
    /// items.
    /// - Parameter newKeys: the keys of all items of the other list, in depth-first order.
    mutating func copyForest(of other: EngineList, inKeys newKeys: [Int64]) throws(EngineError) {
        let handles = other.allHandles
        let keys = Dictionary(uniqueKeysWithValues: zip(handles, newKeys))
        func translated(_ handles: [UInt32]) -> [Int64] { handles.compactMap { keys[$0] } }
        for index in 0..<other.numberOfSections {
            try append(
                translated(other.rootHandles(inSectionAt: index)), toSection: key(handle(ofSectionAt: index), .section))
        }
        if other.hasTrees {
            for (handle, key) in zip(handles, newKeys) {
                let children = translated(other.childHandles(of: handle))
                if !children.isEmpty { try insert(children, .below, item: key) }
            }
            func keysOfItems(_ isMeant: (BorrowedIdentifier) -> Bool) -> [Int64] {
                handles.indices.filter { isMeant(.integer(other.key(handles[$0], .item))) }.map { newKeys[$0] }
            }
            set(keysOfItems { other.isExpanded($0) }, .expanded(true))
            set(keysOfItems { other.isExpandable($0) }, .expandable(true))
            set(keysOfItems { other.keepsExpansion($0) }, .keepsExpansion)
            set(keysOfItems { other.keepsChildren($0) }, .keepsChildren)
        }
        for mark in [Mark.reloadedItems, .reconfiguredItems] {
            let marked = translated(other.marked(mark).map { other.handle($0, .item) })
            if !marked.isEmpty { try self.mark(marked, mark) }
        }
    }
}

/// The state of one item. Two trees with the same items in depth-first order are equal if the states are equal.
struct TreeState: Equatable {
    var numberOfChildren = 0
    var isExpanded = false
    var isExpandable = false
}

extension EngineList {
    func state(of handle: UInt32) -> TreeState {
        let raw = table(.item).raw(handle)
        return TreeState(
            numberOfChildren: numberOfChildren(ofItem: raw) ?? 0, isExpanded: isExpanded(raw),
            isExpandable: isExpandable(raw))
    }
}
