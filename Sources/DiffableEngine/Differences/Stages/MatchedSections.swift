// Phase 2: which section is which, and which of them moved.

extension DifferenceBuilder {
    mutating func matchSections() {
        let runs = findOldSections()
        oldSectionIndexes = partners(newSections.count, runs) { ($0.new, $0.old) }
        newSectionIndexes = partners(old.numberOfSections, runs) { ($0.old, $0.new) }
        if runs.reduce(0, { $0 + Int($1.count) }) < old.numberOfSections {
            for (old, new) in newSectionIndexes.enumerated() where new < 0 { add(.deletedSections, from: .init(section: old)) }
        }
        for (run, isKept) in zip(runs, heaviestIncreasingSubsequence(runs)) where !isKept {
            for offset in 0..<run.count {
                add(.movedSections, from: .init(section: run.old + offset, item: -1), to: .init(section: run.new + offset, item: -1))
            }
        }
        for index in changedSections {
            let oldIndex = Int(oldSectionIndexes[index])
            if oldIndex < 0 {
                add(.insertedSections, to: .init(section: index))
            } else if newSections[index].revision != old.sections[oldIndex].revision, !isReloaded(index) {
                add(.updatedSections, from: .init(section: oldIndex), to: .init(section: index))
            }
        }
        for handle in new.reloadedSections.members { // mutant: section-mark-lost
            guard let index = new.sectionIndex(handle), oldSectionIndexes[index] >= 0 else { continue }
            add(.updatedSections, from: .init(section: Int(oldSectionIndexes[index])), to: .init(section: index))
        }
    }

    /// Finds the sections that stay, and the new ones whose storage the old list does not share. Those that both lists share are mostly
    /// in the same order in both, and are not read.
    private mutating func findOldSections() -> [MatchedRun] {
        var runs: [MatchedRun] = []
        var (expected, index) = (0, 0)
        while true {
            let shared = sharedCount(old.sections, expected, newSections, index)
            if shared > 0 { runs.append(joining: MatchedRun(old: expected, new: index, count: shared)) }
            (expected, index) = (expected + shared, index + shared)
            if index == newSections.count { return runs }
            let handle = newSections[index].handle
            let oldIndex = handle == Handle.max ? -1 : Int(old.sectionIndexes[handle])
            if oldIndex >= 0 {
                runs.append(joining: MatchedRun(old: oldIndex, new: index, count: 1))
                expected = oldIndex + 1
            }
            if oldIndex < 0 || newSections[index] !== old.sections[oldIndex] { changedSections.append(index) }
            index += 1
        }
    }

    /// For each section of one list the index that it has in the other; -1 for none.
    private func partners(_ count: Int, _ runs: [MatchedRun], _ indexes: (MatchedRun) -> (here: Int32, there: Int32)) -> [Int32] {
        [Int32](capacity: count) { partners, initialized in
            partners.initialize(repeating: -1)
            initialized = count
            for run in runs {
                let (here, there) = indexes(run)
                for offset in 0..<run.count { partners[Int(here &+ offset)] = there &+ offset }
            }
        }
    }

    private func isReloaded(_ index: Int) -> Bool {
        !new.reloadedSections.isEmpty && new.reloadedSections.contains(new.sections[index].handle)
    }

    /// The old index of a new section, if both lists share its storage.
    func sharedSection(_ index: Int) -> Int? {
        let oldIndex = Int(oldSectionIndexes[index])
        return oldIndex >= 0 && newSections[index] === old.sections[oldIndex] ? oldIndex : nil
    }
}
