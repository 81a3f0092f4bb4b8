// The rows of a tree, visible or hidden. The rows of an item are the item and the rows below it that are in the same
// list. These directly follow it.

extension Snapshot {
    /// The list that has an item as a row: this list, or the list of hidden rows.
    func list(of item: Handle) -> Snapshot {
        isVisible(item) ? self : storage.forest?.hidden ?? self
    }

    /// The last of the rows of an item.
    func lastRow(of item: Handle) -> Handle {
        var row = item
        while true {
            let node = node(row)
            guard node.isExpanded, node.hasChildren else { return row }
            row = node.last
        }
    }

    /// How many rows an item has in its list: the item, and everything below it that is visible if the item is.
    @export(interface)
    package func numberOfRows(ofItemAt path: IndexPath) -> Int {
        storage.forest == nil ? 1 : rows(of: item(at: path)).count
    }

    /// An item and the rows below it.
    func rows(of item: Handle) -> Rows {
        list(of: item).rows(from: item, through: lastRow(of: item))
    }

    /// The rows below an item, which are hidden if it is collapsed.
    func rows(below parent: Handle) -> Rows {
        let node = node(parent)
        return node.hasChildren ? list(of: node.first).rows(from: node.first, through: lastRow(of: node.last)) : []
    }

    /// Consecutive rows of this list.
    private func rows(from first: Handle, through last: Handle) -> Rows {
        if first == last { return [first] }
        guard let start = locate(first), let end = locate(last) else { return [] }
        var rows: Rows = []
        for index in start.leaf...end.leaf {
            let items = sections[start.section].leaves[index].items
            rows += items[(index == start.leaf ? start.offset : 0)...(index == end.leaf ? end.offset : items.count - 1)]
        }
        return rows
    }

    /// Returns some rows and everything below the collapsed ones, in depth-first order.
    func withHidden(_ rows: Rows) -> [Handle] {
        if storage.forest == nil { return rows }
        // An explicit stack: recursion could overflow the call stack in a deep tree.
        var (result, stack): ([Handle], [(rows: Rows, next: Int)]) = ([], [(rows, 0)])
        while let top = stack.last {
            if top.next == top.rows.count {
                stack.removeLast()
                continue
            }
            stack[stack.count - 1].next += 1
            let item = top.rows[top.next]
            result.append(item)
            if node(item).hidesChildren { stack.append((self.rows(below: item), 0)) }
        }
        return result
    }

    /// Everything below an item, in depth-first order.
    package func items(below parent: Handle) -> [Handle] {
        withHidden(rows(below: parent))
    }

    /// The children of an item, in order.
    @export(interface)
    package func childHandles(of parent: Handle) -> [Handle] {
        let all = rows(below: parent)
        return node(parent).childCount == all.count ? all : all.filter { node($0).parent == parent }
    }

    /// The row after an item of this list; `Node.none` after the last one of the section.
    private func row(after item: Handle) -> Handle {
        guard var location = locate(item) else { return Node.none }
        location.offset += 1
        if location.offset == leaf(location).count { (location.leaf, location.offset) = (location.leaf + 1, 0) }
        let leaves = sections[location.section].leaves
        return location.leaf < leaves.count ? leaves[location.leaf].items[location.offset] : Node.none
    }

    private func row(before item: Handle) -> Handle {
        guard let location = locate(item) else { return Node.none }
        let leaves = sections[location.section].leaves
        if location.offset > 0 { return leaves[location.leaf].items[location.offset - 1] }
        return location.leaf > 0 ? leaves[location.leaf - 1].items.last ?? Node.none : Node.none
    }

    /// The sibling after a child; `Node.none` after the last one.
    func sibling(after item: Handle) -> Handle {
        let parent = node(item).parent
        return item == node(parent).last ? Node.none : list(of: item).row(after: lastRow(of: item))
    }

    /// The sibling before a child; `Node.none` before the first one.
    func sibling(before item: Handle) -> Handle {
        let parent = node(item).parent
        if item == node(parent).first { return Node.none }
        var sibling = list(of: item).row(before: item)
        while node(sibling).parent != parent { sibling = node(sibling).parent }
        return sibling
    }
}
