import Testing

@testable import DiffableEngine
@testable import TestSupport

/// Two sides edit a random list at random, and are merged. What every merge promises is checked by slow loops over
/// identifiers.
@Suite struct MergeRandomTests {
    private static let tiny = Shape(sections: 3, items: 8, batch: 3, pool: 100..<112, wrong: 1_000)

    @Test(arguments: 0..<10 as Range<UInt64>) func tinyFlatLists(part: UInt64) throws {
        try run(part, Self.tiny.flat, rounds: 100)
    }

    @Test(arguments: 0..<10 as Range<UInt64>) func tinyTrees(part: UInt64) throws {
        try run(part, Self.tiny, rounds: 100)
    }

    @Test(arguments: 0..<4 as Range<UInt64>) func flatLists(part: UInt64) throws {
        try run(part, Shape.middle.flat, rounds: 5)
    }

    @Test(arguments: 0..<4 as Range<UInt64>) func trees(part: UInt64) throws { try run(part, Shape.middle, rounds: 5) }

    @Test func longLists() throws { try run(0, Shape.leaves.flat, rounds: 3) }

    private func run(_ part: UInt64, _ shape: Shape, rounds: UInt64) throws {
        for seed in part * rounds..<(part + 1) * rounds {
            var random = SplitMix64(seed: ~seed)
            var program = SnapshotProgram(seed: seed, shape: shape)
            program.advance(steps: random.number(in: 0...8))
            let base = program.snapshot.withoutMarks
            var other = program
            other.reseed(seed &+ 1_000_003)
            program.advance(steps: random.number(in: 0...6))
            other.advance(steps: random.number(in: 0...6))
            // Lists that were not copied from one another are merged as well.
            func list(_ list: Snapshot) throws -> Snapshot {
                random.once(in: 3) ? try list.copiedToOtherTables() : list
            }
            let mine = try program.snapshot.withoutMarks.keeping(stateOf: base)
            let theirs = try other.snapshot.withoutMarks.keeping(stateOf: base)
            let lists = ThreeLists(base: try list(base), mine: try list(mine), theirs: try list(theirs))
            if let wrong = try lists.mismatch() {
                Issue.record(
                    "seed \(seed): \(wrong)\nbase   \(lists.base.spelled)\nmine   \(lists.mine.spelled)\ntheirs \(lists.theirs.spelled)"
                )
                return
            }
        }
    }
}

extension Snapshot {
    fileprivate func copiedToOtherTables() throws -> Snapshot { try #require(withFreshTables()) }
}

/// Where an item is: its section, and its parent if it is no root.
private struct Place: Hashable {
    var section: Identifier
    var parent: Identifier?

    /// The place of the item among its siblings does not change with the section of a parent.
    var siblings: [Identifier] { parent.map { [$0] } ?? [section, ""] }
}

private struct ThreeLists {
    var base: Snapshot
    var mine: Snapshot
    var theirs: Snapshot

    func mismatch() throws -> String? {
        let merge = try base.merging(mine, theirs)
        let merged = merge.snapshot
        if let inconsistency = merged.inconsistency { return inconsistency }
        if try base.merging(base, theirs).snapshot != theirs || base.merging(base, theirs).hasConflicts {
            return "mine is the base"
        }
        if try base.merging(mine, base).snapshot != mine || base.merging(mine, base).hasConflicts {
            return "theirs is the base"
        }
        if try base.merging(mine, mine).snapshot != mine || base.merging(mine, mine).hasConflicts {
            return "both are the same"
        }
        let swapped = try base.merging(theirs, mine)
        if merge.hasConflicts != swapped.hasConflicts { return "conflicts depend on the sides" }
        if !merge.hasConflicts && swapped.snapshot != merged { return "the result depends on the sides" }
        return try itemMismatch(merge) ?? sectionMismatch(merge) ?? orderMismatch(merge)
            ?? conflictMismatch(merge, swapped)
    }

    private func itemMismatch(_ merge: Merge) throws -> String? {
        let all = merge.snapshot.allItemIdentifiers
        let items = Set(all)
        if items.count != all.count { return "an item is there twice" }
        for item in Set(mine.allItemIdentifiers + theirs.allItemIdentifiers) {
            let (b, m, t) = (base.containsItem(item), mine.containsItem(item), theirs.containsItem(item))
            let isNamed = merge.names(item, [.deleted, .deletedParent])
            let isChanged = try b && (m ? mine : theirs).differs(from: base, item)
            if m && t || !b {
                if !items.contains(item) { return "\(item) is lost" }
                if isNamed { return "nobody deleted \(item)" }
            } else if isChanged {
                if !items.contains(item) { return "\(item) is lost, which was changed" }
                if !merge.names(item, [.deleted]) { return "no conflict names \(item)" }
            } else if items.contains(item) != isNamed {
                return "\(item) is there although it was deleted"
            }
        }
        for item in items where !mine.containsItem(item) && !theirs.containsItem(item) {
            return "\(item) came from nowhere"
        }
        return nil
    }

    private func sectionMismatch(_ merge: Merge) throws -> String? {
        let sections = merge.snapshot.sectionIdentifiers
        for section in Set(mine.sectionIdentifiers + theirs.sectionIdentifiers) {
            let (b, m, t) = (
                base.containsSection(section), mine.containsSection(section), theirs.containsSection(section)
            )
            let isNamed = merge.conflicts.contains {
                $0.isSection && $0.identifier == section && [.deleted, .deletedParent].contains($0.kind)
            }
            if m && t || !b {
                if !sections.contains(section) || isNamed { return "section \(section)" }
            } else if sections.contains(section) != isNamed {
                return "section \(section), which was deleted"
            }
        }
        return Set(sections).count == sections.count ? nil : "a section is there twice"
    }

    /// Items that have the same siblings before and after them in all lists keep their order.
    private func orderMismatch(_ merge: Merge) throws -> String? {
        let (before, left, right, after) = (
            try base.siblings(), try mine.siblings(), try theirs.siblings(), try merge.snapshot.siblings()
        )
        for (place, items) in after {
            guard let old = before[place], let mine = left[place], let theirs = right[place] else { continue }
            // If no side moved anything at the place, the order of all that stayed there is that of the base.
            let staying = old.filter { mine.contains($0) && theirs.contains($0) }
            if mine.filter(old.contains) != old.filter(mine.contains)
                || theirs.filter(old.contains) != old.filter(theirs.contains)
            {
                continue
            }
            if items.filter(staying.contains) != staying { return "the order of \(items), which was \(old)" }
            // If both sides inserted an item at different places, it is where mine has it.
            for side in merge.conflicts.contains(where: { $0.kind == .moved }) ? [mine] : [mine, theirs]
            where items.filter(side.contains) != side.filter(items.contains) {
                return "the order of \(items) is not that of \(side)"
            }
        }
        return nil
    }

    private func conflictMismatch(_ merge: Merge, _ swapped: Merge) throws -> String? {
        let named = merge.conflicts.map { "\($0.kind.rawValue) \($0.isSection) \($0.identifier)" }
        if Set(named).count != named.count { return "a conflict is named twice: \(named)" }
        for conflict in merge.conflicts {
            let isThere =
                conflict.isSection
                ? merge.snapshot.containsSection(conflict.identifier) : merge.snapshot.containsItem(conflict.identifier)
            if !isThere { return "the conflict of \(conflict.identifier), which is not there" }
        }
        for item in merge.snapshot.allItemIdentifiers where mine.containsItem(item) && theirs.containsItem(item) {
            let contents = [mine, theirs, merge.snapshot].map { $0.content(ofItem: item) }
            let old = base.containsItem(item) ? base.content(ofItem: item) : nil
            let isConflict: Bool
            if !base.containsItem(item) {
                isConflict = contents[0] != contents[1]
            } else {
                isConflict = contents[0] != contents[1] && contents[0] != old && contents[1] != old
            }
            if merge.names(item, [.changed, .inserted]) != isConflict { return "the conflict of contents of \(item)" }
            let expected = isConflict || contents[0] != old ? contents[0] : contents[1]
            if contents[2] != expected { return "the content of \(item)" }
            let (m, t, r) = (try mine.place(of: item), try theirs.place(of: item), try merge.snapshot.place(of: item))
            let b = base.containsItem(item) ? try base.place(of: item).siblings : []
            if merge.names(item, [.cycle]) {
                if r.siblings != m.siblings { return "\(item) is not where mine has it" }
            } else if m.siblings != t.siblings && m.siblings != b && t.siblings != b {
                if !merge.names(item, [.moved]) || r.siblings != m.siblings { return "\(item) was moved to two places" }
            } else if r.siblings != (m.siblings == b ? t.siblings : m.siblings) {
                return "the place of \(item)"
            }
        }
        // The conflicts of contents and deletions are the same, whichever side is called mine.
        for kind in [MergeConflictKind.changed, .inserted, .deleted] {
            let (left, right) = (
                merge.conflicts.filter { $0.kind == kind }, swapped.conflicts.filter { $0.kind == kind }
            )
            if Set(left.map { $0.identifier }) != Set(right.map { $0.identifier }) {
                return "conflicts \(kind) depend on the sides"
            }
        }
        return nil
    }
}

extension Merge {
    fileprivate func names(_ item: Identifier, _ kinds: [MergeConflictKind]) -> Bool {
        conflicts.contains { !$0.isSection && $0.identifier == item && kinds.contains($0.kind) }
    }
}

extension Snapshot {
    fileprivate func place(of item: Identifier) throws -> Place {
        Place(section: try #require(sectionIdentifier(containingItem: item)), parent: try parent(ofItem: item))
    }

    /// Whether an item has another content here, or another section or parent.
    fileprivate func differs(from base: Snapshot, _ item: Identifier) throws -> Bool {
        try content(ofItem: item) != base.content(ofItem: item)
            || place(of: item).siblings != base.place(of: item).siblings
    }

    /// The items at each place, in order.
    fileprivate func siblings() throws -> [[Identifier]: [Identifier]] {
        var result: [[Identifier]: [Identifier]] = [:]
        for item in allItemIdentifiers { result[try place(of: item).siblings, default: []].append(item) }
        return result
    }
}
