/// An edit of a flat derived list: removes some items, and inserts others at the places of their keys.
///
/// The keys need no index: the list is in the order of the keys, so a binary search in the list finds the place of an
/// item. Items with equal keys are compared by their index paths in the origin. Finding an index path takes O(log n),
/// so a search takes at most O(log² n). An insertion copies a leaf.
struct ListEdit {
    let state: DerivedState
    let origin: Snapshot
    var list: Snapshot
    /// Sections whose first item may have changed.
    private var touched: [Handle] = []
    private var hasNewSections = false

    init(of state: DerivedState, _ origin: Snapshot) {
        (self.state, self.origin, list) = (state, origin, state.list)
    }

    mutating func remove(_ items: [Handle]) {
        for item in items {
            guard let entry = list.leafDirectory.entry(list.leafNumbers[item]) else { continue }
            if touched.last != entry.section { touched.append(entry.section) }
        }
        items.borrowed { list.remove($0) }
    }

    mutating func insert(_ item: Handle) {
        guard let path = origin.indexPath(ofItem: item) else { return }
        let section = state.derivation.section == nil ? origin.sections[path.section].handle : state.items[item].section
        if list.sectionIndex(section) == nil { append(section) }
        guard let index = list.sectionIndex(section) else { return }
        if touched.last != section { touched.append(section) }
        let place = Place(item: state.items[item], path: path)
        let position = self.index(in: index, of: place)
        BorrowedHandles.one(item) { list.insert($0, at: IndexPath(section: index, item: position)) }
    }

    private struct Place {
        var item: DerivedItem
        var path: IndexPath
    }

    /// Whether an item of the list comes before a place.
    private func isItem(_ item: Handle, before place: Place) -> Bool {
        if state.derivation.sort != nil {
            let order = state.compareKeys(state.items[item], place.item)
            if order != 0 { return order < 0 }
        }
        guard let path = origin.indexPath(ofItem: item) else { return true }
        return PackedIndexPath(path) < PackedIndexPath(place.path)
    }

    /// The index at which an item belongs in a section. Searches for the leaf first, and then for the place in it.
    private func index(in section: Int, of place: Place) -> Int {
        let storage = list.sections[section]
        let leaf = lowerBound(in: storage.leaves) { $0.items.first.map { isItem($0, before: place) } ?? true } - 1
        if leaf < 0 { return 0 }
        let items = storage.leaves[leaf].items
        return storage.counts.sum(before: leaf) + lowerBound(in: items) { isItem($0, before: place) }
    }

    private mutating func append(_ section: Handle) {
        list.appendSection(section)
        list.renumberSections(list.numberOfSections - 1..<list.numberOfSections)
        hasNewSections = true
    }

    // MARK: - Sections

    /// Removes sections that became empty, and brings the others into their order.
    /// - Parameter always: whether sections that the edit did not touch may be out of order, too.
    mutating func arrangeSections(always: Bool) {
        let keepsEmpty = state.derivation.keepsEmptySections && state.derivation.section == nil
        if keepsEmpty && always {
            for section in origin.sections where list.sectionIndex(section.handle) == nil { append(section.handle) }
        }
        if !always && !hasNewSections && touched.allSatisfy({ isInOrder($0, keepsEmpty) }) { return }
        let kept = list.sections.filter { section in
            keepsEmpty ? origin.sectionIndex(section.handle) != nil : section.count > 0
        }
        list.keepSections(stableOrder(kept.count) { isSection(kept[$0], before: kept[$1]) }.map { kept[$0] })
    }

    private func isInOrder(_ section: Handle, _ keepsEmpty: Bool) -> Bool {
        guard let index = list.sectionIndex(section) else { return true }
        let sections = list.sections
        if sections[index].count == 0 { return keepsEmpty }
        if state.derivation.section == nil { return true }
        return (index == 0 || isSection(sections[index - 1], before: sections[index]))
            && (index + 1 == sections.count || isSection(sections[index], before: sections[index + 1]))
    }

    private func isSection(_ left: SectionStorage, before right: SectionStorage) -> Bool {
        if state.derivation.section == nil {
            return origin.sectionIndex(left.handle) ?? Int.max < origin.sectionIndex(right.handle) ?? Int.max
        }
        if state.derivation.sectionSort != nil {
            let order = state.compareKeys(state.sections[left.handle].key, state.sections[right.handle].key)
            if order != 0 { return order < 0 }
        }
        guard let first = left.leaves.first?.items.first, let second = right.leaves.first?.items.first else {
            return right.count > 0
        }
        guard let path = origin.indexPath(ofItem: second) else { return true }
        return isItem(first, before: Place(item: state.items[second], path: path))
    }
}
