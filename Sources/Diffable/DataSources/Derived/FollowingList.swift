import DiffableEngine

// How a list follows other lists. The engine derives a list of keys, and this file finds the values of these keys.

/// A derivation as an object, which the engine keeps for this module.
private final class KnownDerivation<Derivation> {
    let derivation: Derivation

    init(_ derivation: Derivation) {
        self.derivation = derivation
    }
}

extension DiffableDataSource {
    func derive(_ derivation: Derivation, _ cellProvider: @escaping CellProvider) throws -> DiffableDataSource {
        let sections = DerivedSections<SectionIdentifierType>(current.sections.identity)
        let engineDerivation = self.engineDerivation(derivation, sections)
        var (engine, failure): (DiffableEngine.DataSource?, EngineError?)
        let made = try runningEngine { () throws(EngineError) in
            engine = try self.engine.derive(engineDerivation, failure: &failure)
        } result: {
            if let failure { throw original(failure) }
            return engine!
        }
        return DiffableDataSource(following: [self], made, sections, cellProvider)
    }

    static func concatenate(_ lists: [DiffableDataSource], _ cellProvider: CellProvider?) throws -> DiffableDataSource {
        guard let first = lists.first else { throw DiffableError(.invalidArgument, "no list was passed") }
        if lists.contains(where: { !Identity.areEqual($0.current.items.identity, first.current.items.identity) }) {
            throw DiffableError(.invalidArgument, "the lists compare items by different properties")
        }
        var engine: DiffableEngine.DataSource?
        let made = try first.runningEngine { () throws(EngineError) in
            engine = try DiffableEngine.DataSource.concatenating(lists.map { $0.engine })
        } result: {
            engine!
        }
        let source = DiffableDataSource(following: lists, made, nil, cellProvider ?? first.cellProvider)
        try source.requireUnique(source.current)
        return source
    }

    /// - Parameter sections: those that the section function returned; nil for a concatenation.
    private convenience init(
        following origins: [DiffableDataSource], _ engine: DiffableEngine.DataSource,
        _ sections: DerivedSections<SectionIdentifierType>?,
        _ cellProvider: @escaping CellProvider
    ) {
        let first = origins[0].current
        self.init(
            Snapshot(engine.current, first.sections.identity, first.items.identity), engine, from: origins, cellProvider
        )
        derivedSections = sections
        current = valued(engine.current, hasOwnSections: hasOwnSections)
        engine.followingHandler = { [unowned self] phase throws(EngineError) in try self.follow(phase) }
    }

    /// The derivation for the engine, with functions that take keys.
    private func engineDerivation(_ derivation: Derivation, _ sections: DerivedSections<SectionIdentifierType>)
        -> DiffableEngine.Derivation
    {
        var result = DiffableEngine.Derivation()
        if let filter = derivation.filter {
            result.filter = { [unowned self] (key, _) throws(EngineError) in
                try self.calling("filter", key) { try filter($0) } ?? false
            }
        }
        if !derivation.sortedBy.isEmpty {
            let orders = derivation.sortedBy
            result.sort = { [unowned self] (key, _, sortKey) throws(EngineError) in
                _ = try self.calling("sortedBy", key) { item in for order in orders { try order.append(item, sortKey) }
                }
            }
        }
        if let section = derivation.section {
            result.section = { [unowned self] (key, _) throws(EngineError) in
                guard let section = try self.calling("section", key, { try section($0) }) else {
                    return Element(.integer(0))
                }
                return sections.element(section)
            }
        }
        if !derivation.sectionSortedBy.isEmpty {
            let orders = derivation.sectionSortedBy
            result.sectionSort = { [unowned self] (element, sortKey) throws(EngineError) in
                guard let section = sections.value(element) else { return }
                try self.calling("sectionSortedBy of section \(DiffableError.name(section))") {
                    for order in orders { try order.append(section, sortKey) }
                }
            }
        }
        (result.limit, result.sectionLimit) = (
            derivation.limit.map { max(0, $0) }, derivation.sectionLimit.map { max(0, $0) }
        )
        result.keepsEmptySections = derivation.keepsEmptySections
        result.isChanged = { [unowned self] key in
            let key = EngineList.key(key)
            guard let old = self.running?.initial?.item(ofKey: key), let new = self.running?.final?.item(ofKey: key)
            else { return false }
            return old != new
        }
        var kept = derivation
        kept.changes = DerivationChanges()
        result.programDerivation = KnownDerivation(kept)
        return result
    }

    /// Calls a function of a derived list with an item of this list. Returns nil if this list has no item with the key.
    private func calling<Result>(
        _ name: StaticString, _ key: BorrowedIdentifier, _ function: (ItemIdentifierType) throws -> Result
    ) throws(EngineError) -> Result? {
        guard let item = current.item(ofKey: EngineList.key(key)) else { return nil }
        return try calling("\(name) of item \(DiffableError.name(item))") { try function(item) }
    }

    // MARK: - Changing the derivation

    func changeDerivation(_ call: ApplyCall, _ change: @escaping (inout Derivation) -> Void) throws -> Transaction {
        try perform(call, keepsDerivation: true) { [unowned self] running throws(EngineError) in
            let known = try self.engine.derivation("set").programDerivation
            guard let sections = self.derivedSections, let known = known as? KnownDerivation<Derivation> else {
                return nil
            }
            var derivation = known.derivation
            change(&derivation)
            let new = try self.engine.change(
                bySetting: derivation.changes, self.origins[0].engineDerivation(derivation, sections))
            running.final =
                self.isHeld ? self.current : self.valued(new.snapshot, hasOwnSections: derivation.section != nil)
            return new
        }
    }

    func releaseRows(_ call: ApplyCall) throws -> Transaction {
        try perform(call, keepsDerivation: true) { [unowned self] running throws(EngineError) in
            let new = try self.engine.changeByReleasing()
            running.final = self.valued(new.snapshot, hasOwnSections: self.hasOwnSections)
            return new
        }
    }

    /// Whether the section function of the list chooses its sections.
    private var hasOwnSections: Bool { (try? engine.derivation("derived"))?.section != nil }

    // MARK: - Following

    private func follow(_ phase: FollowingPhase) throws(EngineError) {
        switch phase {
        case .began(let transaction):
            let running = Running(caption: String(decoding: transaction.caption, as: UTF8.self))
            running.initial = current
            let hasOwnSections = hasOwnSections
            let new =
                changed(by: transaction, hasOwnSections)
                ?? valued(transaction.finalSnapshot, hasOwnSections: hasOwnSections)
            do throws(DiffableError) { try requireUnique(new) } catch { throw passing(error) }
            (running.final, current, self.running) = (new, new, running)
        case .undone:
            undo()
            running = nil
        case .ended:
            running = nil
            guard let list = engine.derivedList else { return }
            derivedSections?.compact([list, current.list])
        }
    }

    /// Concatenated lists may have equal items under different keys if hashes collide. The engine does not find these.
    private func requireUnique(_ list: Snapshot) throws(DiffableError) {
        if derivedSections != nil || list.items.collisions.isEmpty && list.sections.collisions.isEmpty { return }
        let empty = Snapshot(EngineList(), list.sections.identity, list.items.identity)
        _ = try empty.items.keys(of: list.allItemIdentifiers, .item, in: empty.list, "concatenating(_:)")
        _ = try empty.sections.keys(of: list.sectionIdentifiers, .section, in: empty.list, "concatenating(_:)")
    }

    /// A list of the engine with the values of all its items and sections.
    /// - Complexity: O(n)
    private func valued(_ list: EngineList, hasOwnSections: Bool) -> Snapshot {
        var result = Snapshot(list, current.sections.identity, current.items.identity)
        for origin in origins {
            let origin = origin.current
            let handles =
                derivedSections == nil
                ? list.handles(origin.list.keys(origin.list.allHandles, .item), .item) : list.allHandles
            let known = derivedSections == nil ? origin.list.allHandles : origin.handles(like: handles, of: list)
            for (handle, known) in zip(handles, known) where handle != .max && known != .max {
                if let item = origin.items.pages[known] { result.items.pages.set(handle, item) }
            }
        }
        for index in 0..<list.numberOfSections {
            result.setSection(value(ofSectionAt: index, of: list, hasOwnSections), at: index)
        }
        result.setCollisions(origins.map { $0.current }, derivedSections?.collisions ?? [:])
        return result
    }

    /// The list after an apply of the origin, made from the changes alone; nil if the whole list has to be made anew.
    private func changed(by transaction: DiffableEngine.Transaction, _ hasOwnSections: Bool) -> Snapshot? {
        let (old, list, difference) = (current.list, transaction.finalSnapshot, transaction.difference)
        if derivedSections == nil || list.hasTrees || old.hasTrees || !(list.tables == old.tables) { return nil }
        if !difference.new.renamedKeys.isEmpty { return nil }
        let origin = origins[0].current
        var result = current
        (result.list, result.expected) = (list, nil)
        for index in 0..<difference.count(.deletedItems) {
            let path = difference.paths(.deletedItems, index).from
            if let handle = old.handle(at: path.section, path.item) { result.items.pages.remove(handle) }
        }
        let inserted = (0..<difference.count(.insertedItems)).compactMap { index in
            let path = difference.paths(.insertedItems, index).to
            return list.handle(at: path.section, path.item)
        }
        // Items whose content changed are marked.
        let marked = list.handles(
            difference.new.marked(.reloadedItems) + difference.new.marked(.reconfiguredItems), .item)
        let handles = inserted + marked
        for (handle, known) in zip(handles, origin.handles(like: handles, of: list)) where known != .max {
            if let item = origin.items.pages[known] { result.items.pages.set(handle, item) }
        }
        for index in 0..<difference.count(.deletedSections) {
            let section = old.handle(ofSectionAt: difference.paths(.deletedSections, index).from.section)
            result.sections.pages.remove(section)
        }
        for kind in [ChangeKind.insertedSections, .updatedSections] {
            for change in 0..<difference.count(kind) {
                let index = difference.paths(kind, change).to.section
                result.setSection(value(ofSectionAt: index, of: list, hasOwnSections), at: index)
            }
        }
        result.setCollisions([origin], derivedSections?.collisions ?? [:])
        return result
    }

    /// The value of a section: that of an origin, or what the section function returned. While a list is held, it may
    /// have sections that its origin does not have any more.
    private func value(ofSectionAt index: Int, of list: EngineList, _ hasOwnSections: Bool) -> SectionIdentifierType? {
        if hasOwnSections, let content = list.content(ofSectionAt: index), let section = derivedSections?.value(content)
        {
            return section
        }
        let key = list.key(list.handle(ofSectionAt: index), .section)
        return origins.lazy.compactMap { $0.current.section(ofKey: key) }.first ?? current.section(ofKey: key)
    }
}

extension DiffableDataSourceSnapshot {
    /// The handles that items of another list have in this one; `UInt32.max` for those that it lacks.
    fileprivate func handles(like handles: [UInt32], of other: EngineList) -> [UInt32] {
        other.table(.item) === list.table(.item) ? handles : list.handles(other.keys(handles, .item), .item)
    }

    fileprivate mutating func setSection(_ section: SectionIdentifierType?, at index: Int) {
        if let section { sections.pages.set(list.handle(ofSectionAt: index), section) }
    }

    /// Copies the collisions of the lists that the values come from, so that look-ups find the values here too.
    fileprivate mutating func setCollisions(_ origins: [Self], _ derived: [Int64: Int]) {
        let ofItems = origins.reduce(into: [:]) { $0.merge($1.items.collisions) { max($0, $1) } }
        let ofSections = origins.reduce(into: derived) { $0.merge($1.sections.collisions) { max($0, $1) } }
        if items.collisions != ofItems { items.collisions = ofItems }
        if sections.collisions != ofSections { sections.collisions = ofSections }
    }
}
