// Stage 3: what is not the same storage on both sides.

extension DifferenceBuilder {
    mutating func findGaps() {
        for deleted in placements[Int(ChangeKind.deletedSections.rawValue)] {
            let index = Int(deleted.from.section)
            let section = old.sections[index]
            if section.count == 0 { continue }
            gaps.all.append(
                Gap(
                    oldSection: index, newSection: -1, oldStart: 0, newStart: 0,
                    old: gaps.oldItems.append(section.leaves, section.leaves.indices), new: gaps.newItems.end))
        }
        for index in changedSections {
            let section = newSections[index]
            let oldIndex = Int(oldSectionIndexes[index])
            if oldIndex >= 0 {
                compareLeaves(of: index, with: oldIndex)
            } else if section.count > 0 {
                gaps.all.append(
                    Gap(
                        oldSection: -1, newSection: index, oldStart: 0, newStart: 0,
                        old: gaps.oldItems.end, new: gaps.newItems.append(section.leaves, section.leaves.indices)))
            }
        }
    }

    /// Splits a section at the leaves that both sides share.
    private mutating func compareLeaves(of newIndex: Int, with oldIndex: Int) {
        let oldSection = old.sections[oldIndex]
        let newSection = newSections[newIndex]
        let (oldLeaves, newLeaves) = (oldSection.leaves, newSection.leaves)
        var pieces: [Gaps.Piece] = []
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
            // The same items all along: none moved.
            if first == 0 && oldLeaf == oldLeaves.count && newLeaf == newLeaves.count { return }
            if newLeaf > first {
                let newStart = newSection.counts.sum(before: first)
                pieces.append(
                    .span(
                        Span(
                            old: oldSection.counts.sum(before: oldLeaf - (newLeaf - first)), new: newStart,
                            count: newSection.counts.sum(before: newLeaf) - newStart)))
                continue
            }
            let (oldEnd, newEnd) = nextSharedLeaf(oldSection, newSection, oldLeaf, newLeaf)
            addTrimmed(
                Gap(
                    oldSection: oldIndex, newSection: newIndex, oldStart: oldSection.counts.sum(before: oldLeaf),
                    newStart: newSection.counts.sum(before: newLeaf), old: gaps.oldItems.append(oldLeaves, oldLeaf..<oldEnd),
                    new: gaps.newItems.append(newLeaves, newLeaf..<newEnd)), to: &pieces)
            (oldLeaf, newLeaf) = (oldEnd, newEnd)
        }
        gaps.sections.append((newIndex, pieces))
    }

    /// The next leaf that both sides share, from a pair of leaves on that are not the same; else the ends.
    private func nextSharedLeaf(
        _ oldSection: SectionStorage, _ newSection: SectionStorage, _ oldLeaf: Int, _ newLeaf: Int
    ) -> (Int, Int) {
        for candidate in newLeaf..<newSection.leaves.count {
            let leaf = newSection.leaves[candidate]
            if let place = old.leafPlaces.place(leaf.number), place.section == oldSection.handle, place.index >= oldLeaf,
                leaf.hasItems(of: oldSection.leaves[place.index])
            {
                return (place.index, candidate)
            }
        }
        return (oldSection.leaves.count, newSection.leaves.count)
    }

    private mutating func addTrimmed(_ gap: Gap, to pieces: inout [Gaps.Piece]) {
        gaps.all.append(gap)
        let (front, back) = gaps.trimLast()
        let (oldEnd, newEnd) = (gap.oldStart + gap.old.count - back, gap.newStart + gap.new.count - back)
        if front > 0 { pieces.append(.span(Span(old: gap.oldStart, new: gap.newStart, count: front))) }
        pieces.append(.gap(gaps.all.count - 1))
        if back > 0 { pieces.append(.span(Span(old: oldEnd, new: newEnd, count: back))) }
    }
}

/// How many objects are the very same in two rows, from two indexes on: references are compared as numbers, since
/// counting them would cost more than all else.
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
