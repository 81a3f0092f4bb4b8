import DiffableEngine

/// What one section should be, as a tree: items below items, each expanded or collapsed. The list shows the visible items in depth-first
/// order. An item is visible if all its ancestors are expanded.
///
/// A value, as ``DiffableDataSourceSnapshot``, with the same identity and content of items, and the same two forms of edits.
///
/// Complexities are given in n (items in the tree), d (levels), k (elements passed) and b (children of one parent).
public struct DiffableDataSourceSectionSnapshot<ItemIdentifierType: Hashable & Sendable> {
    /// The tree in the keys of its values.
    var tree = DiffableEngine.SectionSnapshot()
    var values: [Int64: ItemIdentifierType] = [:]
    let identity: Identity<ItemIdentifierType>?
    /// The most steps that a key is away from the hash of its value.
    var longestProbe = 0

    /// An empty tree.
    /// - Complexity: O(1)
    public init() {
        self.init(.ofValues())
    }

    /// A copy, as in UIKit. An assignment copies as well.
    /// - Complexity: O(1)
    public init(_ snapshot: Self) {
        self = snapshot
    }

    init(_ identity: Identity<ItemIdentifierType>?) {
        self.identity = identity
    }

    /// A tree of a data source.
    /// - Parameters:
    ///   - longestProbe: that of the lists and trees that the keys are from. It cannot be computed from the values, whose hashes may have
    ///     changed since they were added.
    ///   - value: the item of a key.
    init(
        _ tree: DiffableEngine.SectionSnapshot, _ identity: Identity<ItemIdentifierType>?, longestProbe: Int,
        _ value: (Int64) -> ItemIdentifierType?
    ) {
        self.init(identity)
        self.tree = tree
        self.longestProbe = longestProbe
        for raw in tree.rawItems {
            let key = EngineList.key(raw)
            if let value = value(key) { values[key] = value }
        }
    }

    func hash(_ value: ItemIdentifierType) -> Int64 {
        Int64(truncatingIfNeeded: identity?.hash(value) ?? value.hashValue)
    }

    func areSame(_ left: ItemIdentifierType, _ right: ItemIdentifierType) -> Bool {
        identity?.areSame(left, right) ?? (left == right)
    }

    /// The key of an item; nil if the tree does not have it.
    func find(_ item: ItemIdentifierType) -> Int64? {
        var key = hash(item)
        for _ in 0...longestProbe {
            if let known = values[key], areSame(known, item) { return key }
            key &+= 1
        }
        return nil
    }

    /// A key that no item of the tree has, for an item that the tree lacks.
    func freeKey(_ item: ItemIdentifierType, _ isTaken: (Int64) -> Bool) -> (key: Int64, probe: Int) {
        var (key, probe) = (hash(item), 0)
        while values[key] != nil || isTaken(key) {
            key &+= 1
            probe += 1
        }
        return (key, probe)
    }

    func value(_ raw: RawIdentifier) -> ItemIdentifierType? {
        values[EngineList.key(raw)]
    }
}

// As for snapshots: the storage of the engine is shared by copies and never changed while it is.
extension DiffableDataSourceSectionSnapshot: @unchecked Sendable {}

/// UIKit's name.
public typealias NSDiffableDataSourceSectionSnapshot = DiffableDataSourceSectionSnapshot
