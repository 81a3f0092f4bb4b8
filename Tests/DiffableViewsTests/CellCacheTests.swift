import Testing

@testable import DiffableEngine
@testable import DiffableViews
@testable import TestSupport

/// Which cells a view keeps when its list changes.
@Suite struct CellCacheTests {
    /// A cache with a cell for each item and each section edge of a list. Each cell shows the name of its element.
    private func cache(of list: Snapshot) -> CellCache {
        var cache = CellCache()
        for (section, items) in list.handles {
            for edge in SectionEdge.allCases {
                cache.setSupplementary(edge, SupplementaryCell(Cell(text: "\(edge) \(section.name)")), section.handle)
            }
            for item in items { cache.setItem(Cell(text: item.name), item.handle) }
        }
        return cache
    }

    /// The cells that a cache has for a list, section by section; "-" if it has none.
    private func cells(_ cache: CellCache, _ list: Snapshot) -> String {
        list.handles.map { section, items in
            let edges = SectionEdge.allCases.map { cache.supplementary($0, section.handle)?.cell?.shownText ?? "-" }
            let cells = items.map { cache.item($0.handle)?.shownText ?? "-" }
            return (edges + cells).joined(separator: " ")
        }.joined(separator: " | ")
    }

    /// The cells that remain in a full cache of one list after a transaction to another.
    private func remainingCells(from old: Snapshot, to new: Snapshot) -> String {
        var cache = cache(of: old)
        cache.update(for: Transaction(from: old, to: new))
        return cells(cache, new)
    }

    @Test func anEmptyCacheHasNothing() throws {
        #expect(cells(CellCache(), try list("s: a")) == "- - -")
    }

    @Test func cellsAreReplacedAndDropped() throws {
        let list = try list("s: a b")
        let (section, items) = list.handles[0]
        var cache = cache(of: list)
        cache.setItem(Cell(text: "other"), items[0].handle)
        cache.setItem(nil, items[1].handle)
        cache.setSupplementary(.footer, nil, section.handle)
        #expect(cells(cache, list) == "header s - other -")
    }

    /// A cached section without a header differs from a section that is not cached.
    @Test func aMissingHeaderIsKnown() throws {
        let list = try list("s:")
        let section = list.handles[0].section.handle
        var cache = CellCache()
        cache.setSupplementary(.header, SupplementaryCell(nil), section)
        #expect(cache.supplementary(.header, section) != nil && cache.supplementary(.header, section)?.cell == nil)
        #expect(cache.supplementary(.footer, section) == nil)
    }

    @Test func aCopyKeepsItsCells() throws {
        let list = try list("s: a")
        let original = cache(of: list)
        var copy = original
        copy.setItem(nil, list.handles[0].items[0].handle)
        copy.setSupplementary(.header, nil, list.handles[0].section.handle)
        #expect(cells(original, list) == "header s footer s a")
        #expect(cells(copy, list) == "- footer s -")
    }

    @Test func unchangedAndMovedElementsKeepTheirCells() throws {
        let old = try list("s: a b c | t: d | u:")
        var new = old
        try new.moveItem("c", beforeItem: "a")
        try new.moveItem("d", afterItem: "b")
        try new.moveSection("u", beforeSection: "s")
        #expect(
            remainingCells(from: old, to: new) == "header u footer u | header s footer s c a b d | header t footer t")
    }

    /// Reloading a section reloads its items. A new revision of a section concerns its header and footer only.
    @Test func updatedElementsLoseTheirCells() throws {
        let old = try list("s: a b c d | t: e")
        var new = old
        try new.reloadItems(["b"])
        try new.reconfigureItems(["c"])
        try new.reloadSections(["t"])
        #expect(remainingCells(from: old, to: new) == "header s footer s a - - d | - - -")
        #expect(remainingCells(from: try list("s@1: a"), to: try list("s@2: a")) == "- - a")
    }

    /// An item that is deleted and inserted again has the same handle, but not its old cell.
    @Test func deletedElementsLoseTheirCells() throws {
        let old = try list("s: a b | t: c")
        var shorter = old
        shorter.deleteItems(["a"])
        shorter.deleteSections(["t"])
        var cache = cache(of: old)
        cache.update(for: Transaction(from: old, to: shorter))
        var again = shorter
        try again.insertItems(["a"], beforeItem: "b")
        try again.appendSections(["t"])
        try again.appendItems(["c"])
        cache.update(for: Transaction(from: shorter, to: again))
        #expect(cells(cache, again) == "header s footer s - b | - - -")
    }

    /// A newly built list has other handles for the same identifiers.
    @Test func cellsAreTranslatedToAnUnrelatedList() throws {
        let (old, new) = (try list("s: a b c | t: d"), try list("t: d | x: | s: c y a"))
        #expect(old.identifiers !== new.identifiers)
        #expect(remainingCells(from: old, to: new) == "header t footer t d | - - | header s footer s c - a")
    }

    @Test func anUpdateInAnUnrelatedListDropsItsCell() throws {
        #expect(remainingCells(from: try list("s@1: a@1 b"), to: try list("s@2: b a@2")) == "- - b -")
    }
}

extension Snapshot {
    /// The sections with their items, each with its handle and its name.
    fileprivate var handles: [(section: (handle: Handle, name: String), items: [(handle: Handle, name: String)])] {
        sections.indices.map { index in
            let section = sections[index].handle
            return (
                (section, identifiers.sections.identifier(section).text),
                (0..<sections[index].count).map { item in
                    let handle = self.item(at: IndexPath(section: index, item: item))
                    return (handle, identifiers.items.identifier(handle).text)
                }
            )
        }
    }
}

extension Identifier {
    fileprivate var text: String {
        switch self {
        case .integer(let value): String(value)
        case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
        }
    }
}

extension Cell {
    fileprivate var shownText: String { String(decoding: text, as: UTF8.self) }
}
