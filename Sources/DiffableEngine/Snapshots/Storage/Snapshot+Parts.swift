// Accessors of the parts of the storage. A part is read in place. If another snapshot shares the storage, it is copied
// before a part is written. The accessors are inlined, because a call would retain what it returns.

extension Snapshot {
    /// The storage for writing. If another snapshot shares it, it is copied first.
    @inline(__always)
    var uniqueStorage: SnapshotStorage {
        mutating get {
            if !isKnownUniquelyReferenced(&storage) { storage = storage.copy() }
            storage.isVersionKnown = false
            return storage
        }
    }

    package var identifiers: Identifiers { storage.identifiers }

    var expected: (sections: Int, items: Int, words: Int) { storage.expected }

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

    var contents: PagedArray<ContentHandle> {
        @inline(__always) _read { yield storage.contents }
        @inline(__always) _modify { yield &uniqueStorage.contents }
    }

    var leafDirectory: LeafDirectory {
        @inline(__always) _read { yield storage.leafDirectory }
        @inline(__always) _modify { yield &uniqueStorage.leafDirectory }
    }
}
