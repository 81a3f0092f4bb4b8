import DiffableEngine

/// What a list should be: sections in order, and the items of each section in order, all unique.
///
/// An item can have others below it, and is expanded or collapsed. Items below a collapsed item are hidden, but are
/// still part of the list. So a snapshot is the whole list, and applying an older snapshot undoes everything that was
/// done since: order, trees, expansion and content come back.
///
/// A snapshot is a value. Copies share storage, and an edit copies only what it changes. Snapshots may be made, edited
/// and compared on any task.
///
/// An item that is only `Hashable` is its own identity. For an item that is also `Identifiable`, the `id` is the
/// identity, and `==` compares content: if an item is passed with changed content, the next apply reconfigures it,
/// without a mark. The same holds for sections, whose headers and footers are shown again. An object whose `id` is the
/// `ObjectIdentifier` that every `Identifiable` class has by default is its own identity, by `==`.
///
/// Edits are written without `try`, as UIKit's are, and stop the program if a rule is broken, as an index out of range
/// does. For data that is not trusted, each edit has a throwing form of the same name in ``checked``.
///
/// Complexities are given in n (items in the list), s (sections) and k (elements passed). The level of an item is the
/// number of its ancestors.
public struct DiffableDataSourceSnapshot<
    SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable
> {
    /// The list, with the keys of its values as identifiers.
    @usableFromInline var list: EngineList
    /// The values of these keys. Copies share the object until one of them is edited.
    @usableFromInline var values: Values
    /// The list before `deleteAllItems()`, while the list is described anew.
    @usableFromInline var expected: ExpectedList<ItemIdentifierType>?

    /// The values of a list. They are behind one reference, because every apply copies snapshots several times.
    @usableFromInline
    final class Values {
        @exclusivity(unchecked) @usableFromInline var sections: ValueTable<SectionIdentifierType>
        @exclusivity(unchecked) @usableFromInline var items: ValueTable<ItemIdentifierType>
        /// `makeReconciled`, specialized for the types of this snapshot. An apply is compiled in this module as a
        /// generic function. Comparing the values there would take most of its time.
        @usableFromInline let reconciliation: (Snapshot, _ old: Snapshot) throws(DiffableError) -> Reconciled
        /// The apply after which the list was taken from a strict data source; nil for all other lists.
        @usableFromInline let origin: Origin?

        @usableFromInline typealias Snapshot = DiffableDataSourceSnapshot

        @inlinable
        init(
            _ sections: ValueTable<SectionIdentifierType>, _ items: ValueTable<ItemIdentifierType>,
            _ origin: Origin? = nil
        ) {
            self.sections = sections
            self.items = items
            self.origin = origin
            reconciliation = { (new, old) throws(DiffableError) in try new.makeReconciled(with: old) }
        }
    }

    /// An empty snapshot.
    /// - Complexity: O(1)
    @inlinable
    public init() {
        self.init(EngineList(), Self.sectionIdentity, Self.itemIdentity)
    }

    @inlinable
    init(_ list: EngineList, _ sections: Identity<SectionIdentifierType>?, _ items: Identity<ItemIdentifierType>?) {
        self.list = list
        values = Values(ValueTable(sections), ValueTable(items))
    }

    @usableFromInline
    static var sectionIdentity: Identity<SectionIdentifierType>? { .ofValues() }

    @usableFromInline
    static var itemIdentity: Identity<ItemIdentifierType>? { .ofValues() }
}

extension DiffableDataSourceSnapshot where ItemIdentifierType: Identifiable {
    /// An empty snapshot of items whose identity is their `id`. Objects with the default `id` of classes are compared
    /// by `==` instead.
    /// - Complexity: O(1)
    @inlinable
    public init() {
        self.init(EngineList(), Self.sectionIdentity, .byID)
    }
}

// Copies share the storage of the engine, and an edit copies shared storage first. The tables of identifiers have a
// lock. Pages of values are shared and copied in the same way, and values are Sendable.
extension DiffableDataSourceSnapshot: @unchecked Sendable {}

/// UIKit's name for a snapshot of a list.
public typealias NSDiffableDataSourceSnapshot = DiffableDataSourceSnapshot

extension DiffableDataSourceSnapshot {
    @inlinable
    var sections: ValueTable<SectionIdentifierType> {
        @inline(__always) _read { yield values.sections }
        @inline(__always) _modify {
            makeValuesUnique()
            yield &values.sections
        }
    }

    @inlinable
    var items: ValueTable<ItemIdentifierType> {
        @inline(__always) _read { yield values.items }
        @inline(__always) _modify {
            makeValuesUnique()
            yield &values.items
        }
    }

    @inlinable
    mutating func makeValuesUnique() {
        if !isKnownUniquelyReferenced(&values) { values = Values(values.sections, values.items, values.origin?.copy()) }
    }

    /// Begins an edit. After it, a snapshot of a strict data source has its own `Origin`, which its copies do not
    /// share.
    @inlinable
    mutating func beginEdit() {
        if values.origin != nil { makeValuesUnique() }
    }

    /// The list without marks, expected items and renames.
    var settled: Self {
        var copy = self
        copy.list = list.withoutMarks
        copy.expected = nil
        copy.forgetRenames()
        return copy
    }

    /// The section at an index.
    @usableFromInline
    func section(at index: Int) -> SectionIdentifierType? {
        (0..<list.numberOfSections).contains(index) ? sections.pages[list.handle(ofSectionAt: index)] : nil
    }

    /// The item at an index path.
    @usableFromInline
    func item(at section: Int, _ item: Int) -> ItemIdentifierType? {
        list.handle(at: section, item).flatMap { items.pages[$0] }
    }

    /// Moves the values after an edit that moved the list to new tables, as the engine does when most keys are dead.
    @usableFromInline
    mutating func follow(from old: KeyTables) {
        sections.translate(.section, from: old, to: list.tables)
        items.translate(.item, from: old, to: list.tables)
    }
}
