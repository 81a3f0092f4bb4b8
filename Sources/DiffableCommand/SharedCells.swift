import DiffableEngine

/// The cells that providers made in one apply: who looks on beside the view gets those of the view, and a provider
/// that counts its calls, or prints, is not called twice for a row.
final class SharedCells {
    private let rows = Shared<Cell>()
    private let supplementary = Shared<Cell?>()

    /// From now on the providers of the data source are asked through this.
    init(_ source: DataSource) {
        let (rows, supplementary) = (rows, supplementary)
        if let provide = source.cellProvider {
            source.cellProvider = { (item, path) throws(DiffableError) in
                try rows.value(Place(element: item, path: path)) { () throws(DiffableError) in try provide(item, path) }
            }
        }
        if let provide = source.supplementaryProvider {
            source.supplementaryProvider = { (kind, section, index) throws(DiffableError) in
                let place = Place(element: section, path: IndexPath(section: index, item: -1), kind: Array(kind.name.utf8))
                return try supplementary.value(place) { () throws(DiffableError) in try provide(kind, section, index) }
            }
        }
    }

    func begin() {
        (rows.values, supplementary.values) = ([:], [:])
    }

    func end() {
        (rows.values, supplementary.values) = (nil, nil)
    }
}

private struct Place: Hashable {
    var element: Element
    var path: IndexPath
    var kind: [UInt8] = []
}

private final class Shared<Value> {
    /// nil where nothing is shared.
    var values: [Place: Value]?

    func value(_ place: Place, _ provide: () throws(DiffableError) -> Value) throws(DiffableError) -> Value {
        if let known = values?[place] { return known }
        let value = try provide()
        values?.updateValue(value, forKey: place)
        return value
    }
}
