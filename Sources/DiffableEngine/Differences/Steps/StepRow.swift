/// A row (the sections, or the items of one section) on its way from the old order to the new one.
///
/// What was deleted is out already. Of what is left each element is an *anchor*, which stays where it is, or
/// a *leaver*, which waits to be moved. The *arrivals* (inserted or moved here) are placed from the first to
/// the last, each directly behind the element that is in front of it in the new row. Three facts follow, and
/// make every index a matter of counting:
///
/// - the `k`-th anchor has in front of it `k` anchors, the arrivals that belong there and are placed, and the
///   leavers that always were there;
/// - a leaver has in front of it what its next anchor has, but for the leavers behind itself;
/// - an arrival about to be placed has in front of it all arrivals before it, the anchors that belong there,
///   and the leavers in front of the last of those anchors.
struct StepRow {
    /// Old places of all leavers, ascending, and for each the number of anchors in front of it.
    private let leavers: [Int32]
    private let ranks: [Int32]
    /// 1 for each leaver that is still there.
    private var present: FenwickTree
    /// New places of the arrivals, ascending, and how many are placed.
    private let arrivals: [Int32]
    private var placed = 0

    /// - Parameters: places, each list ascending.
    init(deleted: [Int32], leavers: [Int32], arrivals: [Int32]) {
        self.leavers = leavers
        ranks = leavers.enumerated().map { index, old in
            old - Int32(index) - Int32(firstIndex(in: deleted) { $0 < old })
        }
        present = FenwickTree(leavers.lazy.map { _ in 1 })
        self.arrivals = arrivals
    }

    /// Where the leaver with an old place is now.
    func index(ofLeaver old: Int32) -> Int {
        let leaver = firstIndex(in: leavers) { $0 < old }
        let rank = ranks[leaver]
        // Arrivals in front of the next anchor: the i-th belongs there if at most `rank` anchors stand before it.
        let belonging = firstIndex(in: arrivals.indices) { arrivals[$0] - Int32($0) <= rank } // mutant: arrival-before-anchor
        return Int(rank) + min(placed, belonging) + present.sum(before: leaver)
    }

    mutating func removeLeaver(_ old: Int32) {
        present.add(-1, at: firstIndex(in: leavers) { $0 < old })
    }

    /// Where the next arrival goes.
    var indexOfNextArrival: Int {
        index(behindAnchors: Int(arrivals[placed]) - placed, others: Int(arrivals[placed]))
    }

    mutating func placeNextArrival() {
        placed += 1
    }

    /// Where an element with a new place is when all arrivals are placed.
    func index(ofPlaced new: Int) -> Int {
        let arrivalsBefore = firstIndex(in: arrivals) { $0 < Int32(new) }
        let isArrival = arrivalsBefore < arrivals.count && arrivals[arrivalsBefore] == Int32(new)
        let anchors = new - arrivalsBefore
        return index(behindAnchors: isArrival ? anchors : anchors + 1, others: new)
    }

    /// `others` and the leavers in front of the last of the first `anchors` anchors.
    private func index(behindAnchors anchors: Int, others: Int) -> Int {
        others + present.sum(before: firstIndex(in: ranks) { Int($0) < anchors })
    }
}
