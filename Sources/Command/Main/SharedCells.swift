import DiffableEngine

/// Caches the cells that providers make during one apply. The recorder gets the cells that the view got, so that a
/// provider that counts its calls, or prints, is called once for each row.
final class SharedCells {
    private let rows = Cache<Cell>()
    private let supplementary = Cache<Cell?>()

    /// Makes the data source call its providers through the caches.
    init(_ source: DataSource) {
        let (rows, supplementary) = (rows, supplementary)
        source.providerCaller = ProviderCaller(
            cell: { (item, path, provide) throws(DiffableError) in
                try rows.value(CacheKey(element: item, path: path)) { () throws(DiffableError) in
                    try provide(item, path)
                }
            },
            supplementaryCell: { (kind, section, index, provide) throws(DiffableError) in
                let key = CacheKey(
                    element: section, path: IndexPath(section: index, item: -1), kind: Array(kind.name.utf8))
                return try supplementary.value(key) { () throws(DiffableError) in try provide(kind, section, index) }
            })
    }

    func begin() {
        (rows.values, supplementary.values) = ([:], [:])
    }

    func end() {
        (rows.values, supplementary.values) = (nil, nil)
    }
}

private struct CacheKey: Hashable {
    var element: Element
    var path: IndexPath
    var kind: [UInt8] = []
}

private final class Cache<Value> {
    /// Nil between applies: then nothing is cached.
    var values: [CacheKey: Value]?

    func value(_ key: CacheKey, _ provide: () throws(DiffableError) -> Value) throws(DiffableError) -> Value {
        if let known = values?[key] { return known }
        let value = try provide()
        values?.updateValue(value, forKey: key)
        return value
    }
}
