// Cells from the providers, for views. Index paths are added to the errors here.

/// The cell providers of kinds of items. Kinds are compared by bytes, in a linear search, because a list has few of
/// them.
struct CellRegistrations {
    private var registrations: [(kind: String, provider: DataSource.CellProvider)] = []

    var isEmpty: Bool { registrations.isEmpty }

    subscript(kind: String) -> DataSource.CellProvider? {
        get {
            registrations.first { $0.kind.hasBytes(of: kind) }?.provider
        }
        set {
            registrations.removeAll { $0.kind.hasBytes(of: kind) }
            if let newValue { registrations.append((kind, newValue)) }
        }
    }
}

/// Returns what providers return, so that a recorder can keep it.
package struct ProviderCaller {
    package typealias CellCall = (
        _ item: Element, _ path: IndexPath, _ provider: DataSource.CellProvider
    ) throws(DiffableError) -> Cell
    package typealias SupplementaryCall = (
        _ kind: SupplementaryKind, _ section: Element, _ index: Int, _ provider: DataSource.SupplementaryProvider
    ) throws(DiffableError) -> Cell?

    let cell: CellCall
    let supplementaryCell: SupplementaryCall

    package init(cell: @escaping CellCall, supplementaryCell: @escaping SupplementaryCall) {
        (self.cell, self.supplementaryCell) = (cell, supplementaryCell)
    }
}

extension DataSource {
    /// The cell provider of a kind of items; nil if there is none. The kind provider returns the kind of an item.
    public subscript(cellProviderForKind kind: String) -> CellProvider? {
        get { registrations[kind] }
        set { registrations[kind] = newValue }
    }

    /// The provider of an item's cell: that of its kind, or else `cellProvider`.
    private func cellProvider(for item: Element, at path: IndexPath) throws(DiffableError) -> CellProvider {
        runningCallback = "the kind provider"
        let kind = kindProvider.flatMap { $0(item) }
        if let kind, let provider = registrations[kind] { return provider }
        if let cellProvider { return cellProvider }
        let subject = kind.map { "kind \(Identifier($0)) of item \(item.identifier)" } ?? "item \(item.identifier)"
        let areForKinds = kindProvider == nil && !registrations.isEmpty
        let reason = areForKinds ? "; cell providers are registered for kinds, but no kind provider is set" : ""
        throw DiffableError(
            .noProvider, identifier: item.identifier,
            [.text("no cell provider for \(subject) at ")] + .indexPath(path) + [.text(reason)])
    }

    /// A new cell from the provider for an item of the current list. Applies that the provider calls run after it.
    /// Their errors are not thrown.
    /// - Throws: `invalidArgument` if no item has this index path; `noProvider`, `providerFailed`, `invalidCell`.
    public func cell(at indexPath: IndexPath) throws(DiffableError) -> Cell {
        var failure: DiffableError?
        return try cell(at: indexPath, failure: &failure)
    }

    /// - Parameter failure: is set to the first error of an apply that the provider called.
    package func cell(at indexPath: IndexPath, failure: inout DiffableError?) throws(DiffableError) -> Cell {
        try queueingApplies(failure: &failure) { () throws(DiffableError) in
            try checkedCell(at: indexPath, in: current, "cell_at")
        }
    }

    /// A new cell from the provider for an item of the list after an apply. A view calls this while it prepares for the
    /// apply.
    /// - Throws: `invalidArgument` if no item has this index path; `noProvider`, `providerFailed`, `invalidCell`.
    public func cell(at indexPath: IndexPath, of transaction: Transaction) throws(DiffableError) -> Cell {
        try checkedCell(at: indexPath, in: transaction.finalSnapshot, "cell")
    }

    private func checkedCell(at path: IndexPath, in snapshot: Snapshot, _ call: StaticString) throws(DiffableError)
        -> Cell
    {
        guard snapshot.contains(path) else {
            throw DiffableError(.invalidArgument, [.text("\(call): there is no row at ")] + .indexPath(path))
        }
        return try cell(at: path, in: snapshot)
    }

    /// A new cell for an item, which must exist. The list may be one that is not the current list yet.
    @export(interface)
    package func cell(at path: IndexPath, in snapshot: Snapshot) throws(DiffableError) -> Cell {
        let item = snapshot.itemElement(at: path)
        let outer = runningCallback
        defer { runningCallback = outer }
        let provider = try cellProvider(for: item, at: path)
        runningCallback = "the cell provider"
        let cell =
            if let providerCaller { try providerCaller.cell(item, path, provider) } else { try provider(item, path) }
        if let message = cell.errorMessage {
            let subject: [DiffableError.Fragment] = [.text("cell of item \(item.identifier) at ")] + .indexPath(path)
            throw DiffableError(.invalidCell, identifier: item.identifier, subject + [.text(": \(message)")])
        }
        return cell
    }

    /// A new supplementary cell of a section from the provider; nil if there is none. Applies that the provider calls
    /// run after it.
    /// - Parameter failure: is set to the first error of an apply that the provider called.
    /// - Throws: `invalidArgument` if no section has this index; `providerFailed`, `invalidCell`.
    package func supplementaryCell(
        _ kind: SupplementaryKind, ofSection index: Int, failure: inout DiffableError?
    ) throws(DiffableError) -> Cell? {
        try queueingApplies(failure: &failure) { () throws(DiffableError) in
            try checkedSupplementaryCell(kind, ofSection: index, in: current)
        }
    }

    /// A new supplementary cell from the provider for a section of the list after an apply; nil if there is none. A
    /// view calls this while it prepares for the apply.
    /// - Throws: `invalidArgument` if no section has this index; `providerFailed`, `invalidCell`.
    public func supplementaryCell(
        _ kind: SupplementaryKind, ofSection index: Int, of transaction: Transaction
    ) throws(DiffableError) -> Cell? {
        try checkedSupplementaryCell(kind, ofSection: index, in: transaction.finalSnapshot)
    }

    private func checkedSupplementaryCell(
        _ kind: SupplementaryKind, ofSection index: Int, in snapshot: Snapshot
    ) throws(DiffableError) -> Cell? {
        guard snapshot.containsSection(at: index) else {
            throw DiffableError(
                .invalidArgument, [.text("supplementary_cell: there is no section at "), .index(index)])
        }
        return try supplementaryCell(kind, ofSection: index, in: snapshot)
    }

    /// A new supplementary cell of a section, which must exist. The list may be one that is not the current list yet.
    @export(interface)
    package func supplementaryCell(
        _ kind: SupplementaryKind, ofSection index: Int, in snapshot: Snapshot
    ) throws(DiffableError) -> Cell? {
        guard let supplementaryProvider else { return nil }
        let section = snapshot.sectionElement(at: index)
        let outer = runningCallback
        defer { runningCallback = outer }
        runningCallback = "the supplementary provider"
        let cell =
            if let providerCaller {
                try providerCaller.supplementaryCell(kind, section, index, supplementaryProvider)
            } else {
                try supplementaryProvider(kind, section, index)
            }
        if let message = cell?.errorMessage {
            throw DiffableError(
                .invalidCell, identifier: section.identifier,
                [.text("\(kind.name) of section \(section.identifier) at "), .index(index), .text(": \(message)")])
        }
        return cell
    }
}
