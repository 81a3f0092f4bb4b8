// Phase 5: the items that stayed in their section and are out of order.

extension DifferenceBuilder {
    /// - Parameter stayed: what `matchItems` returned.
    mutating func moveItems(_ stayed: [[MatchedRun]]) {
        for (newSection, pieces) in hunks.sections {
            let runs = runs(of: pieces, stayed)
            addMoved(runs, except: heaviestIncreasingSubsequence(runs), from: oldSectionIndexes[newSection], to: Int32(newSection))
        }
    }

    @_optimize(speed)
    private mutating func addMoved(_ runs: [MatchedRun], except kept: [Bool], from oldSection: Int32, to newSection: Int32) {
        var more = 0
        for index in runs.indices where !kept[index] { more &+= Int(runs[index].count) }
        if more == 0 { return }
        reserve(.movedItems, more)
        changes[Int(ChangeKind.movedItems.rawValue)].append(addingCapacity: more) { moved in
            for index in runs.indices where !kept[index] {
                let run = runs[index]
                for offset in 0..<run.count {
                    moved.append(
                        PackedChange(
                            from: .init(section: oldSection, item: run.old &+ offset), to: .init(section: newSection, item: run.new &+ offset)))
                }
            }
        }
    }

    /// The items that stayed in a section, in the order of the new list. Items that are consecutive in both lists are one run, which
    /// moves as a whole or not at all.
    private func runs(of pieces: [Hunks.Piece], _ stayed: [[MatchedRun]]) -> [MatchedRun] {
        if case .hunk(let index)? = pieces.first, pieces.count == 1 { return stayed[index] }
        var runs: [MatchedRun] = []
        for piece in pieces {
            switch piece {
            case .run(let run): runs.append(joining: run)
            case .hunk(let index): for run in stayed[index] { runs.append(joining: run) }
            }
        }
        return runs
    }
}
