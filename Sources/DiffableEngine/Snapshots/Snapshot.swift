/// What a list should be: sections in order, and in each section items in order, all named by unique identifiers.
///
/// A snapshot is a value. Copies share storage until one of them changes, and then only the leaf of a few
/// hundred items that is touched is copied, so neither a copy nor an edit costs what the list costs.
///
/// Every edit either does all that it says or throws and changes nothing.
///
/// Complexities are given in n (items in the list), s (sections) and k (what is handed over).
public struct Snapshot {
    /// The names that handles stand for; shared by all snapshots that came from one another.
    package var identifiers: Identifiers
    var sections: [SectionStorage] = []
    /// The index of each section; -1 where it is not in the list.
    var sectionIndexes = PagedArray<Int32>(absent: -1)
    /// The number of items in each section.
    var itemCounts = FenwickTree()
    /// The number of the leaf of each item; none where it is not in the list.
    var leafNumbers = PagedArray<Int32>(absent: LeafDirectory.none)
    /// The revision of each item; that of an item that is not in the list is any that it had.
    var revisions = PagedArray<UInt64>(absent: 0)
    /// Where each leaf is, by its number.
    var leafDirectory = LeafDirectory()

    var reloadedItems = MarkSet()
    var reconfiguredItems = MarkSet()
    var reloadedSections = MarkSet()

    /// How many sections and items the list had that this one was emptied from: until it is as large,
    /// identifiers that it does not use are not dead, but expected.
    private(set) var expected = (sections: 0, items: 0)

    /// An empty snapshot with names of its own.
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

    /// An empty snapshot that shares the names of this one.
    package var emptied: Snapshot {
        var empty = Snapshot(identifiers: identifiers)
        empty.expected = (max(expected.sections, numberOfSections), max(expected.items, numberOfItems))
        return empty
    }
}
