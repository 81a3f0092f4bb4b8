// A list as a sequence of elements, as documents have it: each section, followed by all its items in depth-first order.

/// A section or an item of a list.
struct ListElement {
    let handle: Handle
    /// 0 for a section, 1 for an item without a parent.
    var level: Int32 = 1
    var flags: ElementFlags = []

    var isSection: Bool { level == 0 }

    static func section(_ handle: Handle) -> ListElement {
        ListElement(handle: handle, level: 0)
    }
}

struct ElementFlags: OptionSet {
    let rawValue: UInt8
    static let expanded = ElementFlags(rawValue: 1)
    static let expandable = ElementFlags(rawValue: 2)

    init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    init(_ node: Node) {
        self.init(rawValue: (node.isExpanded ? 1 : 0) | (node.isExpandable ? 2 : 0))
    }
}

extension Snapshot {
    var numberOfElements: Int { numberOfSections + numberOfAllItems }

    /// Calls `body` with all elements in order.
    func forEachElement(_ body: (ListElement) -> Void) {
        for index in sections.indices {
            body(.section(sections[index].handle))
            if storage.forest == nil {
                for leaf in sections[index].leaves { for item in leaf.items { body(ListElement(handle: item)) } }
            } else {
                forEachItemOfTrees(inSectionAt: index, body)
            }
        }
    }

    private func forEachItemOfTrees(inSectionAt index: Int, _ body: (ListElement) -> Void) {
        var ancestors: [Handle] = []
        for item in allItemHandles(inSectionAt: index) {
            let node = node(item)
            while let last = ancestors.last, last != node.parent { ancestors.removeLast() }
            ancestors.append(item)
            body(
                ListElement(
                    handle: item, level: Int32(truncatingIfNeeded: ancestors.count), flags: ElementFlags(node)))
        }
    }

    var allElements: [ListElement] {
        var elements: [ListElement] = []
        elements.reserveCapacity(numberOfElements)
        forEachElement { elements.append($0) }
        return elements
    }

    /// The handle of the content of an element; 0 if it has none.
    @inline(__always)
    func contentHandle(_ element: ListElement) -> ContentHandle {
        if element.isSection { return sectionIndex(element.handle).map { sections[$0].content } ?? 0 }
        return contents.isEmpty ? 0 : contents[element.handle]
    }

    func content(of element: ListElement) -> BorrowedContent? {
        content(contentHandle(element))
    }

    func rawIdentifier(of element: ListElement) -> BorrowedIdentifier {
        (element.isSection ? identifiers.sections : identifiers.items).raw(element.handle)
    }

    /// The word "section" or "item" and the identifier of an element, for messages.
    func name(of element: ListElement) -> String {
        (element.isSection ? "section " : "item ") + Identifier(rawIdentifier(of: element)).quoted
    }
}

// Elements by their positions, in lists without trees.
extension Snapshot {
    /// The position of a section, or of an item of it.
    func position(_ path: PackedIndexPath) -> Int {
        let section = Int(path.section)
        return section + itemCounts.sum(before: section) + Int(path.item) + 1
    }

    /// The index path of the element at a position, which must exist. For a section, the item is -1.
    func path(at position: Int) -> PackedIndexPath {
        let index = lowerBound(in: sections.indices) { $0 + itemCounts.sum(before: $0) <= position } - 1
        return PackedIndexPath(section: index, item: position - index - itemCounts.sum(before: index) - 1)
    }

    /// The element at an index path of a list without trees.
    func element(at path: PackedIndexPath) -> ListElement {
        path.item < 0 ? .section(sections[Int(path.section)].handle) : ListElement(handle: item(at: path.path))
    }

    /// Calls `body` with consecutive elements of a list without trees, in order. There must be elements at all
    /// positions of the range.
    func forEachElement(in range: Range<Int>, _ body: (ListElement) -> Void) {
        var position = range.lowerBound
        while position < range.upperBound {
            let path = self.path(at: position)
            if path.item < 0 {
                body(element(at: path))
                position += 1
                continue
            }
            let first = Int(path.item)
            let count = min(range.upperBound - position, sections[Int(path.section)].count - first)
            forEachRun(inSectionAt: Int(path.section), first..<first + count) { items in
                for item in items { body(ListElement(handle: item)) }
            }
            position += count
        }
    }

    /// A list with the same elements and contents, but without marks, in which all items are visible and none has a
    /// parent.
    var flattened: Snapshot {
        if storage.forest == nil { return withoutMarks }
        let flat = SnapshotStorage(identifiers: identifiers, isSectionSnapshot: isSectionSnapshot)
        (flat.contentTable, flat.contents) = (storage.contentTable, contents)
        var list = Snapshot(flat)
        for section in sections { list.appendSection(section.handle, content: section.content) }
        list.renumberSections(0..<numberOfSections)
        for index in sections.indices {
            allItemHandles(inSectionAt: index).borrowed { if !$0.isEmpty { list.append($0, toSection: index) } }
        }
        return list
    }
}

/// Reads elements of a list without trees by their positions. Elements of the leaf that was read last are found without
/// a search.
struct ElementCursor {
    private let list: Snapshot
    /// The items of a leaf, and the position of the first of them. The list retains the leaf.
    private var items = BorrowedHandles.none
    private var first = 0

    init(_ list: Snapshot) {
        self.list = list
    }

    /// The element at a position, which must exist; nil for -1.
    @inline(__always)
    mutating func element(at position: Int) -> ListElement? {
        let offset = position &- first
        if UInt(bitPattern: offset) < UInt(bitPattern: items.count) { return ListElement(handle: items[offset]) }
        return position < 0 ? nil : find(position)
    }

    @inline(never)
    private mutating func find(_ position: Int) -> ListElement {
        let path = list.path(at: position)
        if path.item < 0 { return list.element(at: path) }
        let (leaf, offset) = list.sections[Int(path.section)].leaf(containing: Int(path.item))
        (items, first) = (leaf.items, position - offset)
        return ListElement(handle: items[offset])
    }
}
