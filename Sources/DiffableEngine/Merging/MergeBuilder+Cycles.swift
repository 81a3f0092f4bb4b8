extension MergeBuilder {
    /// Finds items that are below themselves, because each side moved one of them below another, and undoes moves of
    /// theirs. Undoing them may close another cycle, so this is repeated.
    mutating func breakCycles() {
        if mine.list.storage.forest == nil || theirs.list.storage.forest == nil { return }
        // The number of the last walk that visited each item.
        var (visits, walk) = (Array(repeating: 0, count: places.count), 0)
        var starts = places.indices.map { Handle(truncatingIfNeeded: $0) }
        while !starts.isEmpty {
            let returned = itemsToReturn(from: starts, &visits, &walk)
            for item in returned {
                places[Int(item)] = mine.places[Int(item)]
                addConflict(.cycle, item: item)
                keepAncestors(of: places[Int(item)])
            }
            // A new cycle goes through one of these, or through an ancestor of one that is kept now.
            starts = returned
        }
    }

    /// In each cycle above some items, the items that theirs moved and that have an item below them where mine has it.
    /// Every cycle has one of these, because neither list has a cycle of its own.
    private func itemsToReturn(from starts: [Handle], _ visits: inout [Int], _ walk: inout Int) -> [Handle] {
        var result: [Handle] = []
        let earlier = walk
        for start in starts {
            walk += 1
            var item = start
            while visits[Int(item)] <= earlier, let parent = places[Int(item)].parent {
                visits[Int(item)] = walk
                item = parent
            }
            // An item that this walk has visited before is in a cycle.
            guard visits[Int(item)] == walk else { continue }
            let first = item
            repeat {
                let parent = places[Int(item)].parent ?? first
                if isAtPlaceOfMine(item), !isAtPlaceOfMine(parent) { result.append(parent) }
                item = parent
            } while item != first
        }
        return result
    }

    private func isAtPlaceOfMine(_ item: Handle) -> Bool { places[Int(item)] == mine.places[Int(item)] }
}
