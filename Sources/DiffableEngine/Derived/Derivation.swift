/// How a list is derived from another one. In an apply of the origin, `filter` is called once for each item that is new
/// or renamed, or whose content changed. `section` and `sort` are then called for those of these items that are in the
/// list, and in a tree also for the ancestors that come into the list with them. `sectionSort` is called for each
/// section that `section` returns for the first time or with another content. The result of each function must depend
/// on its item or section alone.
package struct Derivation {
    /// Returns whether an item is in the list; nil if all are.
    package var filter: ((_ item: BorrowedIdentifier, _ content: BorrowedContent?) throws(DiffableError) -> Bool)?
    /// Returns the section of an item that has no parent. Nil if sections are those of the origin.
    package var section: ((_ item: BorrowedIdentifier, _ content: BorrowedContent?) throws(DiffableError) -> Element)?
    /// Appends the parts of the sort key of an item. Nil if items are in the order of the origin.
    package var sort:
        ((_ item: BorrowedIdentifier, _ content: BorrowedContent?, _ key: SortKey) throws(DiffableError) -> Void)?
    /// Appends the parts of the sort key of a section that `section` returned. Nil if these sections are in the order
    /// of their first items.
    package var sectionSort: ((_ section: Element, _ key: SortKey) throws(DiffableError) -> Void)?
    /// The largest number of items without a parent that the list shows; nil for all of them.
    package var limit: Int?
    /// The largest number of items without a parent that the list shows in a section; nil for all of them.
    package var sectionLimit: Int?
    /// Whether a section of the origin stays in the list if none of its items does.
    package var keepsEmptySections = false
    #if !hasFeature(Embedded)
    /// Returns whether the content of a marked item really changed. For bindings whose contents are outside the engine;
    /// if it is nil, contents are compared.
    package var isChanged: ((BorrowedIdentifier) -> Bool)?
    /// An object of the program that describes the derivation in the program's own terms.
    package var programDerivation: AnyObject?
    #endif

    package init() {}
}

/// The parts of a derivation that `set` replaces.
package struct DerivationChanges {
    package var filter = false
    package var section = false
    package var sort = false
    package var sectionSort = false

    package init() {}

    static var all: DerivationChanges {
        var changes = DerivationChanges()
        (changes.filter, changes.section, changes.sort, changes.sectionSort) = (true, true, true, true)
        return changes
    }
}
