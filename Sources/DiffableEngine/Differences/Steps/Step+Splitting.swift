extension Step {
    /// One of the steps of one element each that this one stands for, which hold one after the other.
    package func single(_ index: Int) -> Step {
        var single = self
        single.count = 1
        single.final = final?.advanced(by: index, kind)
        switch kind {
        case .deleteSections, .deleteItems:
            // From the end, so that what is left to delete stays where it is.
            single.from = from?.advanced(by: count - 1 - index, kind)
        case .insertSections, .insertItems:
            single.to = to?.advanced(by: index, kind)
        case .updateSections, .reloadItems, .reconfigureItems:
            single.from = from?.advanced(by: index, kind)
        case .moveSections, .moveItems:
            guard let from, let to else { break }
            if isWithinOneRow(from, to) && position(from) < position(to) {
                // Each that is taken away lets the others move up, and lands behind the one before it.
                single.to = to.advanced(by: count - 1, kind)
            } else {
                if isWithinOneRow(from, to) { single.from = from.advanced(by: index, kind) }
                single.to = to.advanced(by: index, kind)
            }
        }
        return single
    }
}
