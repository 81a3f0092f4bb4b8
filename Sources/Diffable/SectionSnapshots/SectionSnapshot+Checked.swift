import DiffableEngine

extension DiffableDataSourceSectionSnapshot {
    /// The edits in their throwing form. Each succeeds as a whole, or throws and changes nothing.
    public struct Checked {
        var snapshot: DiffableDataSourceSectionSnapshot

        /// Appends items below a parent; without a parent, as roots.
        /// - Throws: `duplicateIdentifier`, `unknownIdentifier`.
        /// - Complexity: O(k)
        public mutating func append(_ items: [ItemIdentifierType], to parent: ItemIdentifierType? = nil) throws(DiffableError) {
            let call: StaticString = "append(_:to:)"
            let new = try newKeys(items, call)
            var parentKey: Identifier?
            if let parent { parentKey = try key(parent, call) }
            do throws(EngineError) {
                try snapshot.tree.append(new.elements, to: parentKey)
            } catch {
                throw DiffableError(error)
            }
            add(new, items)
        }

        /// Inserts items before another one, below the same parent.
        /// - Throws: `duplicateIdentifier`, `invalidDestination`, `unknownIdentifier`.
        /// - Complexity: O(k + b)
        public mutating func insert(_ items: [ItemIdentifierType], before item: ItemIdentifierType) throws(DiffableError) {
            try insert(items, .before, item, "insert(_:before:)")
        }

        /// Inserts items after another one and everything below it, below the same parent.
        /// - Throws: `duplicateIdentifier`, `invalidDestination`, `unknownIdentifier`.
        /// - Complexity: O(k + b)
        public mutating func insert(_ items: [ItemIdentifierType], after item: ItemIdentifierType) throws(DiffableError) {
            try insert(items, .after, item, "insert(_:after:)")
        }

        /// Inserts a tree before an item, below the same parent.
        /// - Throws: `duplicateIdentifier`, `unknownIdentifier`.
        /// - Complexity: O(k + b)
        public mutating func insert(_ snapshot: DiffableDataSourceSectionSnapshot, before item: ItemIdentifierType) throws(DiffableError) {
            try insert(snapshot, .before, item, "insert(_:before:)")
        }

        /// Inserts a tree after an item and everything below it, below the same parent.
        /// - Throws: `duplicateIdentifier`, `unknownIdentifier`.
        /// - Complexity: O(k + b)
        public mutating func insert(_ snapshot: DiffableDataSourceSectionSnapshot, after item: ItemIdentifierType) throws(DiffableError) {
            try insert(snapshot, .after, item, "insert(_:after:)")
        }

        /// Deletes items with everything below them, and returns how many. One that is not in the tree is ignored.
        /// - Complexity: O(deleted items + b)
        @discardableResult
        public mutating func delete(_ items: [ItemIdentifierType]) -> Int {
            let before = snapshot.tree.numberOfItems
            for item in items {
                guard let key = snapshot.find(item) else { continue }
                let deleted = (try? snapshot.tree.snapshot(of: .integer(key), includingParent: true))?.rawItems ?? []
                for raw in deleted { snapshot.values[EngineList.key(raw)] = nil } // mutant: typed-subtree-kept
                snapshot.tree.delete([.integer(key)])
            }
            return before - snapshot.tree.numberOfItems
        }

        /// Deletes all items.
        /// - Complexity: O(1)
        public mutating func deleteAll() {
            snapshot = DiffableDataSourceSectionSnapshot(snapshot.identity)
        }

        /// Replaces everything below a parent by a tree, with its expanded items.
        /// - Throws: `unknownIdentifier`; `duplicateIdentifier` for an item that is elsewhere in this tree.
        /// - Complexity: O(deleted and added items)
        public mutating func replace(
            childrenOf parent: ItemIdentifierType, using snapshot: DiffableDataSourceSectionSnapshot
        ) throws(DiffableError) {
            let call: StaticString = "replace(childrenOf:using:)"
            let key = try self.key(parent, call)
            var copy = self
            let children = (try? copy.snapshot.tree.snapshot(of: key))?.rawRootItems ?? []
            copy.delete(children.compactMap { copy.snapshot.value($0) })
            _ = try copy.newKeys(snapshot.items, call)
            try copy.append(snapshot.rootItems, to: parent)
            try copy.addDescendants(of: snapshot)
            self = copy
        }

        /// Expands items, which need not have children. One that is not in the tree is ignored.
        /// - Complexity: O(k)
        public mutating func expand(_ items: [ItemIdentifierType]) {
            snapshot.tree.expand(items.compactMap { snapshot.find($0) }.map { .integer($0) })
        }

        /// Collapses items. One that is not in the tree is ignored.
        /// - Complexity: O(k)
        public mutating func collapse(_ items: [ItemIdentifierType]) {
            snapshot.tree.collapse(items.compactMap { snapshot.find($0) }.map { .integer($0) })
        }

        private mutating func insert(
            _ items: [ItemIdentifierType], _ side: Side, _ anchor: ItemIdentifierType, _ call: StaticString
        ) throws(DiffableError) {
            if items.contains(where: { snapshot.areSame($0, anchor) }) {
                throw .destination(.item, call, anchor, isItself: "inserted")
            }
            let new = try newKeys(items, call)
            let key = try key(anchor, call)
            do throws(EngineError) {
                switch side {
                case .before: try snapshot.tree.insert(new.elements, before: key)
                case .after: try snapshot.tree.insert(new.elements, after: key)
                }
            } catch {
                throw DiffableError(error)
            }
            add(new, items)
        }

        private mutating func insert(
            _ other: DiffableDataSourceSectionSnapshot, _ side: Side, _ anchor: ItemIdentifierType, _ call: StaticString
        ) throws(DiffableError) {
            _ = try newKeys(other.items, call)
            var copy = self
            try copy.insert(other.rootItems, side, anchor, call)
            try copy.addDescendants(of: other)
            self = copy
        }

        /// Adds what is below the roots of another tree, which are in this one, with the expansion and the marks of all its items.
        private mutating func addDescendants(of other: DiffableDataSourceSectionSnapshot) throws(DiffableError) {
            for item in other.items {
                if let parent = other.parentItem(of: item) { try append([item], to: parent) }
            }
            let snapshot = self.snapshot
            self.snapshot.tree.copyState(of: other.tree) { key in other.values[key].flatMap { snapshot.find($0) } }
        }

        private struct NewItems {
            var keys: [Int64] = []
            var longestProbe = 0
            var elements: [Element] { keys.map { Element(.integer($0)) } }
        }

        /// Keys for items that the tree lacks.
        private func newKeys(_ items: [ItemIdentifierType], _ call: StaticString) throws(DiffableError) -> NewItems {
            var new = NewItems()
            var positions: [Int64: Int] = [:]
            var there: Int?
            for (position, item) in items.enumerated() {
                if there == nil, snapshot.find(item) != nil { there = position }
                var twice: Int?
                let (key, probe) = snapshot.freeKey(item) { key in
                    guard let other = positions[key] else { return false }
                    if snapshot.areSame(items[other], item) { twice = other }
                    return true
                }
                if let twice { throw .twice(.item, call, item, at: twice, and: position) }
                positions[key] = position
                new.keys.append(key)
                new.longestProbe = max(new.longestProbe, probe)
            }
            if let there {
                let item = items[there]
                throw DiffableError(
                    .duplicateIdentifier,
                    "\(call): item \(DiffableError.name(item)) is already at index \(snapshot.index(of: item) ?? 0) of the tree",
                    identifier: item, position: there)
            }
            return new
        }

        private mutating func add(_ new: NewItems, _ items: [ItemIdentifierType]) {
            for (key, item) in zip(new.keys, items) { snapshot.values[key] = item }
            snapshot.longestProbe = max(snapshot.longestProbe, new.longestProbe)
        }

        private func key(_ item: ItemIdentifierType, _ call: StaticString) throws(DiffableError) -> Identifier {
            guard let key = snapshot.find(item) else { throw .unknown(.item, call, item) }
            return .integer(key)
        }
    }

    /// The edits in their throwing form.
    public var checked: Checked {
        get { Checked(snapshot: self) }
        _modify {
            var checked = Checked(snapshot: self)
            defer { self = checked.snapshot }
            yield &checked
        }
    }
}
