/// Which members were marked, and in what order.
struct MarkSet {
    /// What was marked, in that order; `none` in the place of a mark that is gone.
    private var asked: [Handle] = []
    /// The place of each of them. Marks mostly come in one call, and nobody looks for one of them: they have no places until then,
    /// and some may be there twice.
    private var places: HandleIndex?
    /// How many of them the places have room for.
    private var room = 0
    private var gone = 0
    private static let none = Handle.max

    var isEmpty: Bool { asked.count == gone }

    /// - Complexity: O(1); O(n) for marks that came in one call
    func contains(_ handle: Handle) -> Bool {
        places == nil ? asked.contains(handle) : place(of: handle) != nil
    }

    mutating func insert(_ handle: Handle) {
        makePlaces(for: 1)
        add(handle)
    }

    mutating func insert(_ handles: [Handle]) {
        if asked.isEmpty {
            (asked, places) = (handles, nil)
        } else {
            makePlaces(for: handles.count)
            for handle in handles { add(handle) }
        }
    }

    mutating func remove(_ handle: Handle) {
        if isEmpty { return }
        makePlaces(for: 0)
        guard let place = place(of: handle) else { return }
        asked[place] = Self.none
        gone += 1
    }

    /// The members, in the order in which they were marked.
    var members: [Handle] {
        if places == nil {
            var index = HandleIndex(capacity: asked.count)
            return asked.filter { index.insert($0, place: 0) == nil }
        }
        return gone == 0 ? asked : asked.filter { $0 != Self.none }
    }

    /// The members, some of them maybe twice.
    var marks: [Handle] { places == nil ? asked : members }

    private mutating func add(_ handle: Handle) {
        if place(of: handle) != nil { return }
        places?.set(handle, place: asked.count)
        asked.append(handle)
    }

    private func place(of handle: Handle) -> Int? {
        guard let place = places?.place(of: handle), asked[place] == handle else { return nil }
        return place
    }

    /// Where there is no room for more marks, forgets the gone and makes room for at least as many as there are now.
    private mutating func makePlaces(for more: Int) {
        if places != nil && asked.count + more <= room { return }
        (asked, gone) = (members, 0)
        room = asked.count + max(asked.count + 8, more)
        var places = HandleIndex(capacity: room)
        for (place, handle) in asked.enumerated() { places.set(handle, place: place) }
        self.places = places
    }
}
