@testable import DiffableEngine

extension ReferenceModel {
    /// - Parameter registers: the snapshots that an edit names by their numbers.
    mutating func perform(_ edit: Edit, registers: [ReferenceModel] = []) -> Outcome {
        do throws(Failure) {
            if isTree && edit.isOfSections {
                throw edit.failure(.invalidArgument, "a section snapshot has one section and no others")
            }
            switch edit {
            case .deleteSections(let sections):
                try edit.requireNoLookAlike(.section, of: sections, in: self)
                return .counted(deleteSections(sections))
            case .deleteItems(let items):
                try edit.requireNoLookAlike(.item, of: items, in: self)
                return .counted(deleteItems(items))
            case .deleteAllItems: self = isTree ? .emptyTree : ReferenceModel()
            case .appendSections(let new): try insert(new, edit) { $0.sections.count }
            case .insertSections(let new, let side, let anchor):
                if new.contains(where: { $0.identifier == anchor }) {
                    throw edit.isItself(.section, anchor, "inserted")
                }
                try insert(new, edit) { (model) throws(Failure) in
                    try model.index(of: anchor, edit) + (side == .after ? 1 : 0)
                }
            case .moveSection(let section, let side, let anchor): try moveSection(section, side, anchor, edit)
            case .reloadSections(let sections): try mark(sections: sections, in: \.reloadedSections, edit)
            case .reconfigureSections(let sections): try mark(sections: sections, in: \.reconfiguredSections, edit)
            case .updateItems(let items): return .counted(try updateItems(items, edit))
            case .reloadItems(let items): try mark(items, in: \.reloadedItems, edit)
            case .reconfigureItems(let items): try mark(items, in: \.reconfiguredItems, edit)
            case .replaceItems(let items, let section): try replaceItems(items, inSection: section, edit)
            case .expand(let items):
                try change(items, edit) { ($0.isExpanded, $0.keepsExpansion) = (true, false) }
            case .collapse(let items):
                try change(items, edit) { ($0.isExpanded, $0.keepsExpansion) = (false, false) }
            case .keepExpansion(let items): try change(items, edit) { $0.keepsExpansion = true }
            case .keepChildren(let items): try change(items, edit) { $0.keepsChildren = true }
            case .setExpandable(let items, let isExpandable): try change(items, edit) { $0.isExpandable = isExpandable }
            case .replaceChildren(let parent, let tree): try replaceChildren(of: parent, with: registers[tree], edit)
            case .insertTree(let tree, let placement): try insertTree(registers[tree], placement, edit)
            case .setSectionSnapshot(let section, let tree):
                try setSectionSnapshot(registers[tree], ofSection: section, edit.name)
            case .updateSections(let sections): return .counted(try updateSections(sections, edit))
            case .renameItem(let item, let new): try renameItem(item, to: new, edit)
            case .appendItems, .appendItemsToParent, .prependItems, .prependItemsToParent, .insertItemsAt, .insertItems:
                try insertItems(edit)
            case .moveItem, .moveItems, .moveItemsToParent: try moveItems(edit)
            }
            return .done
        } catch {
            return .failed(error)
        }
    }

    // MARK: - Sections

    private mutating func insert(
        _ new: [Element], _ edit: Edit, at index: (ReferenceModel) throws(Failure) -> Int
    ) throws(Failure) {
        try edit.requireUnique(.section, new.map { $0.identifier })
        let there = new.indices.filter { self.index(ofSection: new[$0].identifier) != nil }
        try edit.requireNone(.section, there) { position in
            let section = new[position].identifier
            return (section, "at index \(self.index(ofSection: section)!) of the sections")
        }
        sections.insert(
            contentsOf: new.map { Section(identifier: $0.identifier, content: $0.content, nodes: []) },
            at: try index(self))
    }

    private mutating func deleteSections(_ deleted: [Identifier]) -> Int {
        let before = sections.count
        sections.removeAll { deleted.contains($0.identifier) }
        reloadedSections.removeAll { deleted.contains($0) }
        reconfiguredSections.removeAll { deleted.contains($0) }
        dropMarksOfMissingItems()
        return before - sections.count
    }

    private mutating func moveSection(_ section: Identifier, _ side: Side, _ anchor: Identifier, _ edit: Edit)
        throws(Failure)
    {
        if section == anchor { throw edit.isItself(.section, section, "moved") }
        let from = try index(of: section, edit)
        _ = try index(of: anchor, edit)
        let moved = sections.remove(at: from)
        sections.insert(moved, at: try index(of: anchor, edit) + (side == .after ? 1 : 0))
    }

    private mutating func mark(
        sections marked: [Element], in marks: WritableKeyPath<ReferenceModel, [Identifier]>, _ edit: Edit
    ) throws(Failure) {
        for (position, section) in marked.enumerated() {
            _ = try index(of: section.identifier, edit, position: position)
        }
        try edit.requireUnique(.section, marked.map { $0.identifier })
        for section in marked where section.content != nil {
            sections[try index(of: section.identifier, edit)].content = section.content
        }
        self[keyPath: marks].add(marked)
    }

    private func index(of section: Identifier, _ edit: Edit, position: Int? = nil) throws(Failure) -> Int {
        if let index = index(ofSection: section) { return index }
        throw edit.unknown(.section, section, in: self, position)
    }

    /// The index of a section; of the last one without a name.
    func index(of section: Identifier?, orLast edit: Edit) throws(Failure) -> Int {
        if sections.isEmpty {
            throw edit.failure(.noSections, "there are no sections yet; append a section before its items")
        }
        return if let section { try index(of: section, edit) } else { sections.count - 1 }
    }

    // MARK: - Insertions

    /// Where items are inserted, and their level.
    typealias Gap = (section: Int, node: Int, level: Int)

    func end(ofSection index: Int) -> Gap { (index, sections[index].nodes.count, 0) }

    func endOfChildren(of parent: Identifier, _ edit: Edit) throws(Failure) -> Gap {
        let place = try self.place(of: parent, edit)
        let section = sections[place.section]
        return (place.section, section.end(of: place.node), section.nodes[place.node].level + 1)
    }

    /// The gap beside an item: before it, or after it and everything below it.
    func gap(_ side: Side, _ anchor: Identifier, _ edit: Edit) throws(Failure) -> Gap {
        let place = try self.place(of: anchor, edit)
        let section = sections[place.section]
        return (
            place.section, side == .before ? place.node : section.end(of: place.node), section.nodes[place.node].level
        )
    }

    /// The gap before a visible item, or at the end of the section.
    func gap(_ index: Int, inSection section: Identifier?, _ edit: Edit) throws(Failure) -> Gap {
        let number = try self.index(of: section, orLast: edit)
        let visible = sections[number].visible
        if index == visible.count { return end(ofSection: number) }
        guard visible.indices.contains(index) else {
            let name = isTree ? nil : sections[number].identifier
            let count = visible.count == 1 ? "1 item" : "\(visible.count) items"
            let list = name.map { "section \($0)" } ?? "the tree"
            throw edit.failure(.invalidArgument, "there is no index \(index); \(list) has \(count)", name)
        }
        return (number, visible[index], sections[number].nodes[visible[index]].level)
    }

    mutating func insert(_ nodes: [Node], at gap: Gap) {
        sections[gap.section].nodes.insert(contentsOf: nodes.raised(by: gap.level), at: gap.node)
    }

    private mutating func insertItems(_ edit: Edit) throws(Failure) {
        switch edit {
        case .appendItems(let new, let section):
            if sections.isEmpty { _ = try index(of: section, orLast: edit) }
            try requireNew(new, edit)
            insert(new.map { Node(element: $0) }, at: end(ofSection: try index(of: section, orLast: edit)))
        case .appendItemsToParent(let new, let parent):
            try requireNew(new, edit)
            insert(new.map { Node(element: $0) }, at: try endOfChildren(of: parent, edit))
        case .prependItems(let new, let section):
            try requireNew(new, edit)
            insert(new.map { Node(element: $0) }, at: try gap(0, inSection: section, edit))
        case .prependItemsToParent(let new, let parent):
            try requireNew(new, edit)
            let place = try self.place(of: parent, edit)
            let level = sections[place.section].nodes[place.node].level + 1
            insert(new.map { Node(element: $0) }, at: (place.section, place.node + 1, level))
        case .insertItemsAt(let new, let index, let section):
            try requireNew(new, edit)
            insert(new.map { Node(element: $0) }, at: try gap(index, inSection: section, edit))
        case .insertItems(let new, let side, let anchor):
            if new.contains(where: { $0.identifier == anchor }) { throw edit.isItself(.item, anchor, "inserted") }
            try requireNew(new, edit)
            insert(new.map { Node(element: $0) }, at: try gap(side, anchor, edit))
        default: fatalError("\(edit) inserts no items")
        }
    }

    private func requireNew(_ new: [Element], _ edit: Edit) throws(Failure) {
        try edit.requireUnique(.item, new.map { $0.identifier })
        try requireNone(of: new.map { $0.identifier }, edit)
    }

    func requireNone(of new: [Identifier], _ edit: Edit, of described: ReferenceModel? = nil) throws(Failure) {
        let existing = Set(allItems)
        let message = described ?? self
        try edit.requireNone(.item, new.indices.filter { existing.contains(new[$0]) }) {
            (new[$0], message.describePlace(of: new[$0]))
        }
    }

    /// Where an item is, as messages say it.
    func describePlace(of item: Identifier) -> String {
        let place = place(of: item)!
        let section = sections[place.section]
        if let collapsed = section.ancestors(of: place.node).last(where: { !section.nodes[$0].isExpanded }) {
            return "below the collapsed item \(section.nodes[collapsed].element.identifier)"
        }
        let index = section.visible.firstIndex(of: place.node)!
        return isTree ? "at index \(index) of the tree" : "at section \(section.identifier), item \(index)"
    }

    // MARK: - Moves

    private mutating func moveItems(_ edit: Edit) throws(Failure) {
        switch edit {
        case .moveItem(let item, let side, let anchor):
            if item == anchor { throw edit.isItself(.item, item, "moved") }
            for item in [item, anchor] { _ = try place(of: item, edit) }
            try requireNot(anchor, atOrBelow: item, edit)
            let trees = removeTrees(of: [item])
            insert(trees, at: try gap(side, anchor, edit))
        case .moveItems(let items, let section):
            try requireItems(items, edit)
            try edit.requireUnique(.item, items)
            let destination = try index(of: section, edit)
            try requireApart(items, edit)
            let trees = removeTrees(of: items)
            insert(trees, at: end(ofSection: destination))
        case .moveItemsToParent(let items, let parent):
            try requireItems(items, edit)
            try edit.requireUnique(.item, items)
            _ = try place(of: parent, edit)
            try requireApart(items, edit)
            for item in items { try requireNot(parent, atOrBelow: item, edit) }
            let trees = removeTrees(of: items)
            insert(trees, at: try endOfChildren(of: parent, edit))
        default: fatalError("\(edit) moves no items")
        }
    }

    /// Removes items with everything below them, and returns them as roots with everything below them, in the order of
    /// `items`.
    @discardableResult
    mutating func removeTrees(of items: [Identifier]) -> [Node] {
        let removed = Set(items)
        var trees: [Identifier: [Node]] = [:]
        for index in sections.indices {
            var root: Node?
            sections[index].nodes.removeAll { node in
                if let above = root, node.level > above.level {
                    trees[above.element.identifier]! += [node].raised(by: -above.level)
                    return true
                }
                root = removed.contains(node.element.identifier) ? node : nil
                if root != nil { trees[node.element.identifier] = [node].raised(by: -node.level) }
                return root != nil
            }
        }
        return items.flatMap { trees.removeValue(forKey: $0) ?? [] }
    }

    private func requireNot(_ item: Identifier, atOrBelow moved: Identifier, _ edit: Edit) throws(Failure) {
        if item == moved { throw edit.failure(.invalidDestination, "item \(moved) cannot move below itself", moved) }
        let place = place(of: item)!
        let section = sections[place.section]
        if section.ancestors(of: place.node).contains(where: { section.nodes[$0].element.identifier == moved }) {
            throw edit.failure(
                .invalidDestination, "item \(moved) cannot move below itself; \(item) is below it", moved)
        }
    }

    /// Checks that no item is below another one of them.
    private func requireApart(_ items: [Identifier], _ edit: Edit) throws(Failure) {
        let (parents, moved) = (parents, Set(items))
        for (position, item) in items.enumerated() {
            var above = parents[item]
            while let ancestor = above, !moved.contains(ancestor) { above = parents[ancestor] }
            guard let ancestor = above else { continue }
            throw edit.failure(
                .duplicateIdentifier, "item \(item) is below item \(ancestor), which moves as well", item, at: position)
        }
    }

    // MARK: - Deletions

    mutating func deleteItems(_ items: [Identifier]) -> Int {
        let before = nodes.count
        removeTrees(of: items)
        dropMarksOfMissingItems()
        return before - nodes.count
    }

    mutating func dropMarksOfMissingItems() {
        if reloadedItems.isEmpty && reconfiguredItems.isEmpty && renames.isEmpty { return }
        let existing = Set(allItems)
        renames.removeAll { !existing.contains($0.item) }
        reloadedItems.removeAll { !existing.contains($0) }
        reconfiguredItems.removeAll { !existing.contains($0) }
    }

    private mutating func replaceItems(_ new: [Element], inSection section: Identifier?, _ edit: Edit) throws(Failure) {
        let index = try index(of: section, orLast: edit)
        try edit.requireUnique(.item, new.map { $0.identifier })
        let section = sections[index]
        var trees: [Identifier: [Node]] = [:]
        var root: Identifier?
        for node in section.nodes {
            if node.level == 0 { root = node.element.identifier }
            trees[root!, default: []].append(node)
        }
        let existing = Set(allItems)
        let elsewhere = new.indices.filter { existing.contains(new[$0].identifier) && trees[new[$0].identifier] == nil }
        try edit.requireNone(.item, elsewhere) { position in
            let item = new[position].identifier
            guard let node = section.index(of: item), section.isVisible(node) else {
                return (item, describePlace(of: item))
            }
            return (item, "below item \(section.nodes[section.parent(of: node)!].element.identifier)")
        }
        sections[index].nodes = new.flatMap { trees[$0.identifier] ?? [Node(element: $0)] }
        setContents(new)
        dropMarksOfMissingItems()
    }

    // MARK: - Items

    func place(of item: Identifier, _ edit: Edit) throws(Failure) -> (section: Int, node: Int) {
        if let place = place(of: item) { return place }
        throw edit.unknown(.item, item, in: self)
    }

    private func requireItems(_ items: [Identifier], _ edit: Edit) throws(Failure) {
        let existing = Set(allItems)
        for (position, item) in items.enumerated() where !existing.contains(item) {
            throw edit.unknown(.item, item, in: self, position)
        }
    }

    private mutating func change(_ items: [Identifier], _ edit: Edit, _ change: (inout Node) -> Void) throws(Failure) {
        try requireItems(items, edit)
        self.change(items, change)
    }

    mutating func change(_ items: [Identifier], _ change: (inout Node) -> Void) {
        for item in items {
            if let place = place(of: item) { change(&sections[place.section].nodes[place.node]) }
        }
    }

    private mutating func mark(
        _ items: [Element], in marks: WritableKeyPath<ReferenceModel, [Identifier]>, _ edit: Edit
    ) throws(Failure) {
        try requireItems(items.map { $0.identifier }, edit)
        try edit.requireUnique(.item, items.map { $0.identifier })
        setContents(items)
        self[keyPath: marks].add(items)
    }

    private mutating func updateSections(_ updated: [Element], _ edit: Edit) throws(Failure) -> Int {
        for (position, section) in updated.enumerated() {
            _ = try index(of: section.identifier, edit, position: position)
        }
        try edit.requireUnique(.section, updated.map { $0.identifier })
        let changed = updated.filter {
            $0.content != nil && $0.content != sections[index(ofSection: $0.identifier)!].content
        }
        for section in changed { sections[try index(of: section.identifier, edit)].content = section.content }
        reconfiguredSections.add(changed)
        return changed.count
    }

    private mutating func renameItem(_ item: Identifier, to new: Identifier, _ edit: Edit) throws(Failure) {
        let place = try place(of: item, edit)
        if item == new { return }
        if self.place(of: new) != nil {
            throw edit.failure(.duplicateIdentifier, "item \(new) is already \(describePlace(of: new))", new)
        }
        sections[place.section].nodes[place.node].element.identifier = new
        if reloadedItems.contains(item) { reloadedItems.append(new) }
        reconfiguredItems.append(new)
        rename(item, to: new)
        dropMarksOfMissingItems()
    }

    mutating func rename(_ item: Identifier, to new: Identifier) {
        let names = [item] + renames.filter { $0.item == item }.map { $0.old }
        renames.removeAll { $0.item == item }
        renames = names.filter { $0 != new }.map { Rename(item: new, old: $0) } + renames
    }

    private mutating func updateItems(_ items: [Element], _ edit: Edit) throws(Failure) -> Int {
        try requireItems(items.map { $0.identifier }, edit)
        try edit.requireUnique(.item, items.map { $0.identifier })
        let contents = Dictionary(uniqueKeysWithValues: nodes.map { ($0.element.identifier, $0.element.content) })
        let changed = items.filter { $0.content != nil && $0.content != contents[$0.identifier] }
        setContents(changed)
        reconfiguredItems.add(changed)
        return changed.count
    }

    /// Items without content keep theirs.
    private mutating func setContents(_ items: [Element]) {
        var contents: [Identifier: Content] = [:]
        for item in items { if let content = item.content { contents[item.identifier] = content } }
        if contents.isEmpty { return }
        for section in sections.indices {
            for node in sections[section].nodes.indices {
                if let content = contents[sections[section].nodes[node].element.identifier] {
                    sections[section].nodes[node].element.content = content
                }
            }
        }
    }
}

extension [Identifier] {
    /// Adds those that are not there.
    fileprivate mutating func add(_ elements: [DiffableEngine.Element]) {
        var seen = Set(self)
        for element in elements where seen.insert(element.identifier).inserted { append(element.identifier) }
    }
}
