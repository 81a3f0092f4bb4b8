import DiffableEngine
import DiffableTerminal

/// The list of the best matches.
extension Picker {
    /// Finds the matches of the pattern, and shows them if they are others.
    /// - Parameter animates: whether rows move to their new places.
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

    /// Makes the matches the list of the data source. The engine finds out which rows are new, moved or changed.
    private func apply(animates: Bool) throws(DiffableError) {
        lineNumbers = [:]
        lineNumbers.reserveCapacity(shown.count)
        var elements: [Element] = []
        elements.reserveCapacity(shown.count)
        for line in shown {
            let item = identifier(of: line)
            lineNumbers[item] = line
            elements.append(Element(item, content: canReload ? Content(Array(lines[line])) : nil))
        }
        var snapshot = source.newSnapshot()
        try snapshot.appendSections([0])
        try snapshot.appendItems(elements)
        try source.apply(snapshot, animatingDifferences: animates)
    }

    /// Shows more matches if the user has come near the last one that is shown.
    func showMoreMatches() throws(DiffableError) {
        if let list, list.selectionNumber > shown.count - 200 { try showMatches(atMost: limit * 4) }
    }

    /// Shows so many matches, if fewer are shown.
    func showMatches(atMost count: Int) throws(DiffableError) {
        guard shown.count < min(count, matchCount) else { return }
        limit = count
        list?.followSelection(true)
        try showMatches(animates: false)
    }

    func showCounter() {
        guard let list else { return }
        let picked = picks.isEmpty ? "" : " (\(picks.count))"
        let all = "\(lines.count)" + (input != nil && input?.next == nil ? "…" : "")
        if pattern.isEmpty { return list.setCounter("\(list.selectionNumber)/\(all)" + picked) }
        list.setCounter(
            (matchCount == 0 ? "no matches of " : "\(list.selectionNumber)/\(matchCount) of ") + all + picked)
    }

    // MARK: - What lines are known by

    /// Whether a line can be there again after a reload.
    var canReload: Bool { !options.command.isEmpty }

    /// Lines that are read once are known by their numbers, so that equal ones are different rows. Others are known by
    /// a field, or by their text; the second one with the same text has a number after it.
    private func identifier(of line: Int) -> Identifier {
        guard canReload else { return .integer(Int64(line)) }
        let key = key(of: line, in: lines)
        var item = Identifier.bytes(key)
        var number = 1
        while lineNumbers[item] != nil {
            number += 1
            item = .bytes(key + [0] + Array(String(number).utf8))
        }
        return item
    }

    private func key(of line: Int, in store: LineStore) -> [UInt8] {
        guard let field = options.identifier else { return Array(store[line]) }
        return FieldSelection([field], delimiter: options.delimiter).text(of: store[line])
    }

    /// Finds the picked lines among other lines. Those that are gone are not picked any more.
    func followPicks(to store: LineStore) {
        if picks.isEmpty { return }
        var found: [Identifier: Int] = [:]
        for line in 0..<store.count {
            let item = Identifier.bytes(key(of: line, in: store))
            if found[item] == nil { found[item] = line }
        }
        picks = picks.compactMap { pick in
            guard case .bytes(let bytes) = pick.identifier else { return nil }
            let key = bytes.prefix { $0 != 0 }
            return found[.bytes(Array(key))].map { (pick.identifier, $0) }
        }
    }
}
