/// What changed between two snapshots, with the fewest changes that lead from one to the other.
///
/// Deletions and insertions are forced, since identifiers are unique. Moves are minimal: of the sections that stay, and
/// of the items that stay in a section, everything outside a longest increasing subsequence moves; an item that is in
/// another section is one move. An item that stays in a section that moves does not move.
///
/// To replay it over an array of arrays: remove the deleted and moved items, then the deleted and moved sections, all
/// by `from`; then insert the inserted and moved sections, and the inserted and moved items, by `to` in ascending
/// order.
public final class Difference {
    package let old: Snapshot
    package let new: Snapshot
    /// Deletions are in the order of the old list, all others in that of the new one.
    private let changes: Changes
    /// For each new section its old index, and for each old section its new index.
    package let oldSectionIndexes: SectionIndexes
    package let newSectionIndexes: SectionIndexes
    /// nil if no item was renamed.
    let renamed: RenamedItems?
    /// The merge that the new list comes from, if the apply was rebased. It is set before anybody else has the
    /// difference. It is here because a transaction is copied several times in each apply, and a difference is not.
    @exclusivity(unchecked) package internal(set) var merge: Merge?

    /// - Complexity: O(differences) between snapshots of which one was copied from the other, otherwise at most O(n log
    ///   n).
    public convenience init(from old: Snapshot, to new: Snapshot) {
        self.init(from: old, to: new, aligned: nil)
    }

    /// - Parameters:
    ///   - aligned: the new list in the handles of the old one, if the caller has it.
    ///   - refreshingHeaders: whether sections whose items are others are updated.
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

    /// Whether no row and no section changed. The trees may have.
    public var isEmpty: Bool { changes.isEmpty }
    /// Whether sections or items were deleted, inserted or moved. If not, the changes may all be marks.
    package var hasOtherElements: Bool {
        let ofItems = count(.deletedItems) + count(.insertedItems) + count(.movedItems)
        return ofItems + count(.deletedSections) + count(.insertedSections) + count(.movedSections) > 0
    }

    public var deletedSections: [SectionChange] { sectionChanges(.deletedSections) }
    public var insertedSections: [SectionChange] { sectionChanges(.insertedSections) }
    public var movedSections: [SectionChange] { sectionChanges(.movedSections) }
    /// Sections that stay and show something else, or were marked to be reloaded.
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
    package func raw(_ kind: ChangeKind, _ index: Int) -> RawIdentifier {
        let change = list(kind)[index]
        let (snapshot, path) = change.to.section < 0 ? (old, change.from) : (new, change.to)
        if kind.isOfSections {
            return snapshot.identifiers.sections.raw(snapshot.sections[Int(path.section)].handle)
        }
        return snapshot.identifiers.items.raw(snapshot.item(at: path.path))
    }

    /// The identifier that the item or section of a change has in the old list, in the memory of one of the snapshots.
    /// For an item that was renamed it is another one than `raw`.
    package func oldRaw(_ kind: ChangeKind, _ index: Int) -> RawIdentifier {
        let from = list(kind)[index].from
        if from.item < 0 || renamed == nil { return raw(kind, index) }
        return old.identifiers.items.raw(old.item(at: from.path))
    }

    /// Whether items of the new list may have had other identifiers in the old one.
    package var hasRenames: Bool { renamed != nil }

    /// The index paths of a change. One that it does not have is -1.
    package func paths(_ kind: ChangeKind, _ index: Int) -> (from: IndexPath, to: IndexPath) {
        (list(kind)[index].from.path, list(kind)[index].to.path)
    }

    /// Whether a deleted or inserted item is deleted or inserted with its section.
    /// - Complexity: O(log s)
    package func isWithSection(_ kind: ChangeKind, _ index: Int) -> Bool {
        switch kind {
        case .deletedItems: contains(list(kind)[index].from.section, in: list(.deletedSections)) { $0.from.section }
        case .insertedItems: contains(list(kind)[index].to.section, in: list(.insertedSections)) { $0.to.section }
        default: false
        }
    }

    private func contains(_ section: Int32, in sorted: ChangeList, by key: (PackedChange) -> Int32) -> Bool {
        let index = firstIndex(in: sorted) { key($0) < section }
        return index < sorted.count && key(sorted[index]) == section
    }
}

/// The changes of items of one kind, each made when it is read.
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
