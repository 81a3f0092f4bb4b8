import DiffableEngine

extension DiffableDataSourceSnapshot: Equatable {
    /// Whether both have equal sections and items, in the same order. Marks are not compared.
    /// - Complexity: O(n), without the parts that both share
    public static func == (left: Self, right: Self) -> Bool {
        guard left.numberOfSections == right.numberOfSections, left.numberOfItems == right.numberOfItems else { return false }
        for index in 0..<left.numberOfSections {
            guard left.section(at: index) == right.section(at: index), left.count(index) == right.count(index) else { return false }
        }
        // mutant: typed-equal-keys
        if left.list.isIdentical(to: right.list), left.items.pages.areShared(with: right.items.pages) { return true }
        for index in 0..<left.numberOfSections {
            let (ours, theirs) = (left.handles(index), right.handles(index))
            for (our, their) in zip(ours, theirs) where left.items.pages[our] != right.items.pages[their] { return false }
        }
        return true
    }

    private func count(_ index: Int) -> Int { list.count(ofSectionAt: index) }

    private func handles(_ index: Int) -> [UInt32] { list.itemHandles(inSectionAt: index) }
}

extension DiffableDataSourceSnapshot: CustomStringConvertible, CustomDebugStringConvertible {
    /// A line for each section, and below it a line for each of its first ten items.
    /// - Complexity: O(s)
    public var description: String {
        let shown = 10
        var lines: [String] = []
        for index in 0..<numberOfSections {
            let count = list.count(ofSectionAt: index)
            lines.append("\(section(at: index).map { DiffableError.name($0) } ?? "") (\(count == 1 ? "1 item" : "\(count) items"))")
            for position in 0..<min(count, shown) {
                lines.append("  \(item(at: index, position).map { DiffableError.name($0) } ?? "")")
            }
            if count > shown { lines.append("  ... \(count - shown) more") }
        }
        return lines.isEmpty ? "(empty)" : lines.joined(separator: "\n")
    }

    /// The same as `description`.
    public var debugDescription: String { description }
}

extension DiffableDataSourceSnapshot: CustomReflectable {
    /// The items by section, for debuggers and `dump`.
    public var customMirror: Mirror {
        let children = (0..<numberOfSections).map { index in
            let section = section(at: index).map { DiffableError.name($0) }
            return (label: section, value: list.itemHandles(inSectionAt: index).compactMap { items.pages[$0] } as Any)
        }
        return Mirror(self, children: children, displayStyle: .struct)
    }
}
