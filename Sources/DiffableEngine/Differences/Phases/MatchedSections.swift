// Phase 2: the old index of each section, and the sections that moved.

/// A new section and its old index; -1 for an inserted section.
struct SectionPair {
    var old: Int32
    var new: Int32
}

extension DifferenceBuilder {
    mutating func matchSections() {
        let runs = findOldSections()
        let matched = runs.buffer.reduce(0) { $0 + Int($1.count) }
        let (oldCount, newCount) = (old.numberOfSections, new.numberOfSections)
        if matched == oldCount && matched == newCount && runs.count <= 1 {
            oldSectionIndexes = SectionIndexes(sameIn: newCount)
            newSectionIndexes = oldSectionIndexes
        } else {
            oldSectionIndexes = Self.otherIndexes(newCount, runs) { ($0.new, $0.old) }
            newSectionIndexes = Self.otherIndexes(oldCount, runs) { ($0.old, $0.new) }
        }
        if matched < oldCount {
            for (old, new) in newSectionIndexes.enumerated() where new < 0 {
                changes.add(.deletedSections, from: .init(section: old))
            }
        }
        if matched < newCount {
            for (new, old) in oldSectionIndexes.enumerated() where old < 0 {
                changes.add(.insertedSections, to: .init(section: new))
            }
        }
        if let kept = heaviestIncreasingSubsequence(runs.buffer, &memory) {
            kept.forEachMissing(in: 0..<runs.count) { index in
                let run = runs[index]
                for offset in 0..<run.count {
                    changes.add(
                        .movedSections, from: .init(section: run.old + offset, item: -1),
                        to: .init(section: run.new + offset, item: -1))
                }
            }
        }
        updateSections()
    }

    private mutating func updateSections() {
        let contents = new.contentComparison(with: old)
        for pair in changedSections.buffer where pair.old >= 0 {
            let (content, oldContent) = (new.sections[Int(pair.new)].content, old.sections[Int(pair.old)].content)
            if !contents.areEqual(content, oldContent), !isMarked(Int(pair.new)) {
                changes.add(.updatedSections, from: .init(section: Int(pair.old)), to: .init(section: Int(pair.new)))
            }
        }
        if new.marks == nil { return }
        for handle in new.reloadedSections.members { addUpdated(handle) }
        for handle in new.reconfiguredSections.members where !new.reloadedSections.contains(handle) {
            addUpdated(handle)
        }
    }

    @inline(never)
    private mutating func addUpdated(_ section: Handle) {
        guard let index = new.sectionIndex(section), oldSectionIndexes[index] >= 0 else { return }
        changes.add(.updatedSections, from: .init(section: Int(oldSectionIndexes[index])), to: .init(section: index))
    }

    /// Returns the sections that are in both lists. Adds to `changedSections` the sections of the new list whose
    /// storage is not that of the old list, or all sections if the new list is aligned. Shared sections are usually in
    /// the same order in both lists; then they are not read.
    private mutating func findOldSections() -> WorkingArray<MatchedRun> {
        var runs = WorkingArray<MatchedRun>()
        var (expected, index) = (0, 0)
        while true {
            let shared = aligned == nil ? sharedCount(old.sections, expected, new.sections, index) : 0
            if shared > 0 { runs.append(joining: MatchedRun(old: expected, new: index, count: shared), &memory) }
            (expected, index) = (expected + shared, index + shared)
            if index == new.sections.count { return runs }
            let handle = aligned?.sections[index] ?? new.sections[index].handle
            let isExpected = expected < old.sections.count && old.sections[expected].handle == handle
            let oldIndex = isExpected ? expected : old.sectionIndex(handle) ?? -1
            if oldIndex >= 0 {
                runs.append(joining: MatchedRun(old: oldIndex, new: index, count: 1), &memory)
                expected = oldIndex + 1
            }
            if oldIndex < 0 || aligned != nil || new.sections[index] !== old.sections[oldIndex] {
                changedSections.append(SectionPair(old: Int32(oldIndex), new: Int32(index)), &memory)
            }
            index += 1
        }
    }

    /// For each section of one list its index in the other list; -1 if it is not there.
    private static func otherIndexes(
        _ count: Int, _ runs: WorkingArray<MatchedRun>, _ indexes: (MatchedRun) -> (own: Int32, other: Int32)
    ) -> SectionIndexes {
        SectionIndexes(
            [Int32](capacity: count) { result, initialized in
                result.initialize(repeating: -1)
                initialized = count
                for run in runs.buffer {
                    let (own, other) = indexes(run)
                    for offset in 0..<run.count { result[Int(own &+ offset)] = other &+ offset }
                }
            })
    }

    @inline(__always)
    private func isMarked(_ index: Int) -> Bool {
        guard let marks = new.marks else { return false }
        let section = new.sections[index].handle
        return marks.reloadedSections.contains(section) || marks.reconfiguredSections.contains(section)
    }
}

/// Returns how many consecutive objects are identical in two arrays, beginning at an index in each. References are
/// compared as numbers, because retaining them would cost more than everything else.
func sharedCount<Object: AnyObject>(_ old: [Object], _ oldIndex: Int, _ new: [Object], _ newIndex: Int) -> Int {
    let limit = min(old.count - oldIndex, new.count - newIndex)
    if limit <= 0 { return 0 }
    return old.withUnsafeBytes { old in
        new.withUnsafeBytes { new in
            let left = old.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt.self) + oldIndex
            let right = new.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt.self) + newIndex
            if left == right { return limit }
            var count = 0
            while count < limit && left[count] == right[count] { count &+= 1 }
            return count
        }
    }
}
