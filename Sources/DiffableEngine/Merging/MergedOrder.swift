/// Merges the order of the sections, or of the siblings at one place.
///
/// The elements that all three lists have and that neither side moved are settled: they keep their order. The elements
/// that both sides inserted or moved between the same settled elements, in the same order, are agreed: they keep their
/// order, too. Every other element has an owner: the side that inserted or moved it, or that alone has it, and mine if
/// both sides inserted or moved it. The element stays between the settled or agreed elements that are around it on the
/// side of its owner. The elements that a side owns between two settled or agreed elements are a run, which stays
/// together. If both sides have a run there, the run with the smaller first identifier comes first.
struct MergedOrder {
    private struct State: OptionSet {
        let rawValue: UInt8
        static let inBase = State(rawValue: 1)
        static let inMine = State(rawValue: 2)
        static let inTheirs = State(rawValue: 4)
        static let movedInMine = State(rawValue: 8)
        static let movedInTheirs = State(rawValue: 16)
        /// Both sides inserted it, or both moved it, to the same place.
        static let agreed = State(rawValue: 32)
        static let settled: State = [.inBase, .inMine, .inTheirs]
    }

    private let table: IdentifierTable
    /// The state of each element, by handle; empty between two calls of `merge`.
    private var states: [State]
    private var positions: [Int32]
    /// The elements that the sides have at different places.
    private(set) var conflicts: [Handle] = []

    init(_ table: IdentifierTable, count: Int) {
        self.table = table
        states = Array(repeating: [], count: count)
        positions = Array(repeating: 0, count: count)
    }

    /// Merges three lists of elements. No list has an element twice.
    /// - Parameter isHere: whether an element of either side is in the result, at this place.
    mutating func merge(
        _ base: [Handle], _ mine: [Handle], _ theirs: [Handle], _ isHere: (Handle) -> Bool
    ) -> [Handle] {
        if mine == theirs { return mine.filter(isHere) }
        for (position, element) in base.enumerated() { positions[Int(element)] = Int32(truncatingIfNeeded: position) }
        add(.inBase, to: base)
        add(.inMine, to: mine)
        add(.inTheirs, to: theirs)
        findMoved(mine, .movedInMine)
        findMoved(theirs, .movedInTheirs)
        let (mineHere, theirsHere) = (mine.filter(isHere), theirs.filter(isHere))
        findAgreed(mineHere, theirsHere)
        let merged = merge(mineHere, theirsHere)
        for element in base { states[Int(element)] = [] }
        for element in mine { states[Int(element)] = [] }
        for element in theirs { states[Int(element)] = [] }
        return merged
    }

    private mutating func add(_ state: State, to elements: [Handle]) {
        for element in elements { states[Int(element)].insert(state) }
    }

    /// Marks the elements that a side moved: as few as possible, as in a difference.
    private mutating func findMoved(_ elements: [Handle], _ state: State) {
        for element in elementsOutOfOrder(elements, { $0.contains(.inBase) }) { states[Int(element)].insert(state) }
    }

    /// Returns the counted elements that are outside the longest subsequence whose positions ascend.
    private func elementsOutOfOrder(_ elements: [Handle], _ isCounted: (State) -> Bool) -> [Handle] {
        WorkingMemory.with { memory in
            var runs = WorkingArray<MatchedRun>()
            for (index, element) in elements.enumerated() where isCounted(states[Int(element)]) {
                runs.append(joining: MatchedRun(old: Int(positions[Int(element)]), new: index, count: 1), &memory)
            }
            var result: [Handle] = []
            heaviestIncreasingSubsequence(runs.buffer, &memory)?.forEachMissing(in: 0..<runs.count) { index in
                let run = runs[index]
                result += elements[Int(run.new)..<Int(run.new + run.count)]
            }
            return result
        }
    }

    /// Whether neither side inserted or moved the element.
    private func isSettled(_ state: State) -> Bool { state == .settled }

    /// Whether both sides inserted or moved the element.
    private func isShared(_ state: State) -> Bool {
        state.isSuperset(of: [.inMine, .inTheirs])
            && (!state.contains(.inBase) || state.isSuperset(of: [.movedInMine, .movedInTheirs]))
    }

    /// Marks the shared elements that both sides have between the same settled ones, and in the same order there. The
    /// other shared elements are conflicts.
    private mutating func findAgreed(_ mine: [Handle], _ theirs: [Handle]) {
        var shared: [Handle] = []
        var gap: Int32 = 0
        for element in mine {
            if isSettled(states[Int(element)]) { gap += 1 }
            if isShared(states[Int(element)]) { positions[Int(element)] = gap }
        }
        gap = 0
        for element in theirs {
            if isSettled(states[Int(element)]) { gap += 1 }
            if !isShared(states[Int(element)]) { continue }
            shared.append(element)
            if positions[Int(element)] == gap {
                states[Int(element)].insert(.agreed)
            } else {
                conflicts.append(element)
            }
        }
        if shared.isEmpty { return }
        for (position, element) in mine.enumerated() { positions[Int(element)] = Int32(truncatingIfNeeded: position) }
        for element in elementsOutOfOrder(theirs, { $0.contains(.agreed) }) {
            states[Int(element)].remove(.agreed)
            conflicts.append(element)
        }
    }

    /// Joins the runs of both sides between settled and agreed elements, which both have in the same order.
    private func merge(_ mine: [Handle], _ theirs: [Handle]) -> [Handle] {
        var merged: [Handle] = []
        merged.reserveCapacity(max(mine.count, theirs.count))
        var (mineIndex, theirsIndex) = (0, 0)
        while true {
            let mineRun = run(mine, &mineIndex) {
                !$0.contains(.inTheirs) || !$0.contains(.inBase) || $0.contains(.movedInMine)
            }
            let theirsRun = run(theirs, &theirsIndex) {
                !$0.contains(.inMine) || $0.contains(.inBase) && !$0.contains(.movedInMine)
            }
            if let first = mineRun.first, let other = theirsRun.first, table.raw(other).precedes(table.raw(first)) {
                merged += theirsRun
                merged += mineRun
            } else {
                merged += mineRun
                merged += theirsRun
            }
            if mineIndex == mine.count { return merged }
            merged.append(mine[mineIndex])
            (mineIndex, theirsIndex) = (mineIndex + 1, theirsIndex + 1)
        }
    }

    /// Returns the elements before the next one that is settled or agreed, without those that the other side owns.
    private func run(_ elements: [Handle], _ index: inout Int, _ isOwned: (State) -> Bool) -> [Handle] {
        var run: [Handle] = []
        while index < elements.count {
            let state = states[Int(elements[index])]
            if isSettled(state) || state.contains(.agreed) { break }
            if isOwned(state) { run.append(elements[index]) }
            index += 1
        }
        return run
    }
}

extension BorrowedIdentifier {
    /// Whether the identifier is less than another one. Integers are less than strings. Strings are compared by their
    /// bytes.
    fileprivate func precedes(_ other: BorrowedIdentifier) -> Bool {
        switch (value, other.value) {
        case (.integer(let integer), .integer(let other)): integer < other
        case (.integer, .bytes): true
        case (.bytes, .integer): false
        case (.bytes(let bytes), .bytes(let other)): bytes.lexicographicallyPrecedes(other)
        }
    }
}
