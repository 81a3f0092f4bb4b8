extension Difference: CustomStringConvertible {
    /// One line of counts, such as "1 section inserted; 2 items deleted, 3 moved".
    public var description: String {
        let parts = [
            counts("section", [(.deletedSections, "deleted"), (.insertedSections, "inserted"), (.movedSections, "moved"), (.updatedSections, "updated")]),
            counts("item", [
                (.deletedItems, "deleted"), (.insertedItems, "inserted"), (.movedItems, "moved"),
                (.reloadedItems, "reloaded"), (.reconfiguredItems, "reconfigured"),
            ]),
        ].filter { !$0.isEmpty }
        return parts.isEmpty ? "no changes" : parts.joined(separator: "; ")
    }

    private func counts(_ noun: String, _ kinds: [(ChangeKind, String)]) -> String {
        var line = ""
        for (kind, verb) in kinds where count(kind) > 0 {
            line += line.isEmpty ? "\(count(kind)) \(noun)\(count(kind) == 1 ? "" : "s") \(verb)" : ", \(count(kind)) \(verb)"
        }
        return line
    }
}
