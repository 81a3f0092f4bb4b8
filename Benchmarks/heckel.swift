enum HeckelChange {
    case delete(Int)
    case insert(Int)
    case move(from: Int, to: Int)
    case update(from: Int, to: Int)
}

/// What the symbol table knows of an element.
private struct Symbol {
    var oldCount = 0
    var newCount = 0
    var oldPlace = 0
}

/// The difference of two lists after Heckel, "A technique for isolating differences between files" (1978): what is
/// once in both lists is the same, and so are, by two passes outward, equal neighbours of what is the same. Moves are
/// those whose place is not explained by what was deleted and inserted in front of them. Updates are equal elements
/// with contents that are not.
func heckelDifference<Element: Hashable>(
    from old: [Element], to new: [Element], hasEqualContent: (Element, Element) -> Bool = { _, _ in true }
) -> [HeckelChange] {
    // Passes 1 and 2: count each element in both lists.
    var table = [Element: Int](minimumCapacity: max(old.count, new.count))
    var symbols: [Symbol] = []
    symbols.reserveCapacity(max(old.count, new.count))
    func enter(_ index: inout Int) -> Int {
        if index < 0 {
            index = symbols.count
            symbols.append(Symbol())
        }
        return index
    }
    let newSymbols = new.map { element in
        let index = enter(&table[element, default: -1])
        symbols[index].newCount += 1
        return index
    }
    let oldSymbols = old.enumerated().map { place, element in
        let index = enter(&table[element, default: -1])
        symbols[index].oldCount += 1
        symbols[index].oldPlace = place
        return index
    }

    // Pass 3: what is once in both.
    var oldPlaces = [Int?](repeating: nil, count: new.count)
    var newPlaces = [Int?](repeating: nil, count: old.count)
    for (place, index) in newSymbols.enumerated() where symbols[index].oldCount == 1 && symbols[index].newCount == 1 {
        oldPlaces[place] = symbols[index].oldPlace
        newPlaces[symbols[index].oldPlace] = place
    }

    // Passes 4 and 5: neighbours behind, neighbours in front.
    func match(_ newPlace: Int, _ oldPlace: Int) {
        guard new.indices.contains(newPlace), old.indices.contains(oldPlace), oldPlaces[newPlace] == nil,
            newPlaces[oldPlace] == nil, newSymbols[newPlace] == oldSymbols[oldPlace]
        else { return }
        oldPlaces[newPlace] = oldPlace
        newPlaces[oldPlace] = newPlace
    }
    for place in new.indices {
        if let oldPlace = oldPlaces[place] { match(place + 1, oldPlace + 1) }
    }
    for place in new.indices.reversed() {
        if let oldPlace = oldPlaces[place] { match(place - 1, oldPlace - 1) }
    }

    // Pass 6: the changes.
    var changes: [HeckelChange] = []
    var deletedBefore = [Int](repeating: 0, count: old.count)
    var deleted = 0
    for place in old.indices {
        deletedBefore[place] = deleted
        if newPlaces[place] == nil {
            changes.append(.delete(place))
            deleted += 1
        }
    }
    var inserted = 0
    for place in new.indices {
        if let oldPlace = oldPlaces[place] {
            if oldPlace - deletedBefore[oldPlace] + inserted != place {
                changes.append(.move(from: oldPlace, to: place))
            }
            if !hasEqualContent(old[oldPlace], new[place]) { changes.append(.update(from: oldPlace, to: place)) }
        } else {
            changes.append(.insert(place))
            inserted += 1
        }
    }
    return changes
}
