extension MergeBuilder {
    /// Finds cycles: items that are below themselves, because each side moved one of them below another one. Puts some
    /// of these items back to the places that they have in `mine`. That may close another cycle, so the search is
    /// repeated until there is none.
    mutating func breakCycles() {
        if mine.list.storage.forest == nil || theirs.list.storage.forest == nil { return }
        // The number of the last walk that visited each item.
        var (visits, walk) = (Array(repeating: 0, count: places.count), 0)
        var starts = places.indices.map { Handle(truncatingIfNeeded: $0) }
        while !starts.isEmpty {
            let movedBack = itemsToMoveBack(from: starts, &visits, &walk)
            for item in movedBack {
                places[Int(item)] = mine.places[Int(item)]
                addConflict(.cycle, item: item)
                keepAncestors(of: places[Int(item)])
            }
            // A new cycle contains one of these items, or one of their ancestors.
            starts = movedBack
        }
    }

    /// Searches for cycles above some items. Returns the items of each cycle that are not at their place in `mine`, but
    /// whose child in the cycle is at its place in `mine`. Every cycle has such an item, because neither list has a
    /// cycle of its own.
    private func itemsToMoveBack(from starts: [Handle], _ visits: inout [Int], _ walk: inout Int) -> [Handle] {
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
