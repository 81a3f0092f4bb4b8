import DiffableEngine

// Lists of the engine whose identifiers are keys. A key is the integer that identifies a value in the engine. These
// functions are not generic. The generic functions of this module are compiled in the module of the program, where
// declarations with package access are not visible, so they call these functions instead.

/// A snapshot of the engine, whose identifiers are keys.
@usableFromInline
typealias EngineList = DiffableEngine.Snapshot

@usableFromInline
typealias EngineError = DiffableEngine.DiffableError

/// Sections and items have separate namespaces.
@usableFromInline
enum Kind: Sendable {
    case section, item

    @usableFromInline
    var word: String {
        switch self {
        case .section: "section"
        case .item: "item"
        }
    }
}

/// The tables that give each key of a list its handle. A list and its copies share them.
@usableFromInline
struct KeyTables {
    let identifiers: Identifiers

    @usableFromInline
    static func == (left: Self, right: Self) -> Bool { left.identifiers === right.identifiers }

    func table(_ kind: Kind) -> IdentifierTable {
        switch kind {
        case .section: identifiers.sections
        case .item: identifiers.items
        }
    }

    /// The handles that the same keys have in other tables; `UInt32.max` for a key that the other tables lack.
    @usableFromInline
    func translate(_ handles: [UInt32], into other: KeyTables, _ kind: Kind) -> [UInt32] {
        self == other ? handles : table(kind).translate(handles, into: other.table(kind))
    }
}

/// The sections and visible items of a list as handles from the tables of another list. `UInt32.max` stands for a key
/// that those tables do not have.
@usableFromInline
struct AlignedKeys {
    let list: AlignedList

    @usableFromInline
    func oldHandles(_ kind: Kind) -> [UInt32] {
        switch kind {
        case .section: list.sections
        case .item: list.items
        }
    }
}

extension EngineList {
    /// Returns nil if both lists share their tables and no item was renamed.
    @usableFromInline
    func alignedKeys(with old: EngineList) -> AlignedKeys? {
        aligned(with: old).map { AlignedKeys(list: $0) }
    }

    func table(_ kind: Kind) -> IdentifierTable { tables.table(kind) }

    /// The handle of a key; `UInt32.max` for a key that the tables lack. The key may belong to another list that shares
    /// the tables, so check that this list contains it.
    @usableFromInline
    func handle(_ key: Int64, _ kind: Kind) -> UInt32 {
        table(kind).handle(of: .integer(key)) ?? .max
    }

    @usableFromInline
    func handles(_ keys: [Int64], _ kind: Kind) -> [UInt32] {
        keys.withUnsafeBufferPointer { table(kind).find(BorrowedIdentifiers(integers: $0)) }
    }

    /// The key of a handle of these tables.
    @usableFromInline
    func key(_ handle: UInt32, _ kind: Kind) -> Int64 {
        Self.key(table(kind).raw(handle))
    }

    @usableFromInline
    func keys(_ handles: [UInt32], _ kind: Kind) -> [Int64] {
        let table = table(kind)
        return handles.map { Self.key(table.raw($0)) }
    }

    /// The key in an identifier of a list.
    static func key(_ raw: BorrowedIdentifier) -> Int64 {
        if case .integer(let key) = raw.value { key } else { 0 }
    }

    @usableFromInline
    var tables: KeyTables { KeyTables(identifiers: identifiers) }

    @usableFromInline
    func handle(ofSectionAt index: Int) -> UInt32 { sectionHandle(at: index) }

    @usableFromInline
    func count(ofSectionAt index: Int) -> Int { numberOfItems(inSectionAt: index) }

    /// Calls `body` with the items in a range of a section, some at a time.
    @usableFromInline
    func forEachHandle(ofSectionAt index: Int, _ range: Range<Int>, _ body: (UnsafeBufferPointer<UInt32>) -> Void) {
        forEachRun(inSectionAt: index, range) { body($0.memory) }
    }

    /// Calls `body` with all sections, or with all visible items, some at a time.
    @usableFromInline
    func forEachHandle(_ kind: Kind = .item, _ body: (UnsafeBufferPointer<UInt32>) -> Void) {
        if kind == .section { return handles(.section).withUnsafeBufferPointer(body) }
        for index in 0..<numberOfSections {
            forEachRun(inSectionAt: index, 0..<numberOfItems(inSectionAt: index)) { body($0.memory) }
        }
    }

    /// The handles of all sections, or of all visible items, in order.
    @usableFromInline
    func handles(_ kind: Kind) -> [UInt32] {
        if kind == .section { return (0..<numberOfSections).map { sectionHandle(at: $0) } }
        var handles: [UInt32] = []
        handles.reserveCapacity(numberOfItems)
        forEachHandle { handles.append(contentsOf: $0) }
        return handles
    }

    /// The handles of all items in depth-first order, including hidden ones.
    @usableFromInline
    var allHandles: [UInt32] {
        hasTrees ? allItemHandles : handles(.item)
    }

    /// The items that are hidden because an ancestor is collapsed.
    @usableFromInline
    var hiddenHandles: [UInt32] {
        numberOfAllItems == numberOfItems ? [] : allItemHandles.filter { path($0) == nil }
    }

    /// These items and everything below them.
    @usableFromInline
    func withDescendants(_ handles: [UInt32]) -> [UInt32] {
        hasTrees ? handles + handles.flatMap { items(below: $0) } : handles
    }

    /// The visible item that hides an item; nil if the item is visible.
    func collapsedAncestor(ofItem handle: UInt32) -> UInt32? {
        path(handle) == nil && hasTrees ? collapsedAncestor(of: handle) : nil
    }

    /// How many rows a visible item and the visible items below it take.
    func numberOfRows(at section: Int, _ item: Int) -> Int {
        guard hasTrees, let first = handle(at: section, item) else { return 1 }
        let level = level(of: first)
        var end = item + 1
        while let row = handle(at: section, end), self.level(of: row) > level { end += 1 }
        return end - item
    }

    func parent(ofItem key: Int64) -> Int64? {
        parent(ofItem: BorrowedIdentifier.integer(key)).map { Self.key($0) }
    }

    @usableFromInline
    func path(_ handle: UInt32) -> (section: Int, item: Int)? {
        indexPath(ofItem: handle).map { ($0.section, $0.item) }
    }

    @usableFromInline
    func globalIndex(_ key: Int64) -> Int? {
        indexOfItem(BorrowedIdentifier.integer(key))
    }

    @usableFromInline
    func index(ofSectionHandle handle: UInt32) -> Int? {
        sectionIndex(handle)
    }

    @usableFromInline
    func handle(at section: Int, _ item: Int) -> UInt32? {
        let path = DiffableEngine.IndexPath(section: section, item: item)
        return contains(path) ? self.item(at: path) : nil
    }
}

// Edits. The sections and anchors that are passed must be in the list.
extension EngineList {
    private static func with<Result>(
        _ keys: [Int64], _ body: (BorrowedElements) throws(EngineError) -> Result
    ) throws(EngineError) -> Result {
        try keys.withUnsafeBufferPointer { (keys) throws(EngineError) in
            try body(BorrowedElements(BorrowedIdentifiers(integers: keys)))
        }
    }

    /// The handles of keys. A key that has no handle yet receives one. Nil if the tables are full.
    @usableFromInline
    func intern(_ keys: [Int64]) -> [UInt32]? {
        keys.withUnsafeBufferPointer { table(.item).intern(BorrowedIdentifiers(integers: $0)) }
    }

    /// Whether items can be appended by their handles.
    @usableFromInline
    var takesHandles: Bool { !hasTrees }

    /// Whether this list has one section and no items, the other list has the same single section and no trees, and
    /// neither list has marks.
    @usableFromInline
    func hasOnlySection(of other: EngineList) -> Bool {
        numberOfAllItems == 0 && !hasMarks && !other.hasMarks && !other.hasTrees && numberOfSections == 1
            && other.numberOfSections == 1
            && tables == other.tables && handle(ofSectionAt: 0) == other.handle(ofSectionAt: 0)
    }

    /// Changes nothing and returns false if an item is already in the list, if an item is passed twice, or if the list
    /// has to move to new tables.
    @usableFromInline
    mutating func append(_ handles: [UInt32], toSectionAt index: Int) -> Bool {
        handles.borrowed { appendItems($0, toSectionAt: index) }
    }

    /// - Parameter section: nil for the last one.
    @usableFromInline
    mutating func append(_ keys: [Int64], toSection section: Int64?) throws(EngineError) {
        try keys.withUnsafeBufferPointer { (keys) throws(EngineError) in
            try appendItems(
                UncheckedElements(UncheckedIdentifiers(integers: keys)),
                toSection: section.map { BorrowedIdentifier.integer($0) })
        }
    }

    /// - Parameters:
    ///   - index: the index of the visible item before which the items are inserted, or the number of visible items.
    ///   - section: nil for the last one.
    @usableFromInline
    mutating func insert(_ keys: [Int64], at index: Int, inSection section: Int64?) throws(EngineError) {
        try keys.withUnsafeBufferPointer { (keys) throws(EngineError) in
            let keys = UncheckedElements(UncheckedIdentifiers(integers: keys))
            try insertItems(keys, at: index, inSection: section.map { BorrowedIdentifier.integer($0) })
        }
    }

    @usableFromInline
    mutating func insert(_ keys: [Int64], _ place: Place, item anchor: Int64) throws(EngineError) {
        try Self.with(keys) { (keys) throws(EngineError) in
            switch place {
            case .before: try insertItems(keys, beforeItem: BorrowedIdentifier.integer(anchor))
            case .after: try insertItems(keys, afterItem: BorrowedIdentifier.integer(anchor))
            case .below: try appendItems(keys.unchecked, toParent: BorrowedIdentifier.integer(anchor))
            }
        }
    }

    @usableFromInline
    mutating func appendSections(keys: [Int64]) throws(EngineError) {
        try Self.with(keys) { (keys) throws(EngineError) in try appendSections(keys) }
    }

    @usableFromInline
    mutating func insertSections(_ keys: [Int64], _ side: Side, section anchor: Int64) throws(EngineError) {
        try Self.with(keys) { (keys) throws(EngineError) in
            switch side {
            case .before: try insertSections(keys, beforeSection: BorrowedIdentifier.integer(anchor))
            case .after: try insertSections(keys, afterSection: BorrowedIdentifier.integer(anchor))
            }
        }
    }

    @usableFromInline
    mutating func move(_ key: Int64, _ kind: Kind, _ side: Side, _ anchor: Int64) throws(EngineError) {
        let (moved, anchor) = (BorrowedIdentifier.integer(key), BorrowedIdentifier.integer(anchor))
        switch (kind, side) {
        case (.item, .before): try moveItem(moved, beforeItem: anchor)
        case (.item, .after): try moveItem(moved, afterItem: anchor)
        case (.section, .before): try moveSection(moved, beforeSection: anchor)
        case (.section, .after): try moveSection(moved, afterSection: anchor)
        }
    }

    mutating func move(items keys: [Int64], toSection section: Int64) throws(EngineError) {
        try Self.with(keys) { (keys) throws(EngineError) in
            try moveItems(keys, toSection: BorrowedIdentifier.integer(section))
        }
    }

    mutating func move(items keys: [Int64], toParent parent: Int64) throws(EngineError) {
        try Self.with(keys) { (keys) throws(EngineError) in
            try moveItems(keys, toParent: BorrowedIdentifier.integer(parent))
        }
    }

    /// Changes the state of items. Keys that the list lacks are ignored.
    mutating func set(_ keys: [Int64], _ state: ItemState) {
        if keys.isEmpty { return }
        _ = try? Self.with(keys) { (keys) throws(EngineError) in
            switch state {
            case .expanded(let isExpanded): setExpanded(keys, isExpanded)
            case .expandable(let isExpandable): setExpandable(keys, isExpandable)
            case .keepsExpansion: keepExpansion(keys)
            case .keepsChildren: keepChildren(keys)
            }
        }
    }

    @usableFromInline
    mutating func delete(_ keys: [Int64], _ kind: Kind) {
        _ = try? Self.with(keys) { (keys) throws(EngineError) in
            switch kind {
            case .section: try deleteSections(keys, refusingLookAlikesIn: nil)
            case .item: try deleteItems(keys, refusingLookAlikesIn: nil)
            }
        }
    }

    @usableFromInline
    mutating func mark(_ keys: [Int64], _ mark: Mark) throws(EngineError) {
        try Self.with(keys) { (keys) throws(EngineError) in
            switch mark {
            case .reloadedItems: try reloadItems(keys)
            case .reconfiguredItems: try reconfigureItems(keys)
            case .reloadedSections: try reloadSections(keys)
            case .reconfiguredSections: try reconfigureSections(keys)
            }
        }
    }

    /// The keys that are marked, in the order of marking.
    @usableFromInline
    func marked(_ mark: Mark) -> [Int64] {
        let raws =
            switch mark {
            case .reloadedItems: rawReloadedItems
            case .reconfiguredItems: rawReconfiguredItems
            case .reloadedSections: rawReloadedSections
            case .reconfiguredSections: rawReconfiguredSections
            }
        return raws.map { Self.key($0) }
    }
}

// Renamed items.
extension EngineList {
    /// Gives an item another key, which the list must not have.
    mutating func rename(_ key: Int64, to new: Int64) throws(EngineError) {
        try renameItem(BorrowedIdentifier.integer(key), to: BorrowedIdentifier.integer(new))
    }

    /// The items that were renamed since the last apply: their keys and their earlier keys.
    var renamedKeys: [(item: Int64, old: Int64)] {
        renamedItems.compactMap {
            if case (.integer(let item), .integer(let old)) = $0 { (item, old) } else { nil }
        }
    }

    /// Notes that an item has another key in an earlier list.
    mutating func recordRename(_ item: Int64, from old: Int64) {
        recordRenames([(.integer(item), .integer(old))])
    }
}

@usableFromInline
enum Mark: CaseIterable {
    case reloadedItems, reconfiguredItems, reloadedSections, reconfiguredSections
}

/// A property of an item that is independent of its place in a tree.
enum ItemState {
    case expanded(Bool), expandable(Bool), keepsExpansion, keepsChildren
}

/// Which side of an anchor.
@usableFromInline
enum Side {
    case before, after
}

/// Where items are added: beside an anchor, or at the end of its children.
@usableFromInline
enum Place {
    case before, after, below
}
