// Follows an apply of the origin. Following a small change of a flat list takes time only for what changed and for the
// sections of the list. In all other cases (trees, renamed items, new identifier tables, many unused sections, many
// changes) the list is rebuilt in O(n), or in O(n log n) if many long sort keys begin with the same 15 bytes.

extension DerivedState {
    /// Follows an apply of the origin.
    /// - Parameter shown: the list that is shown now. Its items stay expanded or collapsed.
    mutating func follow(_ transaction: Transaction, shown: Snapshot) throws(DiffableError) {
        let (old, new) = (transaction.initialSnapshot, transaction.finalSnapshot)
        if new.isIdentical(to: old) && transaction.difference.new.marks == nil { return }
        let hasTrees = new.hasTrees || old.hasTrees || shown.hasTrees || list.hasTrees
        if new.identifiers !== old.identifiers || hasTrees || transaction.difference.hasRenames
            || mayHaveMostlyDeadSections
        {
            return try rebuild(transaction, shown)
        }
        let touched = TouchedItems(of: transaction, derivation)
        // Rebuilding sorts all items, and following searches for the place of each touched item. So if many items are
        // touched, rebuilding is faster.
        if touched.count > 64 + new.numberOfItems / 32 { return try rebuild(transaction, shown) }
        try follow(touched, transaction)
        compactTable(of: new)
    }

    private mutating func follow(_ touched: TouchedItems, _ transaction: Transaction) throws(DiffableError) {
        let (old, new) = (transaction.initialSnapshot, transaction.finalSnapshot)
        var (removed, added): ([Handle], [Handle]) = ([], [])
        for item in touched.deleted {
            if list.isVisible(item) { removed.append(item) }
            items[item] = DerivedItem()
        }
        for item in touched.inserted {
            try evaluate(item, of: new)
            if items[item].passes { added.append(item) }
        }
        hasNewSectionKeys = false
        var seen = PositionIndex(capacity: touched.moved.isEmpty ? 0 : touched.changed.count)
        for item in touched.changed {
            let known = items[item]
            try evaluate(item, of: new)
            if !items[item].passes {
                if known.passes { removed.append(item) }
                continue
            }
            try place(item, of: new)
            let current = items[item]
            if known.passes && current.section == known.section && compareKeys(known, current) == 0 { continue }
            if known.passes { removed.append(item) }
            added.append(item)
            if !touched.moved.isEmpty { seen.set(item, position: 0) }
        }
        for item in touched.moved where items[item].passes && seen.position(of: item) == nil {
            if list.isVisible(item) { removed.append(item) }
            added.append(item)
        }
        for item in added { try place(item, of: new) }
        let oldList = list
        var edit = ListEdit(of: self, new)
        if !removed.isEmpty { edit.remove(removed) }
        edit.list.shareContents(of: new)
        for item in added { edit.insert(item) }
        let sectionsChanged =
            derivation.section == nil
            && (transaction.difference.count(.movedSections) > 0 || transaction.difference.count(.insertedSections) > 0
                || transaction.difference.count(.deletedSections) > 0)
        edit.arrangeSections(always: sectionsChanged || hasNewSectionKeys)
        list = edit.list
        try updateSectionContents(
            transaction, old: oldList, tableChanged: old.storage.contentTable !== new.storage.contentTable)
    }

    /// Updates the contents of sections after an apply of the origin.
    private mutating func updateSectionContents(_ transaction: Transaction, old: Snapshot, tableChanged: Bool)
        throws(DiffableError)
    {
        let new = transaction.finalSnapshot
        if tableChanged || derivation.section != nil {
            // The content of a section may change although none of its items moved.
            for index in list.sections.indices { try setContent(ofSectionAt: index, of: &list, new, old: old) }
            return
        }
        for index in list.sections.indices where list.sections[index].content == 0 {
            try setContent(ofSectionAt: index, of: &list, new, old: old)
        }
        for change in transaction.difference.list(.updatedSections) {
            if let index = list.sectionIndex(new.sections[Int(change.to.section)].handle) {
                try setContent(ofSectionAt: index, of: &list, new, old: old)
            }
        }
    }

    /// Follows an apply by rebuilding the list. Calls the filter only for items that are new or renamed, or whose
    /// content changed. Calls the section and sort functions for those of them that are in the list, and for other
    /// items only if they need a section or a key for the first time.
    private mutating func rebuild(_ transaction: Transaction, _ shown: Snapshot) throws(DiffableError) {
        let (old, new) = (transaction.initialSnapshot, transaction.finalSnapshot)
        let all = new.allItemHandles
        let sharesTables = new.identifiers === old.identifiers
        let earlier = sharesTables ? all : new.identifiers.items.translate(all, into: old.identifiers.items)
        let known = items
        if !sharesTables || mayHaveMostlyDeadSections { try moveToNewTables(from: old, to: new, known, all, earlier) }
        let changed = ChangedContents(of: transaction, derivation)
        for (position, item) in all.enumerated() {
            let before = earlier[position]
            let isKnown = before != Handle.max && old.contains(before) && !changed.contains(item, before: before)
            if !isKnown { try evaluate(item, of: new) }
        }
        let handlesInShown = transaction.difference.new.oldHandles(of: all, in: old)
        try build(from: new, expanded: Self.expanded(all, of: new, as: handlesInShown, in: shown))
        compactTable(of: new)
    }

    /// Returns which items are expanded in a rebuilt list. An item that was shown keeps its state. Any other item has
    /// the state that it has in the origin.
    /// - Parameter handlesInShown: for each item of `all`, its handle in the tables of `shown`; `Handle.max` if these
    ///   tables lack the item.
    private static func expanded(
        _ all: [Handle], of origin: Snapshot, as handlesInShown: [Handle], in shown: Snapshot
    ) -> PagedArray<Bool>? {
        if !origin.hasTrees && !shown.hasTrees { return nil }
        var expanded = PagedArray(absent: false)
        for (position, item) in all.enumerated() {
            let handle = handlesInShown[position]
            let isShown = handle != Handle.max && shown.contains(handle)
            if isShown ? shown.node(handle).isExpanded : origin.node(item).isExpanded { expanded[item] = true }
        }
        return expanded
    }

    /// Whether most sections of the table may be unused. This is so if the table has more than 2 m + 64 sections. Here
    /// m is the number of sections that the list has now, or that the table had when the list moved to it, whichever is
    /// greater. So the list is rebuilt in O(n) for this reason only after many new sections.
    private var mayHaveMostlyDeadSections: Bool {
        derivation.section != nil
            && list.identifiers.sections.count > 2 * max(list.numberOfSections, sectionCountWhenMoved) + 64
    }

    /// Moves everything that is known about items to the item table of `new`. If the derivation chooses sections, moves
    /// those that have items to a new section table, and drops the others. What is known about items that the origin
    /// lacked before this apply is out of date, so it is dropped as well.
    private mutating func moveToNewTables(
        from old: Snapshot, to new: Snapshot, _ knownItems: PagedArray<DerivedItem>, _ all: [Handle],
        _ earlier: [Handle]
    ) throws(DiffableError) {
        let (oldTable, oldSections) = (list.identifiers.sections, sections)
        let empty = emptyList(of: new)
        items = PagedArray(absent: DerivedItem())
        var translated = PagedArray<Handle>(absent: Node.none)
        sections = PagedArray(absent: DerivedSection())
        for (position, item) in all.enumerated()
        where earlier[position] != Handle.max && old.contains(earlier[position]) {
            var known = knownItems[earlier[position]]
            let section = known.section
            if section != Node.none {
                if translated[section] == Node.none {
                    guard let fresh = empty.identifiers.sections.intern(oldTable.raw(section)) else {
                        throw .tableFull("apply")
                    }
                    (translated[section], sections[fresh]) = (fresh, oldSections[section])
                }
                known.section = translated[section]
            }
            items[item] = known
        }
        list = empty
        sectionCountWhenMoved = empty.identifiers.sections.count
    }

    /// Replaces functions, and rebuilds the list. A new filter is called for all items of the origin. A new sort
    /// function is called for the items that are then in the list, and a new section function for the roots among them.
    mutating func replaceFunctions(
        _ derivation: Derivation, changed changes: DerivationChanges, origin: Snapshot, shown: Snapshot
    ) throws(DiffableError) {
        let choseSections = self.derivation.section != nil
        self.derivation = derivation
        if changes.section {
            sections = PagedArray(absent: DerivedSection())
            if choseSections || derivation.section != nil { list = emptyList(of: origin) }
        }
        let all = origin.allItemHandles
        for item in all {
            let passes = changes.filter ? try passes(item, of: origin) : items[item].passes
            if !changes.section && !changes.sort && items[item].passes == passes { continue }
            items.update(item) { known in
                known.passes = passes
                if changes.section { known.section = Node.none }
                if changes.sort { known.removeKey() }
            }
        }
        if changes.sectionSort && !changes.section && derivation.section != nil { try sortSections(origin) }
        let handlesInShown = shown.identifiers.items === origin.identifiers.items ? all : all.map { _ in Handle.max }
        try build(from: origin, expanded: Self.expanded(all, of: origin, as: handlesInShown, in: shown))
        compactTable(of: origin)
    }

    /// Calls the sort function of sections for all known sections.
    private mutating func sortSections(_ origin: Snapshot) throws(DiffableError) {
        let table = list.identifiers.sections
        // Copies of the list share its table. So the table may have sections without a key, which a program added to a
        // copy.
        for handle in 0..<Handle(truncatingIfNeeded: table.count) where sections[handle].key.hasKey {
            let content = sections[handle].content
            let bytes = content == 0 ? nil : self.table.map { Content($0[content]) }
            try sortSection(handle, Element(table.identifier(handle), content: bytes))
        }
    }

    /// Drops unused long keys and unused contents of sections if they take up most of the table.
    private mutating func compactTable(of origin: Snapshot) {
        guard let old = table, old.mayBeMostlyDead else { return }
        var alive = 0
        items.forEach { _, item in alive += old.wordCount(item.longKey) }
        sections.forEach { _, section in alive += old.wordCount(section.key.longKey) + old.wordCount(section.content) }
        if !old.isMostlyDead(alive: alive) { return }
        let fresh = ContentTable(words: alive, lock: origin.identifiers.items.lock)
        func copy(_ handle: ContentHandle) -> ContentHandle { handle == 0 ? 0 : fresh.copy(handle, of: old) ?? 0 }
        for handle in 0..<Handle(truncatingIfNeeded: origin.identifiers.items.count) where items[handle].longKey != 0 {
            items.update(handle) { $0.setLongKey(copy($0.longKey)) }
        }
        for handle in 0..<Handle(truncatingIfNeeded: list.identifiers.sections.count)
        where sections[handle].content != 0 || sections[handle].key.longKey != 0 {
            sections.update(handle) { section in
                section.key.setLongKey(copy(section.key.longKey))
                section.content = copy(section.content)
            }
        }
        table = fresh
    }
}

/// The items whose content an apply of the origin changed.
private struct ChangedContents {
    private let new: Snapshot
    private let old: Snapshot
    private let comparison: ContentComparison
    #if !hasFeature(Embedded)
    /// The marked items whose value changed. Set only for bindings whose contents are outside the engine
    /// (`derivation.isChanged`), such as Swift's, where an identifier is the key of a value.
    private var changed: PagedArray<Bool>?
    #endif

    init(of transaction: Transaction, _ derivation: Derivation) {
        (new, old) = (transaction.finalSnapshot, transaction.initialSnapshot)
        comparison = new.contentComparison(with: old)
        #if !hasFeature(Embedded)
        guard let isChanged = derivation.isChanged else { return }
        var changed = PagedArray(absent: false)
        if let marks = transaction.difference.new.marks {
            for item in marks.reloadedItems.members + marks.reconfiguredItems.members
            where isChanged(new.identifiers.items.raw(item)) {
                changed[item] = true
            }
        }
        self.changed = changed
        #endif
    }

    /// - Parameter before: the handle of the item in the list before.
    func contains(_ item: Handle, before: Handle) -> Bool {
        #if !hasFeature(Embedded)
        if let changed { return changed[item] }
        #endif
        return !comparison.areEqual(new.contents[item], old.contents[before])
    }
}

/// The items that an apply of a flat list touched. All others have the same content, and keep their order within their
/// section.
private struct TouchedItems {
    var deleted: [Handle] = []
    var inserted: [Handle] = []
    /// The items that stayed and whose content changed.
    var changed: [Handle] = []
    var moved: [Handle] = []

    var count: Int { deleted.count + inserted.count + changed.count + moved.count }

    init(of transaction: Transaction, _ derivation: Derivation) {
        let (old, new, difference) = (transaction.initialSnapshot, transaction.finalSnapshot, transaction.difference)
        for change in difference.list(.deletedItems) { deleted.append(old.item(at: change.from.path)) }
        for change in difference.list(.insertedItems) { inserted.append(new.item(at: change.to.path)) }
        for change in difference.list(.movedItems) { moved.append(new.item(at: change.to.path)) }
        // These two kinds of changes contain items whose content changed, and marked items whose content is the same.
        let contents = ChangedContents(of: transaction, derivation)
        for kind in [ChangeKind.reconfiguredItems, .reloadedItems] {
            for change in difference.list(kind) {
                let item = new.item(at: change.to.path)
                if contents.contains(item, before: item) { changed.append(item) }
            }
        }
        // If the derivation chooses sections, a section of this list may have items of several sections of the origin,
        // in the order of the origin. So when a section of the origin moves, its items move here.
        if derivation.section == nil || difference.count(.movedSections) == 0 { return }
        var seen = PositionIndex(capacity: inserted.count + moved.count)
        for item in inserted + moved { seen.set(item, position: 0) }
        for change in difference.list(.movedSections) {
            moved += new.itemHandles(inSectionAt: Int(change.to.section)).filter { seen.position(of: $0) == nil }
        }
    }
}
