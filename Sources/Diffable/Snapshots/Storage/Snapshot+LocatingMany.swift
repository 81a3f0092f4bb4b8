import CLibc

extension Snapshot {
    /// Where many items stand; nowhere for those that are not in the list.
    ///
    /// The way to an item leads from its place to its section, its leaf and the leaf's items, each somewhere else in memory. So some
    /// items go it at once, step by step: what all of them need next is asked for before the first one reads it.
    func indexPaths(ofItems handles: ArraySlice<Handle>) -> [IndexPath?] {
        let size = 64
        return [IndexPath?](unsafeUninitializedCapacity: handles.count) { paths, count in
            handles.withUnsafeBufferPointer { handles in
                withUnsafeTemporaryAllocation(of: Search.self, capacity: size) { searches in
                    while count < handles.count {
                        let some = UnsafeBufferPointer(rebasing: handles[count..<min(count + size, handles.count)])
                        find(some, searches.baseAddress.unsafelyUnwrapped, paths.baseAddress.unsafelyUnwrapped + count)
                        count += some.count
                    }
                }
            }
        }
    }

    /// An item on its way. The snapshot holds what it refers to.
    private struct Search {
        var section: Unmanaged<SectionStorage>?
        var leaf: Unmanaged<Leaf>?
        var sectionIndex = 0
        var leafIndex = 0
    }

    @_optimize(speed)
    private func find(
        _ handles: UnsafeBufferPointer<Handle>, _ searches: UnsafeMutablePointer<Search>, _ paths: UnsafeMutablePointer<IndexPath?>
    ) {
        for index in 0..<handles.count {
            var search = Search()
            if let place = leafPlaces.place(places[handles[index]]), let section = sectionIndex(place.section) {
                let storage = Unmanaged.passUnretained(sections[section])
                search = Search(section: storage, sectionIndex: section, leafIndex: place.index)
                diffable_prefetch(storage.toOpaque())
            }
            (searches + index).initialize(to: search)
        }
        for index in 0..<handles.count {
            guard let section = searches[index].section else { continue }
            let leafIndex = searches[index].leafIndex
            let leaf = section._withUnsafeGuaranteedRef { Unmanaged.passUnretained($0.leaves[leafIndex]) }
            searches[index].leaf = leaf
            diffable_prefetch(leaf.toOpaque())
        }
        for index in 0..<handles.count {
            searches[index].leaf?._withUnsafeGuaranteedRef { leaf in
                leaf.items.withUnsafeBufferPointer { items in
                    for line in stride(from: 0, to: 256, by: 64) {
                        diffable_prefetch(UnsafeRawPointer(items.baseAddress.unsafelyUnwrapped) + line)
                    }
                }
            }
        }
        for index in 0..<handles.count {
            let search = searches[index]
            var path: IndexPath?
            if let section = search.section, let leaf = search.leaf,
                let offset = leaf._withUnsafeGuaranteedRef({ $0.offset(of: handles[index]) })
            {
                let start = section._withUnsafeGuaranteedRef { $0.counts.sum(before: search.leafIndex) }
                path = IndexPath(section: search.sectionIndex, item: start + offset)
            }
            (paths + index).initialize(to: path)
        }
    }
}
