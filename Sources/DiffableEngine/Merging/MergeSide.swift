/// Where an item is: the section of a root, or the parent of any other item.
struct MergePlace: Equatable, BitwiseCopyable {
    /// A handle is below 2^31 (see `Node`), so the highest bit of a word is free. It is set if the place is a section.
    private static let flag: UInt32 = 0x8000_0000
    private let word: UInt32

    /// The place of an item that is not in the list.
    static let none = MergePlace(word: .max)

    private init(word: UInt32) {
        self.word = word
    }

    init(section: Handle) {
        word = section | Self.flag
    }

    init(parent: Handle) {
        word = parent
    }

    /// The section of a root; nil for the place of a child.
    var section: Handle? { word >= Self.flag && word != .max ? word & ~Self.flag : nil }

    /// The parent of a child; nil for the place of a root.
    var parent: Handle? { word < Self.flag ? word : nil }
}

/// The roots of each section and the children of each item, as linked lists.
struct MergeChildren {
    private static let none = Handle.max
    private var firstRoots: [Handle]
    /// Empty if no item has children.
    private var firstChildren: [Handle] = []
    private var next: [Handle]

    init(sections: Int, items: Int) {
        firstRoots = Array(repeating: Self.none, count: sections)
        next = Array(repeating: Self.none, count: items)
    }

    /// Makes an item the first one at a place.
    mutating func prepend(_ item: Handle, at place: MergePlace) {
        if let section = place.section {
            next[Int(item)] = firstRoots[Int(section)]
            firstRoots[Int(section)] = item
        } else if let parent = place.parent {
            if firstChildren.isEmpty { firstChildren = Array(repeating: Self.none, count: next.count) }
            next[Int(item)] = firstChildren[Int(parent)]
            firstChildren[Int(parent)] = item
        }
    }

    /// Makes these the items at a place. There must be no items at the place yet.
    mutating func set(_ items: [Handle], at place: MergePlace) {
        for item in items.reversed() { prepend(item, at: place) }
    }

    /// The first item at a place; nil if there is none.
    func first(at place: MergePlace) -> Handle? {
        if let section = place.section { return existing(firstRoots[Int(section)]) }
        guard let parent = place.parent, !firstChildren.isEmpty else { return nil }
        return existing(firstChildren[Int(parent)])
    }

    /// The sibling after an item; nil for the last one.
    func sibling(after item: Handle) -> Handle? { existing(next[Int(item)]) }

    private func existing(_ item: Handle) -> Handle? { item == Self.none ? nil : item }

    func items(at place: MergePlace) -> [Handle] {
        var (items, item) = ([Handle](), first(at: place))
        while let current = item {
            items.append(current)
            item = sibling(after: current)
        }
        return items
    }
}

/// One of the three lists of a merge, by the handles that all of them share.
struct MergeSide {
    let list: Snapshot
    /// The place of each item, by its handle.
    private(set) var places: [MergePlace]
    private(set) var children: MergeChildren

    /// - Parameters:
    ///   - sections: how many handles of sections there are.
    ///   - items: how many handles of items there are.
    init(_ list: Snapshot, sections: Int, items: Int) {
        self.list = list
        places = Array(repeating: .none, count: items)
        children = MergeChildren(sections: sections, items: items)
        for (index, section) in list.sections.enumerated() {
            let root = MergePlace(section: section.handle)
            for item in list.allItemHandles(inSectionAt: index).reversed() {
                let parent = list.node(item).parent
                let place = parent == Node.none ? root : MergePlace(parent: parent)
                places[Int(item)] = place
                children.prepend(item, at: place)
            }
        }
    }

    var sections: [Handle] { list.sections.map { $0.handle } }

    func contains(section: Handle) -> Bool { list.sectionIndex(section) != nil }

    func contains(item: Handle) -> Bool { places[Int(item)] != .none }

    func content(ofSection section: Handle) -> ContentHandle {
        list.sectionIndex(section).map { list.sections[$0].content } ?? 0
    }
}
