// Stage 5: which of the items that stayed in their section are out of order.

/// Neighbours that stayed neighbours: they are moved together or not at all.
private struct Run {
    var old: Int32
    var new: Int32
    var count: Int32
}

extension DifferenceBuilder {
    /// - Parameter stayed: what `matchItems` returned.
    mutating func moveItems(_ stayed: [Int32]) {
        for (newSection, pieces) in gaps.sections {
            let runs = runs(of: pieces, stayed)
            let kept = heaviestIncreasingSubsequence(keys: runs.map { $0.old }, weights: runs.map { $0.count })
            for (index, run) in runs.enumerated() where !kept[index] {
                for offset in 0..<run.count {
                    add(
                        .movedItems, from: .init(section: oldSectionIndexes[newSection], item: run.old + offset),
                        to: .init(section: Int32(newSection), item: run.new + offset))
                }
            }
        }
    }

    /// The items that stayed in a section, in the order of the new list.
    private func runs(of pieces: [Gaps.Piece], _ stayed: [Int32]) -> [Run] {
        var runs: [Run] = []
        func add(old: Int, new: Int, count: Int) {
            let run = Run(old: Int32(old), new: Int32(new), count: Int32(count))
            if let last = runs.last, last.old + last.count == run.old, last.new + last.count == run.new {
                runs[runs.count - 1].count += run.count
            } else {
                runs.append(run)
            }
        }
        for piece in pieces {
            switch piece {
            case .span(let span):
                add(old: span.oldStart, new: span.newStart, count: span.count)
            case .gap(let index):
                let gap = gaps.all[index]
                for place in gap.new where stayed[place] >= 0 {
                    let oldPlace = Int(stayed[place])
                    let oldGap = gap.old.contains(oldPlace) ? gap : gaps.gap(ofOldItem: oldPlace)
                    add(
                        old: oldGap.oldStart + oldPlace - oldGap.old.lowerBound,
                        new: gap.newStart + place - gap.new.lowerBound, count: 1)
                }
            }
        }
        return runs
    }
}
