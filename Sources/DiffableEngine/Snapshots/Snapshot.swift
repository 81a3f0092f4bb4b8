/// The state that a list should have: sections in order, and the items of each section as a forest in order, all with
/// unique identifiers. Each item is expanded or collapsed. Items below a collapsed one are hidden, all others are
/// visible. A flat list is a forest in which no item has children.
///
/// Counts, indexes and index paths are those of visible items. Hidden items are found by their identifiers.
///
/// A snapshot is a value. Copies share storage, so the cost of a copy does not depend on the length of the list. An
/// edit copies only the leaves that it changes, of a few hundred items each. The first edit of a copy also copies an
/// entry for each leaf.
///
/// Every edit succeeds as a whole, or throws and changes nothing.
///
/// Complexities are given in n (items in the list), s (sections) and k (elements passed).
public struct Snapshot {
    /// Everything in the snapshot except its marks. Copies share the object until one of them is edited.
    var storage: SnapshotStorage
    /// The marks for the next apply, and the renamed items; nil if there are none.
    var marks: Marks?

    /// Makes an empty snapshot with tables of its own.
    public init() {
        storage = SnapshotStorage(identifiers: Identifiers())
    }

    init(_ storage: SnapshotStorage) {
        self.storage = storage
    }

    /// - Complexity: O(1)
    public var numberOfSections: Int { sections.count }

    /// The number of visible items.
    /// - Complexity: O(1)
    public var numberOfItems: Int { itemCounts.total }

    /// The number of items, including hidden ones.
    /// - Complexity: O(1)
    public var numberOfAllItems: Int { numberOfItems + (storage.forest?.hidden.numberOfItems ?? 0) }

    package var hasMarks: Bool { marks != nil }

    /// The same list without its marks.
    package var withoutMarks: Snapshot {
        Snapshot(storage)
    }

    /// An empty snapshot that shares the identifier tables of this one, and the content table unless most contents in
    /// it are dead. If it shares the content table, an item that is added with the content that it has here keeps that
    /// content, and nothing is stored again.
    @export(interface)
    package var emptied: Snapshot {
        let empty = SnapshotStorage(identifiers: identifiers)
        if let table = storage.contentTable, !hasMostlyDeadContents {
            (empty.contentTable, empty.contents) = (table, contents)
        }
        // A list that is emptied twice is expected to have what it had before the first time. But a list that stays
        // shorter is not to be expected longer for ever, so this counts for less each time.
        empty.expected = (
            sections: max(expected.sections / 2, numberOfSections), items: max(expected.items / 2, numberOfAllItems),
            words: 3 * (empty.contentTable?.count ?? 0)
        )
        return Snapshot(empty)
    }

    /// Whether both snapshots are the same list, because neither was edited since one was copied from the other. Their
    /// marks may differ.
    package func isIdentical(to other: Snapshot) -> Bool {
        storage === other.storage
    }
}

extension Snapshot: CustomStringConvertible {
    /// A line for each section, and below it a line for each of its first visible items, indented by its level. For a
    /// section snapshot, a line for each item.
    /// - Complexity: O(s); O(n) for a section snapshot
    public var description: String {
        if isSectionSnapshot { return treeDescription }
        let shown = 10
        var lines: [String] = []
        for (index, section) in sections.enumerated() {
            let count = section.count == 1 ? "1 item" : "\(section.count) items"
            lines.append("\(identifiers.sections.identifier(section.handle)) (\(count))")
            forEachRun(inSectionAt: index, 0..<min(shown, section.count)) { items in
                for item in items {
                    lines.append(
                        String(repeating: "  ", count: 1 + level(of: item))
                            + identifiers.items.identifier(item).description)
                }
            }
            if section.count > shown { lines.append("  ... \(section.count - shown) more") }
        }
        return lines.isEmpty ? "(empty)" : lines.joined(separator: "\n")
    }
}
