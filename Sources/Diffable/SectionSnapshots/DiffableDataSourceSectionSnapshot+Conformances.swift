import DiffableEngine

extension DiffableDataSourceSectionSnapshot: Equatable {
    /// Whether both have equal items in the same structure, and the same items are expanded and expandable. Marks are not compared.
    /// - Complexity: O(n)
    public static func == (left: Self, right: Self) -> Bool {
        func parent(of raw: RawIdentifier, in tree: Self) -> ItemIdentifierType? { tree.tree.parent(of: raw).flatMap { tree.value($0) } }
        return left.tree.numberOfItems == right.tree.numberOfItems
            && zip(left.tree.rawItems, right.tree.rawItems).allSatisfy { our, their in
                left.value(our) == right.value(their) && parent(of: our, in: left) == parent(of: their, in: right)
                    && left.tree.isExpanded(our) == right.tree.isExpanded(their)
                    && left.tree.isExpandable(our) == right.tree.isExpandable(their)
            }
    }
}

extension DiffableDataSourceSectionSnapshot: CustomStringConvertible, CustomDebugStringConvertible {
    /// A line for each item: `+` expanded or `-` collapsed, if it has children or is expandable, `*` visible, the level by indentation.
    /// - Complexity: O(n * d)
    public var description: String {
        let visible = Set(tree.rawVisibleItems.map { EngineList.key($0) })
        let raws = tree.rawItems
        let levels = raws.map { tree.level(of: $0) ?? 0 }
        let lines = zip(raws, levels).enumerated().map { position, item in
            let (raw, level) = item
            let hasChildren = position + 1 < levels.count && levels[position + 1] > level
            let sign = !hasChildren && !tree.isExpandable(raw) ? " " : tree.isExpanded(raw) ? "+" : "-"
            let mark = visible.contains(EngineList.key(raw)) ? "*" : " "
            return "\(sign)\(mark)\(String(repeating: "  ", count: level)) \(value(raw).map { DiffableError.name($0) } ?? "")"
        }
        return lines.isEmpty ? "(empty)" : lines.joined(separator: "\n")
    }

    /// The same as `description`.
    public var debugDescription: String { description }

    /// UIKit's name of `description`.
    /// - Complexity: O(n * d)
    public func visualDescription() -> String { description }
}

extension DiffableDataSourceSectionSnapshot: CustomReflectable {
    /// The items and their levels, for debuggers and `dump`.
    public var customMirror: Mirror {
        Mirror(self, children: tree.rawItems.map { raw in ("level \(tree.level(of: raw) ?? 0)", value(raw) as Any) }, displayStyle: .struct)
    }
}
