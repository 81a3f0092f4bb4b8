// Phase 3 finds the hunks: ranges of old and new items of a section that differ. It compares the leaves of sections
// that may differ. In a section of several leaves, it does not read the items of leaves that both snapshots share.

/// A position in the pieces of a section. A piece is the items of a leaf, or all items of a section of an aligned list.
private struct PiecePosition {
    var piece: Int
    var offset = 0

    /// Moves past `count` items of a piece that has `pieceCount` items.
    mutating func advance(_ count: Int, _ pieceCount: Int) {
        offset += count
        if offset == pieceCount { (piece, offset) = (piece + 1, 0) }
    }
}

extension DifferenceBuilder {
    /// A deleted or inserted section is one hunk. A section that stayed has hunks where it differs.
    mutating func findHunks() {
        if changes.count(.deletedSections) > 0 {
            for deleted in changes.list(.deletedSections) {
                let section = Int(deleted.from.section)
                addHunk(section, 0..<old.sections[section].leaves.count, -1, 0..<0)
            }
        }
        for pair in changedSections.buffer {
            let (oldIndex, newIndex) = (Int(pair.old), Int(pair.new))
            if oldIndex < 0 {
                addHunk(-1, 0..<0, newIndex, 0..<newPieceCount(newIndex))
            } else {
                addHunksOfLeaves(oldIndex, newIndex)
            }
        }
    }

    /// Compares the old and the new leaves of a section that stayed. Consecutive leaves that are not equal become one
    /// hunk.
    private mutating func addHunksOfLeaves(_ oldIndex: Int, _ newIndex: Int) {
        let (oldCount, newCount) = (old.sections[oldIndex].leaves.count, newPieceCount(newIndex))
        // A section of an aligned list, or one with at most one leaf in both lists, is compared as a whole.
        if aligned != nil || oldCount <= 1 && newCount <= 1 {
            addHunk(oldIndex, 0..<oldCount, newIndex, 0..<newCount)
            return
        }
        let (oldLeaves, newLeaves) = (old.sections[oldIndex].leaves, new.sections[newIndex].leaves)
        var (oldLeaf, newLeaf) = (0, 0)
        while oldLeaf < oldLeaves.count || newLeaf < newLeaves.count {
            let shared = newLeaves.sharedCount(from: newLeaf, with: oldLeaves, from: oldLeaf)
            (oldLeaf, newLeaf) = (oldLeaf + shared, newLeaf + shared)
            if oldLeaf < oldLeaves.count && newLeaf < newLeaves.count
                && newLeaves[newLeaf].hasSameItems(as: oldLeaves[oldLeaf])
            {
                (oldLeaf, newLeaf) = (oldLeaf + 1, newLeaf + 1)
                continue
            }
            let (oldEnd, newEnd) = Self.nextSharedLeaf(
                old, old.sections[oldIndex], new.sections[newIndex], oldLeaf, newLeaf)
            addHunk(oldIndex, oldLeaf..<oldEnd, newIndex, newLeaf..<newEnd)
            (oldLeaf, newLeaf) = (oldEnd, newEnd)
        }
    }

    /// Searches for the next leaf that both sections have, from two leaves on that differ. Returns its old and its new
    /// index. If there is none, returns the number of leaves of each section.
    private static func nextSharedLeaf(
        _ old: Snapshot, _ oldSection: SectionStorage, _ newSection: SectionStorage, _ oldLeaf: Int, _ newLeaf: Int
    ) -> (Int, Int) {
        for candidate in newLeaf..<newSection.leaves.count {
            let leaf = newSection.leaves[candidate]
            if let entry = old.leafDirectory.entry(leaf.number), entry.section == oldSection.handle,
                entry.index >= oldLeaf,
                leaf.hasSameItems(as: oldSection.leaves[entry.index])
            {
                return (entry.index, candidate)
            }
        }
        return (oldSection.leaves.count, newSection.leaves.count)
    }

    /// Adds a hunk with a copy of its items, from some pieces of the old section and of the new one. It leaves out the
    /// items that are equal at the beginning of both sides, and at the end of the last piece of each side.
    private mutating func addHunk(
        _ oldSection: Int, _ oldPieces: Range<Int>, _ newSection: Int, _ newPieces: Range<Int>
    ) {
        var (oldPosition, newPosition) = (
            PiecePosition(piece: oldPieces.lowerBound), PiecePosition(piece: newPieces.lowerBound)
        )
        var front = 0
        while oldPosition.piece < oldPieces.upperBound && newPosition.piece < newPieces.upperBound {
            let (left, right) = (oldPiece(oldSection, oldPosition.piece), newPiece(newSection, newPosition.piece))
            // Neither piece is read past its end.
            let limit = min(left.count &- oldPosition.offset, right.count &- newPosition.offset)
            let equal =
                left.isEmpty || right.isEmpty
                ? 0
                : equalCount(
                    left.baseAddress.unsafelyUnwrapped + oldPosition.offset,
                    right.baseAddress.unsafelyUnwrapped + newPosition.offset, limit: limit)
            oldPosition.advance(equal, left.count)
            newPosition.advance(equal, right.count)
            front &+= equal
            if equal < limit { break }
        }
        var back = 0
        if oldPosition.piece < oldPieces.upperBound && newPosition.piece < newPieces.upperBound {
            let (left, right) = (
                oldPiece(oldSection, oldPieces.upperBound - 1), newPiece(newSection, newPieces.upperBound - 1)
            )
            let limit = min(
                left.count &- (oldPosition.piece == oldPieces.upperBound - 1 ? oldPosition.offset : 0),
                right.count &- (newPosition.piece == newPieces.upperBound - 1 ? newPosition.offset : 0))
            if let left = left.baseAddress.map({ $0 + left.count }),
                let right = right.baseAddress.map({ $0 + right.count })
            {
                back = equalCount(before: left, right, limit: limit)
            }
        }
        let (firstOld, firstNew) = (oldItems.count, newItems.count)
        // Reserve memory first, so that a large hunk is not copied again while the array doubles.
        if oldPieces.count > 1 { oldItems.reserve(count(of: oldPieces, in: old.sections[oldSection]), &memory) }
        if newPieces.count > 1 { newItems.reserve(count(of: newPieces, in: new.sections[newSection]), &memory) }
        var piece = oldPosition.piece
        while piece < oldPieces.upperBound {
            let items = oldPiece(oldSection, piece)
            let part =
                (piece == oldPosition.piece ? oldPosition.offset : 0)..<items.count
                &- (piece == oldPieces.upperBound - 1 ? back : 0)
            oldItems.append(copying: UnsafeBufferPointer(rebasing: items[part]), &memory)
            piece += 1
        }
        piece = newPosition.piece
        while piece < newPieces.upperBound {
            let items = newPiece(newSection, piece)
            let part =
                (piece == newPosition.piece ? newPosition.offset : 0)..<items.count
                &- (piece == newPieces.upperBound - 1 ? back : 0)
            newItems.append(copying: UnsafeBufferPointer(rebasing: items[part]), &memory)
            piece += 1
        }
        if oldItems.count == firstOld && newItems.count == firstNew { return }
        hunks.append(
            Hunk(
                oldSection: oldSection, newSection: newSection,
                oldStart: front
                    &+ (oldPieces.lowerBound == 0
                        ? 0 : old.sections[oldSection].counts.sum(before: oldPieces.lowerBound)),
                newStart: front
                    &+ (newPieces.lowerBound == 0
                        ? 0 : new.sections[newSection].counts.sum(before: newPieces.lowerBound)),
                firstOld: firstOld, firstNew: firstNew, oldCount: oldItems.count &- firstOld,
                newCount: newItems.count &- firstNew), &memory)
    }

    private func count(of leaves: Range<Int>, in section: SectionStorage) -> Int {
        section.counts.sum(before: leaves.upperBound) &- section.counts.sum(before: leaves.lowerBound)
    }

    // The memory of a piece is valid as long as the snapshot or the aligned list that contains it.

    @inline(__always)
    private func oldPiece(_ section: Int, _ index: Int) -> UnsafeBufferPointer<Handle> {
        old.sections[section].leaves.unretained(index)._withUnsafeGuaranteedRef { $0.items.memory }
    }

    @inline(__always)
    private func newPiece(_ section: Int, _ index: Int) -> UnsafeBufferPointer<Handle> {
        if let aligned { return aligned.items(ofSection: section) }
        return new.sections[section].leaves.unretained(index)._withUnsafeGuaranteedRef { $0.items.memory }
    }

    @inline(__always)
    private func newPieceCount(_ section: Int) -> Int {
        aligned == nil ? new.sections[section].leaves.count : 1
    }
}
