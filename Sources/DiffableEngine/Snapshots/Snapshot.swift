/// What a list should be: sections in order, and the items of each in order, all with unique identifiers.
///
/// A snapshot is a value. Copies share storage. An edit copies only the leaves that it changes, of a few hundred items each,
/// so the cost of copies and edits does not depend on the length of the list.
///
/// Every edit succeeds as a whole, or throws and changes nothing.
///
/// Complexities are given in n (items in the list), s (sections) and k (elements passed).
public struct Snapshot {
    /// The identifier tables, which all snapshots share that were copied from one another.
    package var identifiers: Identifiers
    var sections: [SectionStorage] = []
    /// The index of each section; -1 where it is not in the list.
    var sectionIndexes = PagedArray<Int32>(absent: -1)
    /// The number of items in each section.
    var itemCounts = FenwickTree()
    /// The leaf number of each item; `LeafDirectory.none` if it is not in the list.
    var leafNumbers = PagedArray<Int32>(absent: LeafDirectory.none)
    /// The revision of each item. For an item that is not in the list, it may be an earlier revision.
    var revisions = PagedArray<UInt64>(absent: 0)
    /// The section and index of each leaf, by leaf number.
    var leafDirectory = LeafDirectory()

    var reloadedItems = MarkSet()
    var reconfiguredItems = MarkSet()
    var reloadedSections = MarkSet()

    /// The counts of the list from which this one was emptied. Until this one has as many, the identifiers that it does not have
    /// are expected to come, and do not count as dead.
    private(set) var expected = (sections: 0, items: 0)

    /// An empty snapshot with identifier tables of its own.
    public init() {
        self.init(identifiers: Identifiers())
    }

    private init(identifiers: Identifiers) {
        self.identifiers = identifiers
    }

    /// - Complexity: O(1)
    public var numberOfSections: Int { sections.count }

    /// - Complexity: O(1)
    public var numberOfItems: Int { itemCounts.total }

    /// The same list without its marks.
    package var withoutMarks: Snapshot {
        var copy = self
        copy.reloadedItems = MarkSet()
        copy.reconfiguredItems = MarkSet()
        copy.reloadedSections = MarkSet()
        return copy
    }

    /// An empty snapshot that shares the identifier tables of this one.
    package var emptied: Snapshot {
        var empty = Snapshot(identifiers: identifiers)
        empty.expected = (max(expected.sections, numberOfSections), max(expected.items, numberOfItems))
        return empty
    }
}

extension Snapshot: CustomStringConvertible {
    /// A line for each section, and below it a line for each of its first items.
    /// - Complexity: O(s)
    public var description: String {
        let shown = 10
        var lines: [String] = []
        for (index, section) in sections.enumerated() {
            let count = section.count == 1 ? "1 item" : "\(section.count) items"
            lines.append("\(identifiers.sections.identifier(section.handle)) (\(count))")
            _ = forEachItem(inSection: index, from: 0, limit: shown) { lines.append("  \(Identifier($0))") }
            if section.count > shown { lines.append("  ... \(section.count - shown) more") }
        }
        return lines.isEmpty ? "(empty)" : lines.joined(separator: "\n")
    }
}
