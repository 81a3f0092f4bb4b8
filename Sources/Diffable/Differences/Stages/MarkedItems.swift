// Stage 6: what was asked to be reloaded or reconfigured.

extension DifferenceBuilder {
    /// A marked item that is new to the list is only inserted; one that is marked for both is only reloaded.
    mutating func addMarks() {
        if new.reloadedItems.isEmpty && new.reconfiguredItems.isEmpty && new.reloadedSections.isEmpty { return }
        for handle in new.reloadedItems.members.ascending(by: { UInt64($0) }) { addMark(.reloadedItems, handle) }
        for handle in new.reconfiguredItems.members.ascending(by: { UInt64($0) }) { addMark(.reconfiguredItems, handle) }
        for handle in new.reloadedSections.members {
            guard let section = new.sectionIndex(handle) else { continue }
            for leaf in new.sections[section].leaves {
                for item in leaf.items { addMark(.reloadedItems, item) }
            }
        }
        let reloaded = unique(.reloadedItems, except: [])
        let reconfigured = unique(.reconfiguredItems, except: reloaded)
        placements[Int(ChangeKind.reloadedItems.rawValue)] = reloaded
        placements[Int(ChangeKind.reconfiguredItems.rawValue)] = reconfigured
    }

    private mutating func addMark(_ kind: ChangeKind, _ handle: Handle) {
        guard let location = new.locate(handle) else { return }
        let to = new.indexPath(location)
        let from = oldPath(ofLeaf: new.leaf(location), offset: location.offset) ?? old.indexPath(ofItem: handle, from: new)
        if let from { add(kind, from: .init(from), to: .init(to)) }
    }

    /// Where an item of a leaf was, if the old list has the leaf with the same items: then nothing is searched for.
    private func oldPath(ofLeaf leaf: Leaf, offset: Int) -> IndexPath? {
        guard old.identifiers === new.identifiers, let place = old.leafPlaces.place(leaf.number),
            let section = old.sectionIndex(place.section), leaf.hasItems(of: old.sections[section].leaves[place.index])
        else { return nil }
        return old.indexPath(Location(section: section, leaf: place.index, offset: offset))
    }

    /// The changes of a kind, each once, without those that are in another list as well.
    private func unique(_ kind: ChangeKind, except others: [Placement]) -> [Placement] {
        var result: [Placement] = []
        var other = others.makeIterator()
        var next = other.next()
        for change in placements[Int(kind.rawValue)].ascending(by: { $0.to.key }) {
            while let skipped = next, skipped.to < change.to { next = other.next() }
            if next?.to != change.to && result.last?.to != change.to { result.append(change) }
        }
        return result
    }
}
