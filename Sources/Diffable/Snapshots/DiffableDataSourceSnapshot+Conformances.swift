import DiffableEngine

extension DiffableDataSourceSnapshot: Equatable {
    /// Whether both have equal sections with equal items in equal trees, and the same items are expanded and
    /// expandable. Marks are not compared.
    /// - Complexity: O(s) if neither was edited since one was copied from the other; otherwise O(n)
    public static func == (left: Self, right: Self) -> Bool {
        guard left.numberOfSections == right.numberOfSections, left.numberOfItems == right.numberOfItems,
            left.numberOfAllItems == right.numberOfAllItems
        else { return false }
        for index in 0..<left.numberOfSections {
            guard left.section(at: index) == right.section(at: index), left.count(index) == right.count(index) else {
                return false
            }
        }
        if left.list.isIdentical(to: right.list), left.items.pages.areShared(with: right.items.pages) { return true }
        for index in 0..<left.numberOfSections {
            let (ours, theirs) = (left.handles(index), right.handles(index))
            for (our, their) in zip(ours, theirs) where left.items.pages[our] != right.items.pages[their] {
                return false
            }
            if !left.list.hasTrees && !right.list.hasTrees { continue }
            if !zip(ours, theirs).allSatisfy({ left.list.state(of: $0) == right.list.state(of: $1) }) { return false }
        }
        return true
    }

    private func count(_ index: Int) -> Int { list.count(ofSectionAt: index) }

    private func handles(_ index: Int) -> [UInt32] {
        list.hasTrees ? list.allItemHandles(inSectionAt: index) : list.itemHandles(inSectionAt: index)
    }
}

extension DiffableDataSourceSnapshot: CustomStringConvertible, CustomDebugStringConvertible {
    /// A line for each section, and below it a line for each of its first ten visible items, indented by its level.
    /// - Complexity: O(s)
    public var description: String {
        let shown = 10
        var lines: [String] = []
        for index in 0..<numberOfSections {
            let count = list.count(ofSectionAt: index)
            let name = section(at: index).map { DiffableError.name($0) } ?? ""
            lines.append("\(name) (\(count == 1 ? "1 item" : "\(count) items"))")
            for position in 0..<min(count, shown) {
                guard let handle = list.handle(at: index, position) else { continue }
                let indentation = String(repeating: "  ", count: 1 + list.level(of: handle))
                lines.append("\(indentation)\(items.pages[handle].map { DiffableError.name($0) } ?? "")")
            }
            if count > shown { lines.append("  ... \(count - shown) more") }
        }
        return lines.isEmpty ? "(empty)" : lines.joined(separator: "\n")
    }

    /// The sections and items as lines of text, like `description`.
    public var debugDescription: String { description }
}

extension DiffableDataSourceSnapshot: CustomReflectable {
    /// The items by section, including hidden ones, for debuggers and `dump`.
    public var customMirror: Mirror {
        let children = (0..<numberOfSections).map { index in
            let section = section(at: index).map { DiffableError.name($0) }
            return (label: section, value: handles(index).compactMap { items.pages[$0] } as Any)
        }
        return Mirror(self, children: children, displayStyle: .struct)
    }
}
