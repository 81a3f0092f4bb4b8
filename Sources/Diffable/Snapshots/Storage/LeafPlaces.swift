/// Where each leaf of a snapshot stands, by the leaf's number. Numbers that are free again are used again.
struct LeafPlaces {
    private struct Place {
        var section: Handle
        var index: Int32
    }

    /// Number 0 is no leaf: it says "not in the list" among the places of items.
    private var places = [Place(section: 0, index: -1)]
    private var free: [Int32] = []

    mutating func add(section: Handle, index: Int) -> Int32 {
        let place = Place(section: section, index: Int32(index))
        if let number = free.popLast() {
            places[Int(number)] = place
            return number
        }
        places.append(place)
        return Int32(places.count - 1)
    }

    mutating func remove(_ number: Int32) {
        places[Int(number)].index = -1
        free.append(number)
    }

    mutating func move(_ number: Int32, to index: Int) {
        places[Int(number)].index = Int32(index)
    }

    /// The section of a leaf and its index there; nil where the snapshot has no such leaf.
    func place(_ number: Int32) -> (section: Handle, index: Int)? {
        guard Int(number) < places.count, places[Int(number)].index >= 0 else { return nil }
        return (places[Int(number)].section, Int(places[Int(number)].index))
    }
}
