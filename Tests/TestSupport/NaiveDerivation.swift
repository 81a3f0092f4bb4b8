@testable import DiffableEngine

/// Derives lists of the reference model in the plainest way: it filters, sorts and groups everything anew. The
/// functions are drawn, and depend on the identifier and the content of an item.
struct NaiveDerivation {
    /// Chooses the functions; 0 for none.
    var filter: UInt64 = 0
    var section: UInt64 = 0
    var sort: UInt64 = 0
    var sectionSort: UInt64 = 0
    var limit: Int?
    var sectionLimit: Int?
    var keepsEmptySections = false

    init(_ random: inout SplitMix64) {
        func choice(_ times: Int) -> UInt64 { random.once(in: times) ? 0 : random.next() | 1 }
        (filter, section, sort) = (choice(3), random.once(in: 2) ? 0 : random.next() | 1, choice(4))
        if section != 0 { sectionSort = choice(2) }
        if random.once(in: 3) { limit = random.below(9) }
        if random.once(in: 4) { sectionLimit = random.below(4) }
        keepsEmptySections = section == 0 && random.once(in: 3)
    }

    static func hash(_ element: Element, _ seed: UInt64) -> UInt64 {
        var hash = seed
        func add(_ value: UInt64) { hash = SplitMix64.mixed(hash ^ value) }
        switch element.identifier {
        case .integer(let value): add(UInt64(bitPattern: value))
        case .bytes(let bytes): for byte in bytes { add(UInt64(byte)) }
        }
        for byte in element.content?.bytes ?? [] { add(UInt64(byte)) }
        return hash
    }

    func passes(_ element: Element) -> Bool { filter == 0 || Self.hash(element, filter) % 3 != 0 }

    /// Few numbers, so that many items are equal; with strings of any length.
    func keys(_ element: Element) -> (Int64, [UInt8], isReversed: Bool) {
        let hash = Self.hash(element, sort)
        let text =
            Array(repeating: UInt8(hash >> 8 & 1), count: Int(hash >> 16 & 15))
            + (hash >> 20 & 1 == 0 ? [] : [UInt8(hash >> 24 & 1)])
        return (Int64(hash % 3) - 1, text, sort & 2 == 0)
    }

    func compare(_ left: Element, _ right: Element) -> Int {
        if sort == 0 { return 0 }
        let (first, second) = (keys(left), keys(right))
        let order = first.0 != second.0 ? (first.0 < second.0 ? -1 : 1) : 0
        if order != 0 { return first.isReversed ? -order : order }
        if first.1 == second.1 { return 0 }
        return first.1.lexicographicallyPrecedes(second.1) ? -1 : 1
    }

    func sectionElement(_ element: Element) -> Element {
        let number = Int64(Self.hash(element, section) % 4)
        return Element(.integer(number), revision: number == 3 ? 0 : UInt64(number) + section % 100)
    }

    func sectionKey(_ element: Element) -> Int64 { Int64(Self.hash(element, sectionSort) % 3) }

    // MARK: - The list

    struct Tree {
        var node: ReferenceModel.Node
        var children: [Tree]
    }

    static func trees(_ nodes: ArraySlice<ReferenceModel.Node>) -> [Tree] {
        var (trees, index): ([Tree], Int) = ([], nodes.startIndex)
        while index < nodes.endIndex {
            let end = nodes[(index + 1)...].firstIndex { $0.level <= nodes[index].level } ?? nodes.endIndex
            trees.append(Tree(node: nodes[index], children: Self.trees(nodes[(index + 1)..<end])))
            index = end
        }
        return trees
    }

    private func kept(_ trees: [Tree]) -> [Tree] {
        trees.compactMap { tree in
            var tree = tree
            tree.children = kept(tree.children)
            return passes(tree.node.element) || !tree.children.isEmpty ? tree : nil
        }
    }

    private func sorted(_ trees: [Tree]) -> [Tree] {
        trees.enumerated().sorted { left, right in
            let order = compare(left.element.node.element, right.element.node.element)
            return order != 0 ? order < 0 : left.offset < right.offset
        }.map { tree in Tree(node: tree.element.node, children: sorted(tree.element.children)) }
    }

    private func nodes(_ trees: [Tree], expanded: [Identifier: Bool]) -> [ReferenceModel.Node] {
        trees.flatMap { tree -> [ReferenceModel.Node] in
            var node = tree.node
            (node.keepsExpansion, node.keepsChildren) = (false, false)
            node.isExpanded = expanded[node.element.identifier] ?? node.isExpanded
            return [node] + nodes(tree.children, expanded: expanded)
        }
    }

    /// The list without limits, as groups of trees.
    private func groups(_ origin: ReferenceModel) -> [(section: Element, trees: [Tree])] {
        let sections = origin.sections.map {
            (Element($0.identifier, content: $0.content), kept(Self.trees($0.nodes[...])))
        }
        if section == 0 { return sections.map { ($0.0, sorted($0.1)) } }
        var groups: [(section: Element, trees: [Tree])] = []
        for tree in sorted(sections.flatMap { $0.1 }) {
            let section = sectionElement(tree.node.element)
            if let index = groups.firstIndex(where: { $0.section.identifier == section.identifier }) {
                groups[index].trees.append(tree)
            } else {
                groups.append((section, [tree]))
            }
        }
        if sectionSort == 0 { return groups }
        return groups.enumerated().sorted { left, right in
            let (first, second) = (sectionKey(left.element.section), sectionKey(right.element.section))
            return first != second ? first < second : left.offset < right.offset
        }.map { $0.element }
    }

    /// - Parameter shown: items keep the expansion that they have there.
    func derived(from origin: ReferenceModel, shown: ReferenceModel) -> ReferenceModel {
        var expanded: [Identifier: Bool] = [:]
        for node in shown.nodes { expanded[node.element.identifier] = node.isExpanded }
        for rename in origin.renames where expanded[rename.item] == nil { expanded[rename.item] = expanded[rename.old] }
        var model = ReferenceModel()
        var remaining = limit ?? .max
        for (section, trees) in groups(origin) {
            let first = Array(trees.prefix(min(remaining, sectionLimit ?? .max)))
            remaining -= first.count
            if first.isEmpty && !keepsEmptySections { continue }
            model.sections.append(
                .init(identifier: section.identifier, content: section.content, nodes: nodes(first, expanded: expanded))
            )
        }
        return model
    }

    /// All items that are in the list without limits.
    func members(of origin: ReferenceModel) -> (all: [Element], roots: [Element]) {
        func all(_ trees: [Tree]) -> [Element] { trees.flatMap { [$0.node.element] + all($0.children) } }
        let trees = groups(origin).flatMap { $0.trees }
        return (all(trees), trees.map { $0.node.element })
    }

    /// The list that is shown while it is held.
    func held(_ shown: ReferenceModel, origin: ReferenceModel) -> ReferenceModel {
        var contents: [Identifier: Content?] = [:]
        for node in origin.nodes { contents[node.element.identifier] = .some(node.element.content) }
        var model = ReferenceModel()
        for section in shown.sections {
            var nodes: [ReferenceModel.Node] = []
            var deletedLevel = Int.max
            for node in section.nodes where node.level <= deletedLevel {
                deletedLevel = .max
                guard let content = contents[node.element.identifier] else {
                    deletedLevel = node.level
                    continue
                }
                var node = node
                node.element.content = content
                nodes.append(node)
            }
            let now = self.section == 0 ? origin.sections.first { $0.identifier == section.identifier } : nil
            if nodes.isEmpty && !(keepsEmptySections && now != nil) { continue }
            model.sections.append(
                .init(identifier: section.identifier, content: now.map { $0.content } ?? section.content, nodes: nodes))
        }
        return model
    }

    /// The marks that an apply of the origin has for what is shown.
    func marks(of origin: ReferenceModel, in shown: ReferenceModel) -> ReferenceModel {
        var model = shown
        let items = Set(shown.allItems)
        model.reloadedItems = origin.reloadedItems.filter { items.contains($0) }
        model.reconfiguredItems = origin.reconfiguredItems.filter { items.contains($0) }
        model.renames = origin.renames.filter { items.contains($0.item) }
        if section == 0 {
            model.reloadedSections = origin.reloadedSections.filter { shown.index(ofSection: $0) != nil }
            model.reconfiguredSections = origin.reconfiguredSections.filter { shown.index(ofSection: $0) != nil }
        } else {
            let reloaded = origin.sections.filter { origin.reloadedSections.contains($0.identifier) }.flatMap {
                $0.items
            }
            model.reloadedItems += reloaded.map { $0.identifier }.filter {
                items.contains($0) && !model.reloadedItems.contains($0)
            }
        }
        return model
    }

    // MARK: - For the engine

    /// The same derivation for the engine.
    /// - Parameter called: is told each call of a function, and may throw.
    func derivation(_ called: @escaping (String, Identifier) throws(DiffableError) -> Void) -> Derivation {
        var derivation = Derivation()
        func element(_ item: BorrowedIdentifier, _ content: BorrowedContent?) -> Element {
            Element(Identifier(item), content: content.map { Content($0) })
        }
        if filter != 0 {
            derivation.filter = { (item, content) throws(DiffableError) in
                try called("filter", Identifier(item))
                return passes(element(item, content))
            }
        }
        if section != 0 {
            derivation.section = { (item, content) throws(DiffableError) in
                try called("section", Identifier(item))
                return sectionElement(element(item, content))
            }
        }
        if sort != 0 {
            derivation.sort = { (item, content, key) throws(DiffableError) in
                try called("sort", Identifier(item))
                let (number, text, isReversed) = keys(element(item, content))
                key.append(number, reversed: isReversed)
                text.withUnsafeBytes { key.append($0, reversed: false) }
            }
        }
        if sectionSort != 0 {
            derivation.sectionSort = { (section, key) throws(DiffableError) in
                key.append(sectionKey(section), reversed: false)
            }
        }
        (derivation.limit, derivation.sectionLimit, derivation.keepsEmptySections) = (
            limit, sectionLimit, keepsEmptySections
        )
        return derivation
    }
}

extension SplitMix64 {
    static func mixed(_ value: UInt64) -> UInt64 {
        var random = SplitMix64(seed: value)
        return random.next()
    }
}
