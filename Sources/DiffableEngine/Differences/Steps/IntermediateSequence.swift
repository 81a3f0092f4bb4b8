/// The state of the sections, or of the items of one section, between the old and the new list.
///
/// The deleted elements are gone already. An old element is *stationary*, or it is a *departure*, which moves away; a
/// section that items move out of is also a departure if it is deleted after them. A new element that is inserted, or
/// moves here, is an *arrival*. Arrivals are inserted in the order of the new list. Each is inserted directly after the
/// element that is before it in the new list. So the current index of an element is a sum of three counts:
///
/// | before | stationary elements | arrivals | departures that are still present |
/// |---|---|---|---|
/// | stationary element `k`, from 0 | `k` | inserted ones before it in the new list | those before it in the old list |
/// | a departure | those before it in the old list | as for the next stationary one | those before it in the old list |
/// | the next arrival | those before it in the new list | all inserted ones | see below |
///
/// A departure is before the next arrival if it is before the last stationary element that precedes the arrival.
struct IntermediateSequence {
    /// The old indexes of all departures, in ascending order.
    private let departures: [Int32]
    /// For each departure the number of stationary elements before it.
    private let ranks: [Int32]
    /// 1 for each departure that has not moved yet.
    private var present: FenwickTree
    /// The new indexes of all arrivals, in ascending order.
    private let arrivals: [Int32]
    /// How many arrivals have been inserted.
    private var insertedCount = 0

    /// - Parameters: indexes in ascending order. Those of arrivals are in the new list, the others in the old list.
    init(deleted: [Int32], departures: [Int32], arrivals: [Int32]) {
        self.departures = departures
        ranks = departures.enumerated().map { index, old in
            old - Int32(index) - Int32(lowerBound(in: deleted) { $0 < old })
        }
        present = FenwickTree(departures.lazy.map { _ in 1 })
        self.arrivals = arrivals
    }

    /// The current index of a departure.
    func index(ofDeparture old: Int32) -> Int {
        let departure = lowerBound(in: departures) { $0 < old }
        let rank = ranks[departure]
        // Arrivals before the next stationary element. Arrival number i is one of them if at most `rank` stationary
        // elements are before it in the new list.
        let arrivalsBefore = lowerBound(in: arrivals.indices) { arrivals[$0] - Int32($0) <= rank }
        return Int(rank) + min(insertedCount, arrivalsBefore) + present.sum(before: departure)
    }

    mutating func removeDeparture(_ old: Int32) {
        present.add(-1, at: lowerBound(in: departures) { $0 < old })
    }

    /// The index at which the next arrival is inserted.
    var indexOfNextArrival: Int {
        let new = Int(arrivals[insertedCount])
        return index(afterStationary: new - insertedCount, others: new)
    }

    mutating func insertNextArrival() {
        insertedCount += 1
    }

    /// The current index of an element, by its index in the new list. All arrivals must have been inserted.
    func index(ofNew new: Int) -> Int {
        let arrivalsBefore = lowerBound(in: arrivals) { $0 < Int32(new) }
        let isArrival = arrivalsBefore < arrivals.count && arrivals[arrivalsBefore] == Int32(new)
        let stationary = new - arrivalsBefore
        return index(afterStationary: isArrival ? stationary : stationary + 1, others: new)
    }

    /// Returns `others` plus the number of present departures before the last of the first `count` stationary elements.
    private func index(afterStationary count: Int, others: Int) -> Int {
        others + present.sum(before: lowerBound(in: ranks) { Int($0) < count })
    }
}
