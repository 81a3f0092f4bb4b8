import DiffableEngine
import DiffableViews

/// The rows of a list that a search shows: the items that match, and the headers of their sections.
struct RowFilter {
    let pattern: SearchPattern
    private let scorer: SearchScorer
    /// The items of the list in order, with their cells.
    private let items: [(path: IndexPath, cell: Cell)]
    /// The positions of the items that match, in the order of the list.
    let matches: [RowPosition]

    /// Reads the cells of all items of a list, and keeps them in `cells`.
    /// - Throws: what the providers throw; `noProvider`, `invalidCell`.
    /// - Complexity: O(items)
    init(_ pattern: SearchPattern, _ list: Snapshot, _ cells: inout CellCache, _ source: DataSource)
        throws(DiffableError)
    {
        var items: [(path: IndexPath, cell: Cell)] = []
        items.reserveCapacity(list.numberOfItems)
        for section in 0..<list.numberOfSections {
            for item in 0..<list.numberOfItems(inSectionAt: section) {
                let path = IndexPath(section: section, item: item)
                items.append((path, try cells.cell(at: path, in: list, of: source)))
            }
        }
        self.init(pattern, items, SearchScorer())
    }

    private init(_ pattern: SearchPattern, _ items: [(path: IndexPath, cell: Cell)], _ scorer: SearchScorer) {
        (self.pattern, self.items, self.scorer) = (pattern, items, scorer)
        matches = items.lazy.filter { scorer.matches($0.cell, pattern) }.map { RowPosition($0.path) }
    }

    /// The filter of another pattern for the same list.
    /// - Complexity: O(bytes of the texts)
    func searching(for pattern: SearchPattern) -> RowFilter {
        RowFilter(pattern, items, scorer)
    }

    /// The byte offsets of the letters that match, in no particular order.
    func offsets(in text: [UInt8]) -> [Int] {
        text.withUnsafeBufferPointer { scorer.offsets(in: $0, [0..<$0.count], pattern) }
    }

    /// The number of matches before a position.
    /// - Complexity: O(log matches)
    func count(before position: RowPosition) -> Int {
        var range = 0..<matches.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = matches[middle] < position ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }

    func contains(_ position: RowPosition) -> Bool {
        let next = count(before: position)
        if next == matches.count { return false }
        return matches[next] == position || position.slot == 0 && matches[next].section == position.section
    }

    func position(after position: RowPosition) -> RowPosition? {
        let next = count(before: RowPosition(section: position.section, slot: position.slot + 1))
        if next == matches.count { return nil }
        return matches[next].section == position.section
            ? matches[next] : RowPosition(section: matches[next].section, slot: 0)
    }

    func position(before position: RowPosition) -> RowPosition? {
        let last = count(before: position) - 1
        let header = RowPosition(section: position.section, slot: 0)
        if position.slot > 0 && (last < 0 || matches[last].section < position.section) && contains(header) {
            return header
        }
        return last < 0 ? nil : matches[last]
    }
}
