// Stage 2: which section is which, and which of them moved.

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
        for handle in new.reloadedSections.members {
            guard let index = new.sectionIndex(handle), oldSectionIndexes[index] >= 0 else { continue }
            add(.updatedSections, from: .init(section: Int(oldSectionIndexes[index])), to: .init(section: index))
        }
    }

    /// The sections that stay, and which new ones are not the very ones that the old list has. Those that both lists share are
    /// mostly in the same order in both, and are not opened.
    private mutating func findOldSections() -> [Span] {
        var runs: [Span] = []
        var (expected, index) = (0, 0)
        while true {
            let shared = sharedCount(old.sections, expected, newSections, index)
            if shared > 0 { runs.append(joining: Span(old: expected, new: index, count: shared)) }
            (expected, index) = (expected + shared, index + shared)
            if index == newSections.count { return runs }
            let handle = newSections[index].handle
            let oldIndex = handle == Handle.max ? -1 : Int(old.sectionIndexes[handle])
            if oldIndex >= 0 {
                runs.append(joining: Span(old: oldIndex, new: index, count: 1))
                expected = oldIndex + 1
            }
            if oldIndex < 0 || newSections[index] !== old.sections[oldIndex] { changedSections.append(index) }
            index += 1
        }
    }

    /// For each section of one list the index that it has in the other; -1 for none.
    private func partners(_ count: Int, _ runs: [Span], _ places: (Span) -> (here: Int32, there: Int32)) -> [Int32] {
        [Int32](capacity: count) { partners, initialized in
            partners.initialize(repeating: -1)
            initialized = count
            for run in runs {
                let (here, there) = places(run)
                for offset in 0..<run.count { partners[Int(here &+ offset)] = there &+ offset }
            }
        }
    }

    private func isReloaded(_ index: Int) -> Bool {
        !new.reloadedSections.isEmpty && new.reloadedSections.contains(new.sections[index].handle)
    }

    /// The index that a new section had, where it is the very one that the old list has.
    func sharedSection(_ index: Int) -> Int? {
        let oldIndex = Int(oldSectionIndexes[index])
        return oldIndex >= 0 && newSections[index] === old.sections[oldIndex] ? oldIndex : nil
    }
}
