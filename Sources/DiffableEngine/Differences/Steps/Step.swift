/// One step of a change that is made one step at a time. Every index is valid after all steps before it.
public struct Step: Hashable, Sendable {
    /// The numbers are those of the C API.
    public enum Kind: Int32, Sendable, CaseIterable {
        case deleteSections = 0
        case insertSections = 1
        case moveSections = 2
        case updateSections = 3
        case deleteItems = 4
        case insertItems = 5
        case moveItems = 6
        case reloadItems = 7
        case reconfigureItems = 8

        package var isOfSections: Bool { rawValue <= Kind.updateSections.rawValue }
    }

    public var kind: Kind
    /// How many neighbouring elements the step changes.
    public var count: Int
    /// Where the first of them is. Not for insertions.
    public var from: IndexPath?
    /// Where the first of them is inserted, after those that move were removed. For insertions and moves.
    public var to: IndexPath?
    /// Where the first of them is in the new list. Not for deletions.
    public var final: IndexPath?
}

extension Step {
    /// This step and the next one, of a single element, as one step; nil if the elements are not neighbours.
    func joined(with next: Step) -> Step? {
        guard kind == next.kind else { return nil }
        var joined = self
        joined.count += 1
        switch kind {
        case .deleteSections, .deleteItems:
            // Deletions go from the end: the next one is in front of the first of these.
            guard let from, let before = next.from, before.advanced(by: 1, kind) == from else { return nil }
            joined.from = before
        case .insertSections, .insertItems:
            guard let to, next.to == to.advanced(by: count, kind) else { return nil }
        case .moveSections, .moveItems:
            guard let from, let to, let nextFrom = next.from, let nextTo = next.to else { return nil }
            guard next.final == final?.advanced(by: count, kind) else { return nil }
            if !isWithinOneList(from, to) {
                guard nextFrom == from, nextTo == to.advanced(by: count, kind) else { return nil }
            } else if position(from) > position(to) {
                guard nextFrom == from.advanced(by: count, kind), nextTo == to.advanced(by: count, kind) else { return nil }
            } else {
                // Towards the end: removing each element moves the others up, so each is inserted at the same index.
                guard nextFrom == from, nextTo == to.advanced(by: count - 1, kind) else { return nil }
                joined.to = to.advanced(by: -1, kind)
            }
        case .updateSections, .reloadItems, .reconfigureItems:
            guard next.from == from?.advanced(by: count, kind) else { return nil }
        }
        return joined
    }

    func isWithinOneList(_ from: IndexPath, _ to: IndexPath) -> Bool {
        kind == .moveSections || from.section == to.section
    }

    func position(_ path: IndexPath) -> Int {
        kind.isOfSections ? path.section : path.item
    }
}

extension IndexPath {
    /// The index path so many sections or items further on, whichever a kind of step is about.
    func advanced(by count: Int, _ kind: Step.Kind) -> IndexPath {
        kind.isOfSections ? IndexPath(section: section + count, item: item) : IndexPath(section: section, item: item + count)
    }
}

extension Step {
    /// One of the steps of one element each that this one consists of, in the order in which they are made.
    package func single(_ index: Int) -> Step {
        var single = self
        single.count = 1
        single.final = final?.advanced(by: index, kind)
        switch kind {
        case .deleteSections, .deleteItems:
            // From the end, so that the indexes of what is still to be deleted stay.
            single.from = from?.advanced(by: count - 1 - index, kind)
        case .insertSections, .insertItems:
            single.to = to?.advanced(by: index, kind)
        case .updateSections, .reloadItems, .reconfigureItems:
            single.from = from?.advanced(by: index, kind)
        case .moveSections, .moveItems:
            guard let from, let to else { break }
            if isWithinOneList(from, to) && position(from) < position(to) {
                // Removing each element moves the others up, so all are inserted at the same index.
                single.to = to.advanced(by: count - 1, kind)
            } else {
                if isWithinOneList(from, to) { single.from = from.advanced(by: index, kind) }
                single.to = to.advanced(by: index, kind)
            }
        }
        return single
    }
}
