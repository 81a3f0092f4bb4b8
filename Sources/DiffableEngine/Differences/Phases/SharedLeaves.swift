// Phase 3: finds the hunks. The leaves of sections that may differ are compared. Leaves that both snapshots share are not opened.

extension DifferenceBuilder {
    /// A deleted or inserted section is one hunk. A section that stayed is split into hunks and matched runs.
    mutating func findHunks() {
        for deleted in changes[Int(ChangeKind.deletedSections.rawValue)] {
            let index = Int(deleted.from.section)
            let section = old.sections[index]
            if section.count == 0 { continue }
            hunks.all.append(
                Hunk(
                    oldSection: index, newSection: -1, oldStart: 0, newStart: 0,
                    old: hunks.oldItems.append(section.leaves, section.leaves.indices), new: hunks.newItems.end))
        }
        for index in changedSections {
            let section = newSections[index]
            let oldIndex = Int(oldSectionIndexes[index])
            if oldIndex >= 0 {
                compareLeaves(of: index, with: oldIndex)
            } else if section.count > 0 {
                hunks.all.append(
                    Hunk(
                        oldSection: -1, newSection: index, oldStart: 0, newStart: 0,
                        old: hunks.oldItems.end, new: hunks.newItems.append(section.leaves, section.leaves.indices)))
            }
        }
    }

    /// Compares the old and the new leaves of a section that stayed. Consecutive equal leaves are one matched run. The leaves between
    /// two such runs are a hunk.
    private mutating func compareLeaves(of newIndex: Int, with oldIndex: Int) {
        let oldSection = old.sections[oldIndex]
        let newSection = newSections[newIndex]
        let (oldLeaves, newLeaves) = (oldSection.leaves, newSection.leaves)
        var pieces: [Hunks.Piece] = []
        var (oldLeaf, newLeaf) = (0, 0)
        while oldLeaf < oldLeaves.count || newLeaf < newLeaves.count {
            let first = newLeaf
            repeat {
                let shared = newLeaves.sharedCount(from: newLeaf, with: oldLeaves, from: oldLeaf)
                oldLeaf += shared
                newLeaf += shared
                guard oldLeaf < oldLeaves.count && newLeaf < newLeaves.count,
                    newLeaves[newLeaf].hasItems(of: oldLeaves[oldLeaf])
                else { break }
                oldLeaf += 1
                newLeaf += 1
            } while true
            // All items of the section are the same.
            if first == 0 && oldLeaf == oldLeaves.count && newLeaf == newLeaves.count { return }
            if newLeaf > first {
                let newStart = newSection.counts.sum(before: first)
                pieces.append(
                    .run(
                        MatchedRun(
                            old: oldSection.counts.sum(before: oldLeaf - (newLeaf - first)), new: newStart,
                            count: newSection.counts.sum(before: newLeaf) - newStart)))
                continue
            }
            let (oldEnd, newEnd) = nextSharedLeaf(oldSection, newSection, oldLeaf, newLeaf)
            addTrimmed(
                Hunk(
                    oldSection: oldIndex, newSection: newIndex, oldStart: oldSection.counts.sum(before: oldLeaf),
                    newStart: newSection.counts.sum(before: newLeaf), old: hunks.oldItems.append(oldLeaves, oldLeaf..<oldEnd),
                    new: hunks.newItems.append(newLeaves, newLeaf..<newEnd)), to: &pieces)
            (oldLeaf, newLeaf) = (oldEnd, newEnd)
        }
        hunks.sections.append((newIndex, pieces))
    }

    /// Searches for the next leaf that both sections have, at or after two leaves that differ. Returns its old index and its new one; if
    /// there is none, how many leaves each section has.
    private func nextSharedLeaf(
        _ oldSection: SectionStorage, _ newSection: SectionStorage, _ oldLeaf: Int, _ newLeaf: Int
    ) -> (Int, Int) {
        for candidate in newLeaf..<newSection.leaves.count {
            let leaf = newSection.leaves[candidate]
            // mutant: shared-leaf-before
            if let entry = old.leafDirectory.entry(leaf.number), entry.section == oldSection.handle, entry.index >= oldLeaf,
                leaf.hasItems(of: oldSection.leaves[entry.index])
            {
                return (entry.index, candidate)
            }
        }
        return (oldSection.leaves.count, newSection.leaves.count)
    }

    /// Adds a hunk without the items that are equal at its beginning and its end. These are matched runs of their own.
    private mutating func addTrimmed(_ hunk: Hunk, to pieces: inout [Hunks.Piece]) {
        hunks.all.append(hunk)
        let (front, back) = hunks.trimLast()
        let (oldEnd, newEnd) = (hunk.oldStart + hunk.old.count - back, hunk.newStart + hunk.new.count - back)
        if front > 0 { pieces.append(.run(MatchedRun(old: hunk.oldStart, new: hunk.newStart, count: front))) }
        pieces.append(.hunk(hunks.all.count - 1))
        if back > 0 { pieces.append(.run(MatchedRun(old: oldEnd, new: newEnd, count: back))) }
    }
}

/// How many consecutive objects are identical in two arrays, from an index in each on. References are compared as numbers, since
/// retaining them would cost more than all else.
@_optimize(speed)
func sharedCount<Object: AnyObject>(_ old: [Object], _ oldIndex: Int, _ new: [Object], _ newIndex: Int) -> Int {
    let most = min(old.count - oldIndex, new.count - newIndex)
    if most <= 0 { return 0 }
    return old.withUnsafeBytes { old in
        new.withUnsafeBytes { new in
            let left = old.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt.self) + oldIndex
            let right = new.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt.self) + newIndex
            var count = 0
            while count < most && left[count] == right[count] { count &+= 1 }
            return count
        }
    }
}
