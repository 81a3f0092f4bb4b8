// Builds the merged list.

extension MergeBuilder {
    /// Returns nil if the content table becomes full.
    mutating func build() -> Snapshot? {
        let (sections, children) = merged()
        var list = theirs.list.emptied
        for section in sections {
            let side = takesSectionFromMine[Int(section)] ? mine : theirs
            guard let content = list.copied(side.content(ofSection: section), of: side.list) else { return nil }
            list.appendSection(section, content: content)
        }
        list.renumberSections(0..<list.numberOfSections)
        for (index, section) in sections.enumerated() {
            guard add(children, of: section, at: index, to: &list) else { return nil }
        }
        return list
    }

    /// Returns the sections in order, and the items at each place in order. Records the conflicts of the order.
    private mutating func merged() -> (sections: [Handle], children: MergeChildren) {
        let tables = base.list.identifiers
        var sectionOrder = MergedOrder(tables.sections, count: hasSection.count)
        let sections = sectionOrder.merge(base.sections, mine.sections, theirs.sections) { hasSection[Int($0)] }
        for section in sectionOrder.conflicts { addConflict(.moved, section: section) }
        var itemOrder = MergedOrder(tables.items, count: places.count)
        var children = MergeChildren(sections: hasSection.count, items: places.count)
        for section in sections { merge(at: MergePlace(section: section), &itemOrder, &children) }
        if mine.list.storage.forest != nil || theirs.list.storage.forest != nil {
            for item in places.indices where places[item] != .none {
                merge(at: MergePlace(parent: Handle(truncatingIfNeeded: item)), &itemOrder, &children)
            }
        }
        for item in itemOrder.conflicts { addConflict(.moved, item: item) }
        return (sections, children)
    }

    private func merge(at place: MergePlace, _ order: inout MergedOrder, _ children: inout MergeChildren) {
        if mine.children.first(at: place) == nil && theirs.children.first(at: place) == nil { return }
        let items = order.merge(
            base.children.items(at: place), mine.children.items(at: place), theirs.children.items(at: place)
        ) {
            places[Int($0)] == place
        }
        children.set(items, at: place)
    }

    /// Adds the items of a section. Returns false if the content table becomes full.
    private func add(_ children: MergeChildren, of section: Handle, at index: Int, to list: inout Snapshot) -> Bool {
        var collapsed: [Handle] = []
        let place = MergePlace(section: section)
        let visible = rows(children, at: place, &collapsed)
        visible.borrowed { list.append($0, toSection: index) }
        guard addContents(of: visible, to: &list) else { return false }
        addNodes(of: visible, children, to: &list)
        while let parent = collapsed.popLast() {
            let hidden = rows(children, at: MergePlace(parent: parent), &collapsed)
            hidden.borrowed { list.uniqueForest.hidden.append($0, toSection: 0) }
            guard addContents(of: hidden, to: &list) else { return false }
            addNodes(of: hidden, children, to: &list)
        }
        var (root, branchCount) = (children.first(at: place), Int32(0))
        while let item = root {
            if list.node(item).isBranch { branchCount += 1 }
            root = children.sibling(after: item)
        }
        if branchCount > 0 { list.uniqueSection(index).branchCount = branchCount }
        return true
    }

    /// Returns the rows at a place: the items there, and the rows below those that are expanded.
    /// - Parameter collapsed: an array to which the collapsed parents among the rows are added.
    private func rows(_ children: MergeChildren, at place: MergePlace, _ collapsed: inout [Handle]) -> Rows {
        var (rows, waiting) = (Rows(), [Handle]())
        if let first = children.first(at: place) { waiting.append(first) }
        while let item = waiting.popLast() {
            rows.append(item)
            if let next = children.sibling(after: item) { waiting.append(next) }
            guard let child = children.first(at: MergePlace(parent: item)) else { continue }
            if flag(of: item, { $0.isExpanded }) { waiting.append(child) } else { collapsed.append(item) }
        }
        return rows
    }

    private func addContents(of items: [Handle], to list: inout Snapshot) -> Bool {
        if mine.list.contents.isEmpty && theirs.list.contents.isEmpty { return true }
        var (changed, contents) = ([Handle](), [ContentHandle]())
        for item in items {
            let side = takesItemFromMine[Int(item)] ? mine.list : theirs.list
            guard let content = list.copied(side.contents[item], of: side) else { return false }
            if content == list.contents[item] { continue }
            changed.append(item)
            contents.append(content)
        }
        list.contents.set(changed, to: contents)
        return true
    }

    private func addNodes(of items: [Handle], _ children: MergeChildren, to list: inout Snapshot) {
        if mine.list.storage.forest == nil && theirs.list.storage.forest == nil { return }
        for item in items {
            var node = Node()
            if let parent = places[Int(item)].parent { node.parent = parent }
            var child = children.first(at: MergePlace(parent: item))
            if let first = child { node.first = first }
            while let last = child {
                node.last = last
                node.childCount += 1
                child = children.sibling(after: last)
            }
            node.isExpanded = flag(of: item) { $0.isExpanded }
            node.isExpandable = flag(of: item) { $0.isExpandable }
            if node != Node() { list.updateNode(item) { $0 = node } }
        }
    }

    /// Returns a flag of an item as the side that changed it has it. If both sides inserted the item, the flag is set
    /// if one of them has set it.
    private func flag(of item: Handle, _ read: (Node) -> Bool) -> Bool {
        guard mine.contains(item: item) else { return read(theirs.list.node(item)) }
        let flag = read(mine.list.node(item))
        if !theirs.contains(item: item) || flag == read(theirs.list.node(item)) { return flag }
        return !base.contains(item: item) || !read(base.list.node(item))
    }
}
