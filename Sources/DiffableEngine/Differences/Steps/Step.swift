/// One of a sequence of changes. `from` and `to` refer to the list after all earlier steps.
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
    /// The number of consecutive elements that the step changes.
    public var count: Int
    /// The index path of the first of these elements before the step; nil for insertions.
    public var from: IndexPath?
    /// The index path at which the first of these elements is inserted, in the list without the elements of this step;
    /// nil for deletions and updates.
    public var to: IndexPath?
    /// The index path of the first of these elements in the new list; nil for deletions.
    public var final: IndexPath?
    /// The index path of the first of these elements in the old list; nil unless they are deleted.
    public var initial: IndexPath?
}

extension Step {
    /// Returns the step for element number `index`, for a caller that carries this step out element by element.
    package func single(_ index: Int) -> Step {
        var single = self
        single.count = 1
        single.final = final?.advanced(by: index, kind)
        switch kind {
        case .deleteSections, .deleteItems:
            // Elements are deleted from the last to the first, so that the others keep their indexes.
            single.from = from?.advanced(by: count - 1 - index, kind)
            single.initial = initial?.advanced(by: count - 1 - index, kind)
        case .insertSections, .insertItems:
            single.to = to?.advanced(by: index, kind)
        case .updateSections, .reloadItems, .reconfigureItems:
            single.from = from?.advanced(by: index, kind)
        case .moveSections, .moveItems:
            guard let from, let to else { break }
            if isWithinOneSequence(from, to) && elementIndex(from) < elementIndex(to) {
                // When the elements before it have moved away, the next element is at `from`. It is inserted after the
                // element that moved last.
                single.to = to.advanced(by: count - 1, kind)
            } else {
                if isWithinOneSequence(from, to) { single.from = from.advanced(by: index, kind) }
                single.to = to.advanced(by: index, kind)
            }
        }
        return single
    }

    /// This step joined with a step for one more element; nil if the elements are not consecutive.
    func joined(with next: Step) -> Step? {
        guard kind == next.kind else { return nil }
        var joined = self
        joined.count += 1
        switch kind {
        case .deleteSections, .deleteItems:
            // Deletions begin at the end, so the next element is before the first one of this step.
            // Elements that have become neighbours because others moved away are not consecutive in the old list.
            guard next.from?.advanced(by: 1, kind) == from, next.initial?.advanced(by: 1, kind) == initial else {
                return nil
            }
            (joined.from, joined.initial) = (next.from, next.initial)
        case .insertSections, .insertItems:
            guard let to, next.to == to.advanced(by: count, kind) else { return nil }
        case .moveSections, .moveItems:
            guard let from, let to, let nextFrom = next.from, let nextTo = next.to else { return nil }
            guard next.final == final?.advanced(by: count, kind) else { return nil }
            if !isWithinOneSequence(from, to) {
                guard nextFrom == from, nextTo == to.advanced(by: count, kind) else { return nil }
            } else if elementIndex(from) > elementIndex(to) {
                guard nextFrom == from.advanced(by: count, kind), nextTo == to.advanced(by: count, kind) else {
                    return nil
                }
            } else {
                // The elements move towards the end. Each removal decreases the indexes of the elements after it, so
                // all steps have the same `from` and `to`.
                guard nextFrom == from, nextTo == to.advanced(by: count - 1, kind) else { return nil }
                joined.to = to.advanced(by: -1, kind)
            }
        case .updateSections, .reloadItems, .reconfigureItems:
            guard next.from == from?.advanced(by: count, kind) else { return nil }
        }
        return joined
    }

    /// Whether both index paths are of sections, or of items in the same section.
    private func isWithinOneSequence(_ from: IndexPath, _ to: IndexPath) -> Bool {
        kind == .moveSections || from.section == to.section
    }

    private func elementIndex(_ path: IndexPath) -> Int {
        kind.isOfSections ? path.section : path.item
    }
}

extension IndexPath {
    /// Returns the index path `count` elements later. `kind` says whether the elements are sections or items. An
    /// overflow is ignored, because a caller may pass a step of another difference, with any indexes.
    func advanced(by count: Int, _ kind: Step.Kind) -> IndexPath {
        var path = self
        if kind.isOfSections {
            path.section = section.addingReportingOverflow(count).partialValue
        } else {
            path.item = item.addingReportingOverflow(count).partialValue
        }
        return path
    }
}
