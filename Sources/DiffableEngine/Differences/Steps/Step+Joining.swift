extension Step {
    /// This step and one for the next single element as one step; nil where they are no neighbours.
    func joined(with next: Step) -> Step? {
        guard kind == next.kind else { return nil }
        var joined = self
        joined.count += 1
        switch kind {
        case .deleteSections, .deleteItems:
            // From the end: the next one stands in front of the first of these.
            guard let from, let before = next.from, before.advanced(by: 1, kind) == from else { return nil }
            joined.from = before
        case .insertSections, .insertItems:
            guard let to, next.to == to.advanced(by: count, kind) else { return nil }
        case .moveSections, .moveItems:
            guard let from, let to, let nextFrom = next.from, let nextTo = next.to else { return nil }
            guard next.final == final?.advanced(by: count, kind) else { return nil }
            if !isWithinOneRow(from, to) {
                guard nextFrom == from, nextTo == to.advanced(by: count, kind) else { return nil }
            } else if position(from) > position(to) {
                guard nextFrom == from.advanced(by: count, kind), nextTo == to.advanced(by: count, kind) else { return nil }
            } else {
                // Towards the end: each that was taken away let the others move up, and lands where the one before it was.
                guard nextFrom == from, nextTo == to.advanced(by: count - 1, kind) else { return nil }
                joined.to = to.advanced(by: -1, kind)
            }
        case .updateSections, .reloadItems, .reconfigureItems:
            guard next.from == from?.advanced(by: count, kind) else { return nil }
        }
        return joined
    }

    func isWithinOneRow(_ from: IndexPath, _ to: IndexPath) -> Bool {
        kind == .moveSections || from.section == to.section
    }

    func position(_ path: IndexPath) -> Int {
        kind.isOfSections ? path.section : path.item
    }
}

extension IndexPath {
    /// The place so many elements further on in the row that a kind of step is about.
    func advanced(by count: Int, _ kind: Step.Kind) -> IndexPath {
        kind.isOfSections ? IndexPath(section: section + count, item: item) : IndexPath(section: section, item: item + count)
    }
}
