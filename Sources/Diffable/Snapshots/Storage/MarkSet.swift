/// Which members were marked, and in what order.
struct MarkSet {
    /// What was marked, in that order; `none` in the place of a mark that is gone.
    private var asked: [Handle] = []
    /// The place of each of them.
    private var places: HandleIndex?
    /// How many of them the places have room for.
    private var room = 0
    private static let none = Handle.max

    private(set) var count = 0
    var isEmpty: Bool { count == 0 }

    func contains(_ handle: Handle) -> Bool {
        count > 0 && place(of: handle) != nil
    }

    mutating func insert(_ handle: Handle) {
        guard !contains(handle) else { return }
        if asked.count == room { forgetTheGone() }
        places?.set(handle, place: asked.count)
        asked.append(handle)
        count += 1
    }

    mutating func remove(_ handle: Handle) {
        guard count > 0, let place = place(of: handle) else { return }
        asked[place] = Self.none
        count -= 1
    }

    /// The members, in the order in which they were marked.
    var members: [Handle] { asked.filter { $0 != Self.none } }

    private func place(of handle: Handle) -> Int? {
        guard let place = places?.place(of: handle), asked[place] == handle else { return nil }
        return place
    }

    /// Makes room for as many marks as there are now, and some more.
    private mutating func forgetTheGone() {
        asked = members
        room = 2 * count + 8
        var places = HandleIndex(capacity: room)
        for (place, handle) in asked.enumerated() { places.set(handle, place: place) }
        self.places = places
    }
}
