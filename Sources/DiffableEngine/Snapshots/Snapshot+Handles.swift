// Sections and visible items by index, as handles. Data sources and views call these functions, and do not read leaves.

extension Snapshot {
    package func containsSection(at index: Int) -> Bool {
        sections.indices.contains(index)
    }

    /// Whether an index path is in the list.
    package func contains(_ path: IndexPath) -> Bool {
        containsSection(at: path.section) && path.item >= 0 && path.item < sections[path.section].count
    }

    /// - Parameter index: the index of a section, which must exist.
    package func numberOfItems(inSectionAt index: Int) -> Int {
        sections[index].count
    }

    /// - Parameter index: the index of a section, which must exist.
    package func sectionHandle(at index: Int) -> Handle {
        sections[index].handle
    }

    /// - Parameter index: the index of a section, which must exist.
    package func sectionElement(at index: Int) -> Element {
        Element(
            identifiers.sections.identifier(sections[index].handle),
            content: content(ofSectionAt: index).map { Content($0) })
    }

    /// - Parameter path: the index path of an item, which must exist.
    package func itemElement(at path: IndexPath) -> Element {
        Element(identifiers.items.identifier(item(at: path)), content: content(at: path).map { Content($0) })
    }

    /// The items of a section, which must exist, in order.
    package func itemHandles(inSectionAt index: Int) -> [Handle] {
        sections[index].leaves.flatMap { $0.items }
    }

    /// Calls `body` with the visible items in a range of a section, in order. The section and the range must exist.
    /// Each call passes items of one leaf.
    package func forEachRun(inSectionAt index: Int, _ range: Range<Int>, _ body: (BorrowedHandles) -> Void) {
        if range.isEmpty { return }
        let section = sections[index]
        var (leaf, offset) = section.counts.find(range.lowerBound)
        var remaining = range.count
        while remaining > 0 {
            let all = section.leaves[leaf].items
            let items = all.part(offset..<min(offset + remaining, all.count))
            body(items)
            remaining -= items.count
            (leaf, offset) = (leaf + 1, 0)
        }
    }

    /// Whether a section of this list shares its storage with a section of another list. If so, both have the same
    /// items in the same order.
    package func sharesSection(at index: Int, with other: Snapshot, at otherIndex: Int) -> Bool {
        sections[index] === other.sections[otherIndex]
    }

    /// Inserts new items at an index path, which may be the end of its section.
    mutating func insert(_ items: BorrowedHandles, at path: IndexPath) {
        if path.item == sections[path.section].count {
            append(items, toSection: path.section)
        } else {
            let (leaf, offset) = sections[path.section].counts.find(path.item)
            insert(items, at: Location(section: path.section, leaf: leaf, offset: offset))
        }
    }
}
