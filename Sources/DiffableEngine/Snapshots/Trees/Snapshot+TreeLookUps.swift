// Look-ups in trees, which find hidden items as well.

extension Snapshot {
    /// All items in depth-first order, including hidden ones.
    /// - Complexity: O(n)
    public var allItemIdentifiers: [Identifier] { identifiers(allItemHandles) }

    /// The items without a parent.
    /// - Complexity: O(n)
    public var rootItemIdentifiers: [Identifier] {
        identifiers(sections.indices.flatMap { rootHandles(inSectionAt: $0) })
    }

    /// The expanded items in the order of `allItemIdentifiers`.
    /// - Complexity: O(n)
    public var expandedItemIdentifiers: [Identifier] { identifiers(expandedHandles) }

    /// The parent of an item; nil for a root.
    /// - Throws: `unknownIdentifier`.
    /// - Complexity: O(1)
    public func parent(ofItem item: Identifier) throws(DiffableError) -> Identifier? {
        let parent = node(try require(item, "parent_of_item")).parent
        return parent == Node.none ? nil : identifiers.items.identifier(parent)
    }

    /// The number of ancestors: 0 for a root.
    /// - Throws: `unknownIdentifier`.
    /// - Complexity: O(level)
    public func level(ofItem item: Identifier) throws(DiffableError) -> Int {
        level(of: try require(item, "level_of_item"))
    }

    /// - Throws: `unknownIdentifier`.
    /// - Complexity: O(1)
    public func numberOfChildren(ofItem item: Identifier) throws(DiffableError) -> Int {
        node(try require(item, "number_of_children")).childCount
    }

    /// - Throws: `unknownIdentifier`.
    /// - Complexity: O(rows below the item)
    public func children(ofItem item: Identifier) throws(DiffableError) -> [Identifier] {
        identifiers(childHandles(of: try require(item, "children_of_item")))
    }

    /// - Throws: `unknownIdentifier`.
    /// - Complexity: O(1)
    public func isExpanded(_ item: Identifier) throws(DiffableError) -> Bool {
        node(try require(item, "is_expanded")).isExpanded
    }

    /// Whether an item was made expandable.
    /// - Throws: `unknownIdentifier`.
    /// - Complexity: O(1)
    public func isExpandable(_ item: Identifier) throws(DiffableError) -> Bool {
        node(try require(item, "is_expandable")).isExpandable
    }

    /// Whether an item keeps the expansion that it has in the list of the data source. See `keepExpansion`.
    /// - Throws: `unknownIdentifier`.
    /// - Complexity: O(1)
    public func keepsExpansion(_ item: Identifier) throws(DiffableError) -> Bool {
        node(try require(item, "keeps_expansion")).keepsExpansion
    }

    /// Whether every ancestor is expanded.
    /// - Throws: `unknownIdentifier`.
    /// - Complexity: O(1)
    public func isVisible(_ item: Identifier) throws(DiffableError) -> Bool {
        isVisible(try require(item, "is_visible"))
    }

    private func require(_ item: Identifier, _ call: StaticString) throws(DiffableError) -> Handle {
        try item.withRaw { (item) throws(DiffableError) in try requireItem(item, call) }
    }

    private func identifiers(_ handles: [Handle]) -> [Identifier] {
        handles.map { identifiers.items.identifier($0) }
    }
}

// The same look-ups for identifiers in the caller's memory, and for handles.
extension Snapshot {
    /// The handle of an item, visible or hidden; nil for an unknown item.
    @export(interface)
    package func handle(ofItem raw: BorrowedIdentifier) -> Handle? {
        identifiers.items.handle(of: raw).flatMap { contains($0) ? $0 : nil }
    }

    package func isExpanded(_ raw: BorrowedIdentifier) -> Bool {
        handle(ofItem: raw).map { node($0).isExpanded } ?? false
    }

    package func isExpandable(_ raw: BorrowedIdentifier) -> Bool {
        handle(ofItem: raw).map { node($0).isExpandable } ?? false
    }

    package func keepsExpansion(_ raw: BorrowedIdentifier) -> Bool {
        handle(ofItem: raw).map { node($0).keepsExpansion } ?? false
    }

    package func keepsChildren(_ raw: BorrowedIdentifier) -> Bool {
        handle(ofItem: raw).map { node($0).keepsChildren } ?? false
    }

    @export(interface)
    package func isVisible(_ raw: BorrowedIdentifier) -> Bool {
        identifiers.items.handle(of: raw).map { isVisible($0) } ?? false
    }

    /// nil for an unknown item.
    package func level(ofItem raw: BorrowedIdentifier) -> Int? { handle(ofItem: raw).map { level(of: $0) } }

    /// nil for a root, and for an unknown item.
    @export(interface)
    package func parent(ofItem raw: BorrowedIdentifier) -> BorrowedIdentifier? {
        guard let item = handle(ofItem: raw), node(item).parent != Node.none else { return nil }
        return identifiers.items.raw(node(item).parent)
    }

    /// nil for an unknown item.
    package func numberOfChildren(ofItem raw: BorrowedIdentifier) -> Int? {
        handle(ofItem: raw).map { node($0).childCount }
    }

    package func raws(of handles: [Handle]) -> [BorrowedIdentifier] {
        handles.map { identifiers.items.raw($0) }
    }

    @export(interface)
    package var allItemHandles: [Handle] { sections.indices.flatMap { allItemHandles(inSectionAt: $0) } }

    /// All items of a section in depth-first order. The section must exist.
    package func allItemHandles(inSectionAt index: Int) -> [Handle] { withHidden(itemHandles(inSectionAt: index)) }

    package func rootHandles(inSectionAt index: Int) -> [Handle] {
        let rows = itemHandles(inSectionAt: index)
        return storage.forest == nil ? rows : rows.filter { node($0).parent == Node.none }
    }

    @export(interface)
    package var expandedHandles: [Handle] {
        storage.forest == nil ? [] : allItemHandles.filter { node($0).isExpanded }
    }

    /// nil for a root.
    package func parentHandle(of item: Handle) -> Handle? {
        let parent = node(item).parent
        return parent == Node.none ? nil : parent
    }

    package func level(of item: Handle) -> Int {
        var (level, ancestor) = (0, node(item).parent)
        while ancestor != Node.none {
            level += 1
            ancestor = node(ancestor).parent
        }
        return level
    }

    /// A line for each item of a section snapshot, indented by its level. A branch is marked by `-` if it is collapsed
    /// and by `+` if it is expanded, and a visible item by `*`.
    /// - Complexity: O(n · levels)
    var treeDescription: String {
        let lines = allItemHandles.map { item in
            let node = node(item)
            let sign = !node.isBranch ? " " : node.isExpanded ? "+" : "-"
            let indentation = String(repeating: "  ", count: level(of: item))
            return sign + (isVisible(item) ? "*" : " ") + indentation + " " + identifiers.items.identifier(item).quoted
        }
        return lines.isEmpty ? "(empty)" : lines.joined(separator: "\n")
    }
}
