extension SectionSnapshot: CustomStringConvertible {
    /// A line for each item: `-` collapsed or `+` expanded with children or expandable, `*` visible, the level by indentation.
    /// - Complexity: O(n · d)
    public var description: String {
        var lines: [String] = []
        let visible = visibleHandles()
        var index = PositionIndex(capacity: visible.count)
        for handle in visible { _ = index.insert(handle, position: 0) }
        walk(Self.none) { item, node in
            let sign = !node.isParent ? " " : node.isExpanded ? "+" : "-"
            let mark = index.position(of: item) == nil ? " " : "*"
            lines.append(sign + mark + String(repeating: "  ", count: level(of: item)) + " " + table.identifier(item).quoted)
            return true
        }
        return lines.isEmpty ? "(empty)" : lines.joined(separator: "\n")
    }
}

extension SectionSnapshot: Equatable {
    /// Whether both have the same items, revisions, expanded and expandable items in the same order and structure. Marks are ignored.
    /// - Complexity: O(n)
    public static func == (left: SectionSnapshot, right: SectionSnapshot) -> Bool {
        guard left.count == right.count else { return false }
        let (leftItems, rightItems) = (left.handles(), right.handles())
        return zip(leftItems, rightItems).allSatisfy { leftItem, rightItem in
            guard let leftNode = left.nodes[leftItem], let rightNode = right.nodes[rightItem] else { return false }
            return leftNode.isExpanded == rightNode.isExpanded && leftNode.isExpandable == rightNode.isExpandable
                && leftNode.revision == rightNode.revision
                && left.identifier(leftItem) == right.identifier(rightItem)
                && left.identifier(leftNode.parent) == right.identifier(rightNode.parent)
        }
    }

    private func identifier(_ handle: Handle) -> Identifier? {
        handle == Self.none ? nil : table.identifier(handle)
    }
}
