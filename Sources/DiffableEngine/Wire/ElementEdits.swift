// The edits of a sequence of elements that a patch consists of.

/// Consecutive positions.
struct ElementRun: Equatable {
    var first: Int
    var count: Int

    var end: Int { first + count }
}

/// Consecutive elements that move together.
struct ElementMove {
    /// Their position in the base.
    var from: Int
    /// Their position in the new list.
    var to: Int
    var count: Int
}

/// The edits that lead from the elements of a base to those of a new list. Elements of the base that are neither
/// deleted nor moved stay in their order.
struct ElementEdits {
    /// Positions in the base.
    var deleted: [ElementRun] = []
    /// Positions in the new list.
    var inserted: [ElementRun] = []
    /// In the order of the new list.
    var moved: [ElementMove] = []

    /// Consecutive elements of the new list that are inserted, or that are consecutive in the base as well.
    struct Piece {
        var first: Int
        var count: Int
        /// The position of the first one in the base; nil if they are inserted.
        var old: Int?
    }

    /// The runs of elements that are deleted or moved, in the order of the base.
    var removed: [ElementRun] {
        let taken = moved.map { ElementRun(first: $0.from, count: $0.count) }.ascending { UInt64($0.first) }
        var (all, next): ([ElementRun], Int) = ([], 0)
        for run in deleted {
            while next < taken.count, taken[next].first < run.first {
                all.append(taken[next])
                next += 1
            }
            all.append(run)
        }
        return all + taken[next...]
    }

    /// Calls `body` with the pieces of a new list of `count` elements, in order.
    func forEachPiece(_ count: Int, _ body: (Piece) -> Void) {
        let removed = removed
        var (position, old) = (0, 0)
        var (nextInserted, nextMoved, nextRemoved) = (0, 0, 0)
        while position < count {
            if nextInserted < inserted.count, inserted[nextInserted].first == position {
                body(Piece(first: position, count: inserted[nextInserted].count, old: nil))
                position = inserted[nextInserted].end
                nextInserted += 1
                continue
            }
            if nextMoved < moved.count, moved[nextMoved].to == position {
                body(Piece(first: position, count: moved[nextMoved].count, old: moved[nextMoved].from))
                position += moved[nextMoved].count
                nextMoved += 1
                continue
            }
            while nextRemoved < removed.count, removed[nextRemoved].first == old {
                old = removed[nextRemoved].end
                nextRemoved += 1
            }
            var end = count
            if nextInserted < inserted.count { end = min(end, inserted[nextInserted].first) }
            if nextMoved < moved.count { end = min(end, moved[nextMoved].to) }
            if nextRemoved < removed.count { end = min(end, position + removed[nextRemoved].first - old) }
            body(Piece(first: position, count: end - position, old: old))
            old += end - position
            position = end
        }
    }
}

extension [ElementRun] {
    /// Adds a position that is greater than all others.
    mutating func add(_ position: Int) {
        if let last = self.last, last.end == position {
            self[self.count - 1].count += 1
        } else {
            append(ElementRun(first: position, count: 1))
        }
    }
}

extension ElementEdits {
    /// - Parameter difference: between lists without trees.
    init(_ difference: Difference) {
        let (old, new) = (difference.old, difference.new)
        Self.forEachPath(difference, .deletedSections, .deletedItems) { deleted.add(old.position($0.from)) }
        Self.forEachPath(difference, .insertedSections, .insertedItems) { inserted.add(new.position($0.to)) }
        var moves: [ElementMove] = []
        for change in difference.list(.movedItems) {
            moves.append(ElementMove(from: old.position(change.from), to: new.position(change.to), count: 1))
        }
        if difference.count(.movedSections) > 0 { Self.addItems(ofMovedSectionsOf: difference, to: &moves) }
        for move in moves.ascending(by: { UInt64($0.to) }) {
            if let last = moved.last, last.from + last.count == move.from, last.to + last.count == move.to {
                moved[moved.count - 1].count += move.count
            } else {
                moved.append(move)
            }
        }
    }

    /// Calls `body` with the changes of sections and those of items in the order of the list, each section before its
    /// items.
    private static func forEachPath(
        _ difference: Difference, _ ofSections: ChangeKind, _ ofItems: ChangeKind, _ body: (PackedChange) -> Void
    ) {
        let (sections, items) = (difference.list(ofSections), difference.list(ofItems))
        func key(_ change: PackedChange) -> UInt64 { (change.to.section < 0 ? change.from : change.to).key }
        var next = 0
        for change in items {
            while next < sections.count, key(sections[next]) < key(change) {
                body(sections[next])
                next += 1
            }
            body(change)
        }
        while next < sections.count {
            body(sections[next])
            next += 1
        }
    }

    /// Adds the sections that move, with those of their items that are neither deleted nor inserted nor moved.
    private static func addItems(ofMovedSectionsOf difference: Difference, to moves: inout [ElementMove]) {
        let (old, new) = (difference.old, difference.new)
        let leaving = (Array(difference.list(.deletedItems)) + Array(difference.list(.movedItems))).map { $0.from }
            .ascending { $0.key }
        let arriving = (Array(difference.list(.insertedItems)) + Array(difference.list(.movedItems))).map { $0.to }
            .ascending { $0.key }
        for change in difference.list(.movedSections) {
            let (from, to) = (old.position(change.from), new.position(change.to))
            moves.append(ElementMove(from: from, to: to, count: 1))
            let (count, newCount) = (
                old.sections[Int(change.from.section)].count, new.sections[Int(change.to.section)].count
            )
            var nextLeaving = lowerBound(in: leaving) { $0.section < change.from.section }
            var nextArriving = lowerBound(in: arriving) { $0.section < change.to.section }
            var (item, newItem) = (0, 0)
            while true {
                while nextLeaving < leaving.count,
                    leaving[nextLeaving] == PackedIndexPath(section: Int(change.from.section), item: item)
                {
                    (item, nextLeaving) = (item + 1, nextLeaving + 1)
                }
                while nextArriving < arriving.count,
                    arriving[nextArriving] == PackedIndexPath(section: Int(change.to.section), item: newItem)
                {
                    (newItem, nextArriving) = (newItem + 1, nextArriving + 1)
                }
                if item == count || newItem == newCount { break }
                var (end, newEnd) = (count, newCount)
                if nextLeaving < leaving.count, leaving[nextLeaving].section == change.from.section {
                    end = Int(leaving[nextLeaving].item)
                }
                if nextArriving < arriving.count, arriving[nextArriving].section == change.to.section {
                    newEnd = Int(arriving[nextArriving].item)
                }
                let staying = min(end - item, newEnd - newItem)
                moves.append(ElementMove(from: from + 1 + item, to: to + 1 + newItem, count: staying))
                (item, newItem) = (item + staying, newItem + staying)
            }
        }
    }
}

extension DigestTerms {
    /// Adds the terms in which the version of a new list differs from that of its base. Neither list may have trees.
    /// - Parameter changed: the elements that stay or move, and whose contents differ, by their positions in the base
    ///   and in the new list.
    mutating func toggle(_ edits: ElementEdits, from old: Snapshot, to new: Snapshot, changed: [(old: Int, new: Int)]) {
        var (oldElements, newElements) = (ElementCursor(old), ElementCursor(new))
        for run in edits.deleted { toggle(run, of: old, &oldElements) }
        edits.forEachPiece(new.numberOfElements) { piece in
            guard let position = piece.old else {
                return toggle(ElementRun(first: piece.first, count: piece.count), of: new, &newElements)
            }
            toggleLink(at: position, of: old, &oldElements)
            toggleLink(at: piece.first, of: new, &newElements)
        }
        for (position, newPosition) in changed {
            if let element = oldElements.element(at: position) { toggleState(element, of: old) }
            if let element = newElements.element(at: newPosition) { toggleState(element, of: new) }
        }
    }

    /// Toggles all terms of consecutive elements.
    private mutating func toggle(_ run: ElementRun, of list: Snapshot, _ elements: inout ElementCursor) {
        var previous = elements.element(at: run.first - 1)
        for position in run.first..<run.end {
            guard let element = elements.element(at: position) else { return }
            toggleLink(previous, element, of: list)
            toggleState(element, of: list)
            previous = element
        }
    }

    private mutating func toggleLink(at position: Int, of list: Snapshot, _ elements: inout ElementCursor) {
        let previous = elements.element(at: position - 1)
        if let element = elements.element(at: position) { toggleLink(previous, element, of: list) }
    }
}
