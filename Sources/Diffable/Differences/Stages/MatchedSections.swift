// Stage 2: which section is which, and which of them moved.

extension DifferenceBuilder {
    mutating func matchSections() {
        findOldSections()
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
            } else if sharedSection(new) == nil && newSections[new].revision != self.old.sections[Int(old)].revision
                || !self.new.reloadedSections.isEmpty && self.new.reloadedSections.contains(self.new.sections[new].handle)
            {
                add(.updatedSections, from: .init(section: Int(old)), to: .init(section: new))
            }
        }
        var runs: [Span] = []
        for (new, old) in oldSectionIndexes.enumerated() where old >= 0 {
            runs.append(joining: Span(old: Int(old), new: new, count: 1))
        }
        for (run, isKept) in zip(runs, heaviestIncreasingSubsequence(runs)) where !isKept {
            for offset in 0..<run.count {
                add(.movedSections, from: .init(section: run.old + offset, item: -1), to: .init(section: run.new + offset, item: -1))
            }
        }
    }

    /// Those that both lists share are mostly in the same order in both, and are not opened.
    private mutating func findOldSections() {
        var expected = 0
        while true {
            let shared = sharedCount(old.sections, expected, newSections, oldSectionIndexes.count)
            for index in expected..<expected + shared { oldSectionIndexes.append(Int32(truncatingIfNeeded: index)) }
            if oldSectionIndexes.count == newSections.count { return }
            let handle = newSections[oldSectionIndexes.count].handle
            let index = handle == Handle.max ? -1 : old.sectionIndexes[handle]
            oldSectionIndexes.append(index)
            expected = index < 0 ? expected + shared : Int(index) + 1
        }
    }

    /// The index that a new section had, where it is the very one that the old list has.
    func sharedSection(_ index: Int) -> Int? {
        let oldIndex = Int(oldSectionIndexes[index])
        return oldIndex >= 0 && newSections[index] === old.sections[oldIndex] ? oldIndex : nil
    }
}
