import DiffableEngine

// Callbacks of the program, as the engine calls them: in keys, and with the errors of the engine.

extension DiffableDataSource {
    /// Calls a callback. Its error passes through the engine under a number.
    func calling<Result>(_ body: () throws -> Result) throws(EngineError) -> Result {
        do { return try body() } catch { throw passing(error) }
    }

    /// The error of the engine under whose number an error passes through the engine.
    func passing(_ error: any Error) -> EngineError {
        lastThrown += 1
        thrown[lastThrown] = error
        return EngineError(.callbackFailed, "\(error)", identifier: .integer(lastThrown))
    }

    /// The error of the program's own that an error of the engine stands for; or else the error of the engine.
    func original(_ error: EngineError) -> any Error {
        guard case .integer(let number)? = error.identifier else { return DiffableError(error) }
        if error.code == .callbackFailed, let known = thrown[number] { return known } // mutant: typed-own-error
        guard let item = item(number), let code = DiffableError.Code(rawValue: error.code.rawValue) else { return DiffableError(error) }
        let message = code == .duplicateIdentifier ? "is already in the list or the tree" : "cannot be used here"
        return DiffableError(code, "item \(DiffableError.name(item)) \(message)", identifier: item)
    }

    /// The item of a key, in the new list if an apply is running, in the current list, or hidden in a tree.
    func item(_ key: Int64) -> ItemIdentifierType? {
        func item(in list: Snapshot?) -> ItemIdentifierType? {
            list.flatMap { list in
                let handle = list.list.handle(key, .item)
                return handle == .max ? nil : list.items.pages[handle]
            }
        }
        return running?.values?[key] ?? item(in: running?.final) ?? item(in: current) ?? trees.values.lazy.compactMap { $0.values[key] }.first
    }

    /// The list that the engine means by a position: the new one while a view prepares for it, or the current one.
    private func list(_ isMeant: (Snapshot) -> Bool) -> Snapshot {
        if let final = running?.final, isMeant(final) { return final }
        return current
    }

    func cell(_ element: Element, _ path: DiffableEngine.IndexPath) throws(EngineError) -> DiffableEngine.Cell {
        guard case .integer(let key) = element.identifier else { throw EngineError(.invalidArgument, "no key") }
        let list = list { list in
            list.list.handle(at: path.section, path.item).map { list.list.key($0, .item) == key } ?? false
        }
        return try calling {
            guard let item = list.item(at: path.section, path.item) else {
                throw DiffableError(.invalidArgument, "there is no item at section \(path.section), item \(path.item)")
            }
            func subject() -> String { "cell of item \(DiffableError.name(item)) at section \(path.section), item \(path.item)" }
            let cell: Cell
            do {
                cell = try cellProvider(DiffableIndexPath(item: path.item, section: path.section), item)
            } catch {
                failedElement = subject()
                throw error
            }
            try cell.check(subject())
            return cell.forEngine
        }
    }

    func setSupplementaryProvider() {
        guard supplementaryViewProvider != nil else { return engine.supplementaryProvider = nil }
        engine.supplementaryProvider = { [unowned self] (kind, element, index) throws(EngineError) in
            guard case .integer(let key) = element.identifier else { return nil }
            let list = self.list {
                index < $0.numberOfSections && $0.list.key($0.list.handle(ofSectionAt: index), .section) == key
            }
            return try self.calling {
                guard let section = list.section(at: index), let provider = self.supplementaryViewProvider else { return nil }
                func subject() -> String { "\(kind.name) of section \(DiffableError.name(section)) at \(index)" }
                let cell: Cell?
                do {
                    cell = try provider(kind.name, DiffableIndexPath(item: 0, section: index), section)
                } catch {
                    self.failedElement = subject()
                    throw error
                }
                try cell?.check(subject())
                return cell?.forEngine
            }
        }
    }

    func setView() {
        guard let view else { return engine.view = nil }
        engine.view = { [unowned self] (_, transaction) throws(EngineError) in
            guard let typed = self.transaction(transaction) else { return PreparedView { () throws(EngineError) in } }
            try self.calling { try view.prepare(DiffablePreparation(source: self, engine: transaction, transaction: typed)) }
            return PreparedView {
                view.cancel(typed)
            } commit: { () throws(EngineError) in
                try self.calling { try view.commit(typed) }
            }
        }
    }

    /// A transaction of the running apply.
    func transaction(_ transaction: DiffableEngine.Transaction) -> Transaction? {
        guard let running, let initial = running.initial, let final = running.final else { return nil }
        return Transaction(
            state: .applied,
            difference: DiffableDifference(transaction.difference, from: initial, to: final), animation: transaction.animation,
            usesReloadData: transaction.usesReloadData, caption: running.caption, trees: running.trees)
    }
}
