/// The changes between two snapshots: the fewest changes that lead from one to the other.
///
/// Deletions and insertions are forced, because identifiers are unique. Moves are minimal. Among the sections that
/// stay, and among the items that stay in their section, those outside a longest increasing subsequence move. An item
/// that changed its section counts as one move. An item that stays in a section that moves does not move.
///
/// To replay it over an array of arrays: remove the deleted and moved items, and then the deleted and moved sections,
/// in descending order of `from`; then insert the inserted and moved sections, and the inserted and moved items, by
/// `to` in ascending order.
public final class Difference {
    package let old: Snapshot
    package let new: Snapshot
    /// Deletions are in the order of the old list, all other changes in the order of the new one.
    private let changes: Changes
    /// The old index of each new section.
    package let oldSectionIndexes: SectionIndexes
    /// The new index of each old section.
    package let newSectionIndexes: SectionIndexes
    /// nil if no item was renamed.
    let renamed: RenamedItems?
    /// The merge that the new list comes from, if the apply was rebased. It is set before the difference is shared. It
    /// is stored here and not in the transaction, because each apply copies the transaction several times.
    @exclusivity(unchecked) package internal(set) var merge: Merge?

    /// - Complexity: O(s + differences) if one snapshot was copied from the other and no item was renamed; otherwise at
    ///   most O(n log n).
    public convenience init(from old: Snapshot, to new: Snapshot) {
        self.init(from: old, to: new, aligned: nil)
    }

    /// - Parameters:
    ///   - aligned: the new list in the handles of the old one, if the caller has computed it already.
    ///   - refreshingHeaders: whether a section is reported as updated if items were inserted into it, deleted from it,
    ///     or moved between it and another section, so that its header is shown again.
    @export(interface)
    package init(from old: Snapshot, to new: Snapshot, aligned: AlignedList?, refreshingHeaders: Bool = false) {
        self.old = old
        self.new = new
        renamed = new.hasRenames ? RenamedItems(of: new, since: old) : nil
        if new.isUnchanged(since: old) {
            changes = Changes()
            oldSectionIndexes = SectionIndexes(sameIn: new.numberOfSections)
            newSectionIndexes = oldSectionIndexes
        } else {
            (changes, oldSectionIndexes, newSectionIndexes) = WorkingMemory.with { memory in
                var builder = DifferenceBuilder(old: old, new: new, aligned, memory)
                defer { memory = builder.memory }
                builder.build(refreshingHeaders: refreshingHeaders)
                return (builder.changes, builder.oldSectionIndexes, builder.newSectionIndexes)
            }
        }
    }

    /// Whether there are no changes of sections or visible items. Trees may have changed nevertheless: the parent of a
    /// row, a sign of expansion, or hidden items.
    public var isEmpty: Bool { changes.isEmpty }
    /// Whether sections or items were deleted, inserted or moved. If false, the only changes are updates, reloads and
    /// reconfigurations.
    package var changesStructure: Bool {
        let ofItems = count(.deletedItems) + count(.insertedItems) + count(.movedItems)
        return ofItems + count(.deletedSections) + count(.insertedSections) + count(.movedSections) > 0
    }

    public var deletedSections: [SectionChange] { sectionChanges(.deletedSections) }
    public var insertedSections: [SectionChange] { sectionChanges(.insertedSections) }
    public var movedSections: [SectionChange] { sectionChanges(.movedSections) }
    /// Sections that stay and whose headers are shown again: their content differs, they were marked to be reloaded or
    /// reconfigured, or the data source refreshes headers when the items of a section change.
    public var updatedSections: [SectionChange] { sectionChanges(.updatedSections) }

    public var deletedItems: ItemChanges { ItemChanges(self, .deletedItems) }
    public var insertedItems: ItemChanges { ItemChanges(self, .insertedItems) }
    public var movedItems: ItemChanges { ItemChanges(self, .movedItems) }
    public var reloadedItems: ItemChanges { ItemChanges(self, .reloadedItems) }
    public var reconfiguredItems: ItemChanges { ItemChanges(self, .reconfiguredItems) }

    package func count(_ kind: ChangeKind) -> Int { changes.count(kind) }

    package func list(_ kind: ChangeKind) -> ChangeList { changes.list(kind) }

    private func sectionChanges(_ kind: ChangeKind) -> [SectionChange] {
        list(kind).indices.map { index in
            let change = list(kind)[index]
            return SectionChange(
                identifier: Identifier(raw(kind, index)),
                from: change.from.section < 0 ? nil : Int(change.from.section),
                to: change.to.section < 0 ? nil : Int(change.to.section))
        }
    }

    /// The identifier of a change, in the memory of one of the snapshots.
    package func raw(_ kind: ChangeKind, _ index: Int) -> BorrowedIdentifier {
        let change = list(kind)[index]
        let (snapshot, path) = change.to.section < 0 ? (old, change.from) : (new, change.to)
        if kind.isOfSections {
            return snapshot.identifiers.sections.raw(snapshot.sections[Int(path.section)].handle)
        }
        return snapshot.identifiers.items.raw(snapshot.item(at: path.path))
    }

    /// The identifier that the item or section of a change had in the old list, in the memory of one of the snapshots.
    /// It differs from `raw` if the item was renamed.
    package func oldRaw(_ kind: ChangeKind, _ index: Int) -> BorrowedIdentifier {
        let from = list(kind)[index].from
        if from.item < 0 || renamed == nil { return raw(kind, index) }
        return old.identifiers.items.raw(old.item(at: from.path))
    }

    /// Whether items of the new list may have had other identifiers in the old one.
    package var hasRenames: Bool { renamed != nil }

    /// The index paths of a change. For a deletion, the indexes of `to` are -1. For an insertion, those of `from` are.
    package func paths(_ kind: ChangeKind, _ index: Int) -> (from: IndexPath, to: IndexPath) {
        (list(kind)[index].from.path, list(kind)[index].to.path)
    }

    /// Whether the item of a change is deleted or inserted together with its section.
    /// - Complexity: O(log s)
    package func isWithSection(_ kind: ChangeKind, _ index: Int) -> Bool {
        switch kind {
        case .deletedItems: contains(list(kind)[index].from.section, in: list(.deletedSections)) { $0.from.section }
        case .insertedItems: contains(list(kind)[index].to.section, in: list(.insertedSections)) { $0.to.section }
        default: false
        }
    }

    private func contains(_ section: Int32, in sorted: ChangeList, by key: (PackedChange) -> Int32) -> Bool {
        let index = lowerBound(in: sorted) { key($0) < section }
        return index < sorted.count && key(sorted[index]) == section
    }
}

/// All item changes of one kind. Each `ItemChange` is created when it is read.
public struct ItemChanges: RandomAccessCollection {
    private let difference: Difference
    private let kind: ChangeKind

    init(_ difference: Difference, _ kind: ChangeKind) {
        self.difference = difference
        self.kind = kind
    }

    public var startIndex: Int { 0 }
    public var endIndex: Int { difference.count(kind) }

    /// - Complexity: O(log n)
    public subscript(index: Int) -> ItemChange {
        let (from, to) = difference.paths(kind, index)
        return ItemChange(
            identifier: Identifier(difference.raw(kind, index)), from: from.section < 0 ? nil : from,
            to: to.section < 0 ? nil : to, withSection: difference.isWithSection(kind, index))
    }
}

extension Difference: CustomStringConvertible {
    /// One line of counts, such as "1 section inserted; 2 items deleted, 3 moved".
    public var description: String {
        let sections = counts(
            "section",
            [
                (.deletedSections, "deleted"), (.insertedSections, "inserted"), (.movedSections, "moved"),
                (.updatedSections, "updated"),
            ])
        let items = counts(
            "item",
            [
                (.deletedItems, "deleted"), (.insertedItems, "inserted"), (.movedItems, "moved"),
                (.reloadedItems, "reloaded"), (.reconfiguredItems, "reconfigured"),
            ])
        let all = sections.joined(with: items, by: "; ")
        return all.isEmpty ? "no changes" : all
    }

    private func counts(_ noun: String, _ kinds: [(ChangeKind, String)]) -> String {
        var line = ""
        for (kind, verb) in kinds where count(kind) > 0 {
            line +=
                line.isEmpty
                ? "\(count(kind)) \(noun)\(count(kind) == 1 ? "" : "s") \(verb)" : ", \(count(kind)) \(verb)"
        }
        return line
    }
}
