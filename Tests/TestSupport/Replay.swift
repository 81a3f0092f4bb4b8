@testable import DiffableEngine

/// Carries a difference out over an array of arrays, by the batch rule of the header and by nothing else:
/// take away the deleted and moved items and then the deleted and moved sections, all by `from`; put the
/// inserted and moved sections, then the inserted and moved items in place, by `to` in ascending order.
/// Whatever is named in a change (and nothing but that) shows what the new list shows.
struct Replay {
    private let difference: Difference
    private let new: ReferenceModel
    private var sections: [ReferenceModel.Section]

    /// What the old list becomes; nil where the rule cannot be carried out.
    static func result(of difference: Difference, over old: ReferenceModel, showing new: ReferenceModel) -> [ReferenceModel.Section]? {
        var replay = Replay(difference: difference, new: new, sections: old.sections)
        return replay.updateSections() && replay.updateItems() && replay.takeAway() && replay.put() ? replay.sections : nil
    }

    private mutating func updateSections() -> Bool {
        for change in difference.updatedSections {
            guard let from = change.from, let to = change.to, sections[from].identifier == change.identifier else { return false }
            sections[from].revision = new.sections[to].revision
        }
        return true
    }

    private mutating func updateItems() -> Bool {
        for change in Array(difference.reloadedItems) + Array(difference.reconfiguredItems) {
            guard let from = change.from, let to = change.to else { return false }
            let item = new.sections[to.section].items[to.item]
            guard sections[from.section].items[from.item].identifier == item.identifier else { return false }
            sections[from.section].items[from.item] = item
        }
        return true
    }

    private var movedItems: [Identifier: Element] = [:]
    private var movedSections: [Identifier: ReferenceModel.Section] = [:]

    private init(difference: Difference, new: ReferenceModel, sections: [ReferenceModel.Section]) {
        self.difference = difference
        self.new = new
        self.sections = sections
    }

    private mutating func takeAway() -> Bool {
        let moved = difference.movedItems.map { ($0, true) }
        let items = difference.deletedItems.map { ($0, false) } + moved
        for (change, isMoved) in items.sorted(by: { $0.0.from! > $1.0.from! }) {
            let from = change.from!
            guard sections[from.section].items.indices.contains(from.item) else { return false }
            let item = sections[from.section].items.remove(at: from.item)
            if item.identifier != change.identifier { return false }
            if isMoved { movedItems[item.identifier] = item }
        }
        let movedAway = difference.movedSections.map { ($0, true) }
        for (change, isMoved) in (difference.deletedSections.map { ($0, false) } + movedAway).sorted(by: { $0.0.from! > $1.0.from! }) {
            let section = sections.remove(at: change.from!)
            if section.identifier != change.identifier { return false }
            if isMoved {
                movedSections[section.identifier] = section
            } else if !section.items.isEmpty {
                // `deletedItems` is complete: a section that goes is empty by then.
                return false
            }
        }
        return true
    }

    private mutating func put() -> Bool {
        for change in (difference.insertedSections + difference.movedSections).sorted(by: { $0.to! < $1.to! }) {
            guard change.to! <= sections.count else { return false }
            let inserted = ReferenceModel.Section(
                identifier: change.identifier, revision: new.sections[change.to!].revision, items: [])
            sections.insert(movedSections[change.identifier] ?? inserted, at: change.to!)
        }
        for change in (Array(difference.insertedItems) + Array(difference.movedItems)).sorted(by: { $0.to! < $1.to! }) {
            let to = change.to!
            guard to.section < sections.count, to.item <= sections[to.section].items.count else { return false }
            let inserted = Element(change.identifier, revision: new.sections[to.section].items[to.item].revision)
            sections[to.section].items.insert(movedItems[change.identifier] ?? inserted, at: to.item)
        }
        return true
    }
}
