import DiffableEngine
import DiffableTerminal

/// The list of the best matches.
extension Picker {
    /// Finds the matches of the pattern, and shows them. If they are the same lines as before, the rows are only drawn
    /// again.
    /// - Parameter animates: whether rows that move are animated, which is so after a reload. The matches are then
    ///   applied even if they are the same lines, because the contents of the lines may have changed.
    func showMatches(animates: Bool) throws(DiffableError) {
        let found = ranking.search(lines, for: pattern, limit: limit)
        let isSame = matchCount > 0 && found.best == shown && !animates
        (matchCount, shown) = (found.count, found.best)
        if isSame {
            try list?.redrawRows()
        } else {
            try apply(animates: animates)
        }
        showCounter()
    }

    /// Applies the matches to the data source. The engine determines which rows are new, moved or changed.
    private func apply(animates: Bool) throws(DiffableError) {
        lineNumbers = [:]
        lineNumbers.reserveCapacity(shown.count)
        var elements: [Element] = []
        elements.reserveCapacity(shown.count)
        for line in shown {
            let item = lines.identifier(line)
            lineNumbers[item] = line
            elements.append(Element(item, content: options.reloads ? Content(Array(lines[line])) : nil))
        }
        var snapshot = source.newSnapshot()
        try snapshot.appendSections([0])
        try snapshot.appendItems(elements)
        try source.apply(snapshot, animatingDifferences: animates)
    }

    /// Adds more matches to the list if the selection is near the last one.
    func showMoreMatches() throws(DiffableError) {
        if let list, list.selectionNumber > shown.count - 200 { try showMatches(atMost: limit * 4) }
    }

    /// Raises the limit of matches in the list to `count`, if more matches can be shown then.
    func showMatches(atMost count: Int) throws(DiffableError) {
        guard shown.count < min(count, matchCount) else { return }
        limit = count
        list?.followsSelection = true
        try showMatches(animates: false)
    }

    /// Raises the limit until a line is in the list. Returns false if the line does not match the pattern.
    func includeInList(_ line: Int) -> Bool {
        _ = ranking.search(lines, for: pattern, limit: 0)
        guard let index = ranking.index(of: line, in: lines) else { return false }
        limit = max(limit, index + Self.firstLimit)
        return true
    }

    func showCounter() {
        guard let list else { return }
        let picked = picks.isEmpty ? "" : " (\(picks.count))"
        let all = "\(lines.count)" + (input != nil && input?.next == nil ? "…" : "")
        if pattern.isEmpty { return list.setCounter("\(list.selectionNumber)/\(all)" + picked) }
        list.setCounter(
            (matchCount == 0 ? "no matches of " : "\(list.selectionNumber)/\(matchCount) of ") + all + picked)
    }

    // MARK: - Lines of a reload

    /// Returns the lines of a store that have one of the wanted identifiers.
    func lines(in store: LineStore, knownBy wanted: Set<Identifier>) -> [Identifier: Int] {
        var found: [Identifier: Int] = [:]
        if wanted.isEmpty { return found }
        for line in 0..<store.count {
            let item = store.identifier(line)
            if wanted.contains(item) { found[item] = line }
        }
        return found
    }

    /// Replaces the lines with those of a reload. Picked lines stay picked if the new lines contain them. If the
    /// selected line still matches, the limit is raised until that line is in the list.
    func replaceLines(with store: LineStore) {
        let selected = list?.selectedItem
        let found = lines(in: store, knownBy: Set(picks.map { $0.identifier } + (selected.map { [$0] } ?? [])))
        if !picks.isEmpty { renewPreview(of: "+") }
        picks = picks.compactMap { pick in found[pick.identifier].map { (pick.identifier, $0) } }
        lines = store
        ranking = Self.ranking(options)
        if let line = selected.flatMap({ found[$0] }) { _ = includeInList(line) }
    }
}
