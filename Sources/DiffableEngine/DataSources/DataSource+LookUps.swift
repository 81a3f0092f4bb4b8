extension DataSource {
    /// - Complexity: O(log n)
    public func itemIdentifier(for indexPath: IndexPath) -> Identifier? {
        current.itemIdentifier(at: indexPath)
    }

    /// - Complexity: O(log n)
    public func indexPath(for item: Identifier) -> IndexPath? {
        current.indexPath(ofItem: item)
    }

    /// - Complexity: O(1)
    public func sectionIdentifier(for index: Int) -> Identifier? {
        current.sectionIdentifier(at: index)
    }

    /// - Complexity: O(1)
    public func index(for section: Identifier) -> Int? {
        current.indexOfSection(section)
    }

    /// The list as it is, for look-ups that borrow from it.
    package var currentSnapshot: Snapshot { current }
}
