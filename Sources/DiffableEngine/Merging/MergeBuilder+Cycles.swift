extension MergeBuilder {
    /// Finds items that are below themselves, because each side moved one of them below another, and undoes moves of theirs. Undoing them may
    /// close another cycle, so this is repeated.
    mutating func breakCycles() {
        if mine.list.storage.forest == nil || theirs.list.storage.forest == nil { return }
        while true {
            let returned = itemsToReturn()
            if returned.isEmpty { return }
            for item in returned {
                places[Int(item)] = mine.places[Int(item)]
                addConflict(.cycle, item: item)
                keep(places[Int(item)])
            }
        }
    }

    /// In each cycle, the items that theirs moved and that have an item below them where mine has it. Every cycle has one of these,
    /// because neither list has a cycle of its own.
    private func itemsToReturn() -> [Handle] {
        var result: [Handle] = []
        /// The item from which each item was visited first.
        var visits = Array(repeating: Handle.max, count: places.count)
        for start in places.indices {
            var item = Handle(truncatingIfNeeded: start)
            while visits[Int(item)] == Handle.max, let parent = places[Int(item)].parent {
                visits[Int(item)] = Handle(truncatingIfNeeded: start)
                item = parent
            }
            // An item that this walk has visited before is in a cycle.
            guard visits[Int(item)] == Handle(truncatingIfNeeded: start) else { continue }
            let first = item
            repeat {
                let parent = places[Int(item)].parent ?? first
                if isWhereMineHas(item), !isWhereMineHas(parent) { result.append(parent) }
                item = parent
            } while item != first
        }
        return result
    }

    private func isWhereMineHas(_ item: Handle) -> Bool { places[Int(item)] == mine.places[Int(item)] }
}
