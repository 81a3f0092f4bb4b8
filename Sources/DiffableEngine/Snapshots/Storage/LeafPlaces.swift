/// Where each leaf of a snapshot stands, by the leaf's number. Numbers that are free again are used again.
struct LeafPlaces {
    private struct Place {
        var section: Handle
        var index: Int32
    }

    /// No leaf: the item is not in the list.
    static let none: Int32 = 0
    /// No leaf either: the item is on its way into the list.
    static let unsettled: Int32 = -1

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
        guard number > Self.none, Int(number) < places.count, places[Int(number)].index >= 0 else { return nil }
        return (places[Int(number)].section, Int(places[Int(number)].index))
    }
}
