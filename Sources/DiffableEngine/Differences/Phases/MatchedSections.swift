// Phase 2: the old index of each section, and the sections that moved.

extension DifferenceBuilder {
    mutating func matchSections() {
        let runs = findOldSections()
        oldSectionIndexes = otherIndexes(newSections.count, runs) { ($0.new, $0.old) }
        newSectionIndexes = otherIndexes(old.numberOfSections, runs) { ($0.old, $0.new) }
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

    /// Finds the sections that stay, and the new sections whose storage the old list does not share. Shared sections are mostly in the
    /// same order in both lists, and are not read then.
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

    /// For each section of one list its index in the other list; -1 for none.
    private func otherIndexes(_ count: Int, _ runs: [MatchedRun], _ indexes: (MatchedRun) -> (own: Int32, other: Int32)) -> [Int32] {
        [Int32](capacity: count) { result, initialized in
            result.initialize(repeating: -1)
            initialized = count
            for run in runs {
                let (own, other) = indexes(run)
                for offset in 0..<run.count { result[Int(own &+ offset)] = other &+ offset }
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
