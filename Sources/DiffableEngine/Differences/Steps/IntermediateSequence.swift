/// The state of the sections, or of the items of one section, between the old and the new list.
///
/// Deletions are over. Each remaining element is either *stationary* or a *departure*, which is still to move. *Arrivals*
/// are inserted or moved into the sequence. They are placed from the first to the last, each directly after the element
/// that is before it in the new list. Therefore every current index can be counted:
///
/// - Before a stationary element number `k` are `k` stationary elements, the placed arrivals that belong before it, and the
///   departures that were before it in the old list.
/// - Before a departure is what is before the next stationary element, without the departure itself and those after it.
/// - Before the next arrival are all arrivals before it, the stationary elements that belong before it, and the departures
///   before the last of these.
struct IntermediateSequence {
    /// The old indexes of all departures, ascending.
    private let departures: [Int32]
    /// For each departure the number of stationary elements before it.
    private let ranks: [Int32]
    /// 1 for each departure that has not moved yet.
    private var present: FenwickTree
    /// The new indexes of all arrivals, ascending.
    private let arrivals: [Int32]
    /// How many arrivals are placed.
    private var placed = 0

    /// - Parameters: indexes in the old list, and for arrivals in the new one, each array ascending.
    init(deleted: [Int32], departures: [Int32], arrivals: [Int32]) {
        self.departures = departures
        ranks = departures.enumerated().map { index, old in
            old - Int32(index) - Int32(firstIndex(in: deleted) { $0 < old })
        }
        present = FenwickTree(departures.lazy.map { _ in 1 })
        self.arrivals = arrivals
    }

    /// The current index of a departure.
    func index(ofDeparture old: Int32) -> Int {
        let departure = firstIndex(in: departures) { $0 < old }
        let rank = ranks[departure]
        // Arrival number i is before the next stationary element if at most `rank` stationary elements are before it.
        let belonging = firstIndex(in: arrivals.indices) { arrivals[$0] - Int32($0) <= rank } // mutant: arrival-before-anchor
        return Int(rank) + min(placed, belonging) + present.sum(before: departure)
    }

    mutating func removeDeparture(_ old: Int32) {
        present.add(-1, at: firstIndex(in: departures) { $0 < old })
    }

    /// The index at which the next arrival is to be placed.
    var indexOfNextArrival: Int {
        index(afterStationary: Int(arrivals[placed]) - placed, others: Int(arrivals[placed]))
    }

    mutating func placeNextArrival() {
        placed += 1
    }

    /// The index, when all arrivals are placed, of the element with an index in the new list.
    func index(ofPlaced new: Int) -> Int {
        let arrivalsBefore = firstIndex(in: arrivals) { $0 < Int32(new) }
        let isArrival = arrivalsBefore < arrivals.count && arrivals[arrivalsBefore] == Int32(new)
        let stationary = new - arrivalsBefore
        return index(afterStationary: isArrival ? stationary : stationary + 1, others: new)
    }

    /// `others`, and the departures before stationary element number `count` (from 1).
    private func index(afterStationary count: Int, others: Int) -> Int {
        others + present.sum(before: firstIndex(in: ranks) { Int($0) < count })
    }
}
