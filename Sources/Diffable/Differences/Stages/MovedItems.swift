// Stage 5: which of the items that stayed in their section are out of order.

extension DifferenceBuilder {
    /// - Parameter stayed: what `matchItems` returned.
    mutating func moveItems(_ stayed: [[Span]]) {
        for (newSection, pieces) in gaps.sections {
            let runs = runs(of: pieces, stayed)
            let kept = heaviestIncreasingSubsequence(runs)
            reserve(.movedItems, zip(runs, kept).reduce(0) { $1.1 ? $0 : $0 + Int($1.0.count) })
            for (index, run) in runs.enumerated() where !kept[index] {
                for offset in 0..<run.count {
                    add(
                        .movedItems, from: .init(section: oldSectionIndexes[newSection], item: run.old + offset),
                        to: .init(section: Int32(newSection), item: run.new + offset))
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
