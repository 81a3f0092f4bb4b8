/// The marks of a snapshot, for one apply. Snapshots share them until the marks of one are changed.
final class Marks {
    @exclusivity(unchecked) var reloadedItems = MarkSet()
    @exclusivity(unchecked) var reconfiguredItems = MarkSet()
    @exclusivity(unchecked) var reloadedSections = MarkSet()
    @exclusivity(unchecked) var reconfiguredSections = MarkSet()
    @exclusivity(unchecked) var renames = Renames()

    init() {}

    func copy() -> Marks {
        let copy = Marks()
        (copy.reloadedItems, copy.reconfiguredItems) = (reloadedItems, reconfiguredItems)
        (copy.reloadedSections, copy.reconfiguredSections) = (reloadedSections, reconfiguredSections)
        copy.renames = renames
        return copy
    }
}

extension Snapshot {
    var reloadedItems: MarkSet { marks?.reloadedItems ?? MarkSet() }
    var reconfiguredItems: MarkSet { marks?.reconfiguredItems ?? MarkSet() }
    var reloadedSections: MarkSet { marks?.reloadedSections ?? MarkSet() }
    var reconfiguredSections: MarkSet { marks?.reconfiguredSections ?? MarkSet() }

    /// Changes the marks. If another snapshot shares them, they are copied first.
    mutating func updateMarks(_ change: (Marks) -> Void) {
        if marks == nil {
            marks = Marks()
        } else if !isKnownUniquelyReferenced(&marks) {
            marks = marks?.copy()
        }
        if let marks { change(marks) }
    }
}
