/// The three lists of a merge, which share their tables. An item that a side renamed has the same identifier in all of
/// them.
struct MergeRenames {
    private(set) var base: Snapshot
    private(set) var mine: Snapshot
    private(set) var theirs: Snapshot
    /// The items that the sides renamed to different identifiers. They have the identifiers of mine.
    private(set) var conflicts: [Handle] = []

    init(_ base: Snapshot, _ mine: Snapshot, _ theirs: Snapshot) {
        (self.base, self.mine, self.theirs) = (base, mine, theirs)
        if !mine.hasRenames && !theirs.hasRenames { return }
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
    }
}
