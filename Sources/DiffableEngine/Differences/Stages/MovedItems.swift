// Stage 5: which of the items that stayed in their section are out of order.

extension DifferenceBuilder {
    /// - Parameter stayed: what `matchItems` returned.
    mutating func moveItems(_ stayed: [[Span]]) {
        for (newSection, pieces) in gaps.sections {
            let runs = runs(of: pieces, stayed)
            addMoved(runs, except: heaviestIncreasingSubsequence(runs), from: oldSectionIndexes[newSection], to: Int32(newSection))
        }
    }

    @_optimize(speed)
    private mutating func addMoved(_ runs: [Span], except kept: [Bool], from oldSection: Int32, to newSection: Int32) {
        var more = 0
        for index in runs.indices where !kept[index] { more &+= Int(runs[index].count) }
        if more == 0 { return }
        reserve(.movedItems, more)
        placements[Int(ChangeKind.movedItems.rawValue)].append(addingCapacity: more) { moved in
            for index in runs.indices where !kept[index] {
                let run = runs[index]
                for offset in 0..<run.count {
                    moved.append(
                        Placement(
                            from: .init(section: oldSection, item: run.old &+ offset), to: .init(section: newSection, item: run.new &+ offset)))
                }
            }
        }
    }

    /// The items that stayed in a section, in the order of the new list; neighbours that stayed neighbours are
    /// moved together or not at all.
    private func runs(of pieces: [Gaps.Piece], _ stayed: [[Span]]) -> [Span] {
        if case .gap(let index)? = pieces.first, pieces.count == 1 { return stayed[index] }
        var runs: [Span] = []
        for piece in pieces {
            switch piece {
            case .span(let span): runs.append(joining: span)
            case .gap(let index): for run in stayed[index] { runs.append(joining: run) }
            }
        }
        return runs
    }
}
