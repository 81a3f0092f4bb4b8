// Phase 7: sections whose headers and footers are shown again, because their items are others.

extension DifferenceBuilder {
    /// Adds sections to the updated ones. A section that was inserted shows its header anyway.
    mutating func refreshHeaders() {
        var areOthers = [Bool](repeating: false, count: new.numberOfSections)
        for change in changes.list(.updatedSections) { areOthers[Int(change.to.section)] = true }
        for change in changes.list(.insertedItems) { areOthers[Int(change.to.section)] = true }
        for change in changes.list(.deletedItems) {
            let section = newSectionIndexes[Int(change.from.section)]
            if section >= 0 { areOthers[Int(section)] = true }
        }
        for change in changes.list(.movedItems) {
            let origin = newSectionIndexes[Int(change.from.section)]
            if origin == change.to.section { continue }
            areOthers[Int(change.to.section)] = true
            if origin >= 0 { areOthers[Int(origin)] = true }
        }
        changes.replace(
            .updatedSections,
            with: areOthers.indices.compactMap { index in
                let old = oldSectionIndexes[index]
                return areOthers[index] && old >= 0
                    ? PackedChange(from: .init(section: Int(old)), to: .init(section: index)) : nil
            })
    }
}
