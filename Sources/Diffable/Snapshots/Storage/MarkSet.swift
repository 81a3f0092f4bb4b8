/// Which members were marked, and in what order.
struct MarkSet {
    /// The place in `asked` of each member, from 1 on; 0 where there is no mark.
    private var places = HandleMap<Int32>(absent: 0)
    /// Every handle that was marked here, also those whose mark is gone.
    private var asked: [Handle] = []

    private(set) var count = 0
    var isEmpty: Bool { count == 0 }

    func contains(_ handle: Handle) -> Bool {
        count > 0 && places[handle] != 0
    }

    mutating func insert(_ handle: Handle) {
        guard places[handle] == 0 else { return }
        asked.append(handle)
        places[handle] = Int32(asked.count)
        count += 1
    }

    mutating func remove(_ handle: Handle) {
        guard contains(handle) else { return }
        places[handle] = 0
        count -= 1
        if asked.count > 2 * count + 1024 { forgetTheGone() }
    }

    /// The members, in the order in which they were marked.
    var members: [Handle] {
        var members: [Handle] = []
        for (index, handle) in asked.enumerated() where places[handle] == Int32(index + 1) { members.append(handle) }
        return members
    }

    private mutating func forgetTheGone() {
        asked = members
        for (index, handle) in asked.enumerated() { places[handle] = Int32(index + 1) }
    }
}
