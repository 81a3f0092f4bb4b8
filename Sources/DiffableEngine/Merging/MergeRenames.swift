/// The three lists of a merge, which share their tables. An item that a side renamed has the same identifier in all of
/// them.
struct MergeRenames {
    private(set) var base: Snapshot
    private(set) var mine: Snapshot
    private(set) var theirs: Snapshot
    /// The items with a conflict of renames, each once. Either the sides renamed an item to different identifiers, or
    /// they renamed two items to the same identifier: then both items are here.
    private(set) var conflicts: [Handle] = []

    init(_ base: Snapshot, _ mine: Snapshot, _ theirs: Snapshot) {
        (self.base, self.mine, self.theirs) = (base, mine, theirs)
        if !mine.hasRenames && !theirs.hasRenames { return }
        if mine.hasRenames && theirs.hasRenames { undoCollidingRenames() }
        let (mine, theirs) = (self.mine, self.theirs)
        let (ofMine, ofTheirs) = (RenamedItems(of: mine, since: base), RenamedItems(of: theirs, since: base))
        for (item, old) in ofMine.pairs {
            let other = ofTheirs.item(ofOldHandle: old)
            if other != item {
                // Theirs has inserted another item with this identifier.
                if theirs.contains(item) { continue }
                if other != nil { conflicts.append(item) }
                if let current = other ?? (theirs.contains(old) ? old : nil) {
                    self.theirs.replace(current, with: item)
                }
            }
            self.base.replace(old, with: item)
        }
        for (item, old) in ofTheirs.pairs where self.base.contains(old) && !mine.contains(item) {
            if mine.contains(old) { self.mine.replace(old, with: item) }
            self.base.replace(old, with: item)
        }
        var seen = PositionIndex(capacity: conflicts.count)
        conflicts = conflicts.filter { seen.insert($0, position: 0) == nil }
    }

    /// Undoes renames of theirs to identifiers that mine gave to other items, so that no two items become one. If theirs
    /// has given the old identifier to a new item, the rename of mine is undone.
    private mutating func undoCollidingRenames() {
        let (ofMine, ofTheirs) = (RenamedItems(of: mine, since: base), RenamedItems(of: theirs, since: base))
        for (item, oldInTheirs) in ofTheirs.pairs {
            guard let oldInMine = ofMine.oldHandle(of: item), oldInMine != oldInTheirs else { continue }
            conflicts.append(item)
            if !theirs.contains(oldInTheirs) {
                theirs.replace(item, with: oldInTheirs)
                conflicts.append(ofMine.item(ofOldHandle: oldInTheirs) ?? oldInTheirs)
            } else if !mine.contains(oldInMine) {
                mine.replace(item, with: oldInMine)
                conflicts.append(ofTheirs.item(ofOldHandle: oldInMine) ?? oldInMine)
            }
        }
    }
}
