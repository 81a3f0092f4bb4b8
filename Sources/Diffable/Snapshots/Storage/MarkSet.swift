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
        if asked.count == room { makeRoom(for: 1) }
        places?.set(handle, place: asked.count)
        asked.append(handle)
        count += 1
    }

    mutating func insert(_ handles: [Handle]) {
        if asked.count + handles.count > room { makeRoom(for: handles.count) }
        for handle in handles { insert(handle) }
    }

    mutating func remove(_ handle: Handle) {
        guard count > 0, let place = place(of: handle) else { return }
        asked[place] = Self.none
        count -= 1
    }

    /// The members, in the order in which they were marked.
    var members: [Handle] { count == asked.count ? asked : asked.filter { $0 != Self.none } }

    private func place(of handle: Handle) -> Int? {
        guard let place = places?.place(of: handle), asked[place] == handle else { return nil }
        return place
    }

    /// Forgets the gone, and makes room for more marks, at least as many as there are now.
    private mutating func makeRoom(for more: Int) {
        asked = members
        room = count + max(count + 8, more)
        var places = HandleIndex(capacity: room)
        for (place, handle) in asked.enumerated() { places.set(handle, place: place) }
        self.places = places
    }
}
