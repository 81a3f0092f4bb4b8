/// Which members were marked, and in what order.
struct MarkSet {
    private var isMarked = HandleMap<Bool>(absent: false)
    /// Every handle that was ever marked here, once, in the order of the first time.
    private var asked: [Handle] = []
    private var wasAsked = HandleMap<Bool>(absent: false)

    private(set) var count = 0
    var isEmpty: Bool { count == 0 }

    func contains(_ handle: Handle) -> Bool {
        count > 0 && isMarked[handle]
    }

    mutating func insert(_ handle: Handle) {
        guard !isMarked[handle] else { return }
        isMarked[handle] = true
        count += 1
        if !wasAsked[handle] {
            wasAsked[handle] = true
            asked.append(handle)
        }
    }

    mutating func remove(_ handle: Handle) {
        guard contains(handle) else { return }
        isMarked[handle] = false
        count -= 1
    }

    /// The members, in the order in which they were first marked.
    var members: [Handle] {
        isEmpty ? [] : asked.filter { isMarked[$0] }
    }
}
