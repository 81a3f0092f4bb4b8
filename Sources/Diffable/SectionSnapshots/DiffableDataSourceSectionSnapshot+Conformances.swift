extension DiffableDataSourceSectionSnapshot: Equatable {
    /// Whether both have equal items in the same structure, and the same items are expanded and expandable. Marks are
    /// not compared.
    /// - Complexity: O(1) if neither was edited since one was copied from the other; otherwise O(n)
    public static func == (left: Self, right: Self) -> Bool { left.forest == right.forest }

    /// Whether the tree is a list: no item has children, is expanded or is expandable.
    var isFlat: Bool {
        !forest.list.hasTrees || forest.list.allHandles.allSatisfy { forest.list.state(of: $0) == TreeState() }
    }
}

extension DiffableDataSourceSectionSnapshot: CustomStringConvertible, CustomDebugStringConvertible {
    /// A line for each item: `+` or `-` if the item is expanded or collapsed (nothing if it has no children and is not
    /// expandable), then `*` if it is visible, then its name, indented by its level.
    /// - Complexity: O(n * levels)
    public var description: String {
        let list = forest.list
        let lines = list.allHandles.map { handle in
            let state = list.state(of: handle)
            let sign = state.numberOfChildren == 0 && !state.isExpandable ? " " : state.isExpanded ? "+" : "-"
            let mark = list.path(handle) == nil ? " " : "*"
            let indentation = String(repeating: "  ", count: list.level(of: handle))
            let name = forest.items.pages[handle].map { DiffableError.name($0) } ?? ""
            return "\(sign)\(mark)\(indentation) \(name)"
        }
        return lines.isEmpty ? "(empty)" : lines.joined(separator: "\n")
    }

    /// The items as lines of text, like `description`.
    public var debugDescription: String { description }

    /// The items as lines of text. This is UIKit's name for `description`.
    /// - Complexity: O(n * levels)
    public func visualDescription() -> String { description }
}

extension DiffableDataSourceSectionSnapshot: CustomReflectable {
    /// The items and their levels, for debuggers and `dump`.
    public var customMirror: Mirror {
        let items = forest.list.allHandles.map { ("level \(forest.list.level(of: $0))", forest.items.pages[$0] as Any) }
        return Mirror(self, children: items.map { (label: $0.0, value: $0.1) }, displayStyle: .struct)
    }
}
