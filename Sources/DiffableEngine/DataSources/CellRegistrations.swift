/// The cell providers that are registered for kinds of items, compared by bytes. Lists have a few kinds: they are
/// looked through.
struct CellRegistrations {
    private var registrations: [(kind: String, provider: DataSource.CellProvider)] = []

    subscript(kind: String) -> DataSource.CellProvider? {
        get {
            registrations.first { $0.kind.utf8.elementsEqual(kind.utf8) }?.provider
        }
        set {
            registrations.removeAll { $0.kind.utf8.elementsEqual(kind.utf8) }
            if let newValue { registrations.append((kind, newValue)) }
        }
    }
}

extension DataSource {
    /// The provider of the cells of a kind of items; nil for none. The kind provider says of what kind an item is.
    public subscript(cellProviderForKind kind: String) -> CellProvider? {
        get { registrations[kind] }
        set { registrations[kind] = newValue }
    }

    /// The provider of an item's cell: that of its kind, else the one for all.
    func cellProvider(for item: Element, at path: IndexPath) throws(DiffableError) -> CellProvider {
        let kind = kindProvider.flatMap { $0(item) }
        if let kind, let provider = registrations[kind] { return provider }
        if let cellProvider { return cellProvider }
        let subject = kind.map { "kind \(Identifier($0)) of item \(item.identifier)" } ?? "item \(item.identifier)"
        throw DiffableError(
            .noProvider, identifier: item.identifier, [.text("no cell provider for \(subject) at ")] + .indexPath(path))
    }
}
