/// What a list should be: sections in order, and the items of each in order, all with unique identifiers.
///
/// A snapshot is a value. Copies share storage. An edit copies only the leaves that it changes, of a few hundred items each,
/// so the cost of copies and edits does not depend on the length of the list.
///
/// Every edit succeeds as a whole, or throws and changes nothing.
///
/// Complexities are given in n (items in the list), s (sections) and k (elements passed).
public struct Snapshot {
    /// What the snapshot has, but for its marks. Copies share the object until one of them is edited.
    private(set) var storage: SnapshotStorage
    /// What is marked to be reloaded or reconfigured; nil if nothing is.
    var marks: Marks?

    /// An empty snapshot with identifier tables of its own.
    public init() {
        storage = SnapshotStorage(identifiers: Identifiers())
    }

    fileprivate init(_ storage: SnapshotStorage) {
        self.storage = storage
    }

    /// - Complexity: O(1)
    public var numberOfSections: Int { sections.count }

    /// - Complexity: O(1)
    public var numberOfItems: Int { itemCounts.total }

    /// The same list without its marks.
    package var withoutMarks: Snapshot {
        Snapshot(storage)
    }

    /// An empty snapshot that shares the identifier tables of this one.
    package var emptied: Snapshot {
        let empty = SnapshotStorage(identifiers: identifiers)
        empty.expected = (max(expected.sections, numberOfSections), max(expected.items, numberOfItems))
        return Snapshot(empty)
    }

    /// Whether both are the same list, because neither was edited since one was copied from the other. Their marks may differ.
    package func isIdentical(to other: Snapshot) -> Bool {
        storage === other.storage
    }

    /// The storage for writing. If another snapshot shares it, it is copied first.
    @inline(__always)
    private var uniqueStorage: SnapshotStorage {
        mutating get {
            if !isKnownUniquelyReferenced(&storage) { storage = storage.copy() } // mutant: shared-storage
            return storage
        }
    }
}

// The parts of the storage. Each is read where it is, and written where no other snapshot has it.
extension Snapshot {
    package var identifiers: Identifiers { storage.identifiers }

    var expected: (sections: Int, items: Int) { storage.expected }

    var sections: [SectionStorage] {
        @inline(__always) _read { yield storage.sections }
        @inline(__always) _modify { yield &uniqueStorage.sections }
    }

    var sectionIndexes: PagedArray<Int32> {
        @inline(__always) _read { yield storage.sectionIndexes }
        @inline(__always) _modify { yield &uniqueStorage.sectionIndexes }
    }

    var itemCounts: FenwickTree {
        @inline(__always) _read { yield storage.itemCounts }
        @inline(__always) _modify { yield &uniqueStorage.itemCounts }
    }

    var leafNumbers: PagedArray<Int32> {
        @inline(__always) _read { yield storage.leafNumbers }
        @inline(__always) _modify { yield &uniqueStorage.leafNumbers }
    }

    var revisions: PagedArray<UInt64> {
        @inline(__always) _read { yield storage.revisions }
        @inline(__always) _modify { yield &uniqueStorage.revisions }
    }

    var leafDirectory: LeafDirectory {
        @inline(__always) _read { yield storage.leafDirectory }
        @inline(__always) _modify { yield &uniqueStorage.leafDirectory }
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
