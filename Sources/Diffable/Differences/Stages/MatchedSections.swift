// Stage 2: which section is which, and which of them moved.

extension DifferenceBuilder {
    mutating func matchSections() {
        oldSectionIndexes = newSections.map { section in
            section.handle == Handle.max ? -1 : old.sectionIndexes[section.handle]
        }
        newSectionIndexes = [Int32](repeating: -1, count: old.numberOfSections)
        for (new, old) in oldSectionIndexes.enumerated() where old >= 0 {
            newSectionIndexes[Int(old)] = Int32(new)
        }
        for (old, new) in newSectionIndexes.enumerated() where new < 0 {
            add(.deletedSections, from: .init(section: old))
        }
        for (new, old) in oldSectionIndexes.enumerated() {
            if old < 0 {
                add(.insertedSections, to: .init(section: new))
            } else if newSections[new].revision != self.old.sections[Int(old)].revision
                || self.new.reloadedSections.contains(self.new.sections[new].handle)
            {
                add(.updatedSections, from: .init(section: Int(old)), to: .init(section: new))
            }
        }
        let stayed = oldSectionIndexes.indices.filter { oldSectionIndexes[$0] >= 0 }
        let kept = heaviestIncreasingSubsequence(
            stayed.map { Span(old: Int(oldSectionIndexes[$0]), new: $0, count: 1) })
        for (position, new) in stayed.enumerated() where !kept[position] {
            add(.movedSections, from: .init(section: Int(oldSectionIndexes[new])), to: .init(section: new))
        }
    }
}
