// Phase 7: sections whose headers and footers are shown again, because they have other items than before.

extension DifferenceBuilder {
    /// Adds these sections to the updated ones. The header of an inserted section is shown anyway.
    mutating func refreshHeaders() {
        var areUpdated = [Bool](repeating: false, count: new.numberOfSections)
        for change in changes.list(.updatedSections) { areUpdated[Int(change.to.section)] = true }
        for change in changes.list(.insertedItems) { areUpdated[Int(change.to.section)] = true }
        for change in changes.list(.deletedItems) {
            let section = newSectionIndexes[Int(change.from.section)]
            if section >= 0 { areUpdated[Int(section)] = true }
        }
        for change in changes.list(.movedItems) {
            let origin = newSectionIndexes[Int(change.from.section)]
            if origin == change.to.section { continue }
            areUpdated[Int(change.to.section)] = true
            if origin >= 0 { areUpdated[Int(origin)] = true }
        }
        changes.replace(
            .updatedSections,
            with: areUpdated.indices.compactMap { index in
                let old = oldSectionIndexes[index]
                return areUpdated[index] && old >= 0
                    ? PackedChange(from: .init(section: Int(old)), to: .init(section: index)) : nil
            })
    }
}
