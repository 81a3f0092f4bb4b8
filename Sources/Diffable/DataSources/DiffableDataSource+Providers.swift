import DiffableEngine

// Wraps the callbacks of the program for the engine, which passes keys instead of items and expects its own type of
// error.

extension DiffableDataSource {
    /// Calls a callback. If it throws, stores its error under a number (`PassedErrors`), and throws an error of the
    /// engine whose identifier is that number.
    /// - Parameters:
    ///   - name: the name of the callback in the messages of calls that stop the program. nil if its errors contain the
    ///     name already, or if they do not fail the call.
    ///   - code: the code in these messages. The error that is thrown has the code `callbackFailed`.
    func calling<Result>(
        _ name: @autoclosure () -> String? = nil, _ code: EngineError.Code = .callbackFailed,
        _ body: () throws -> Result
    ) throws(EngineError) -> Result {
        do { return try body() } catch {
            if errors.failed == nil, let name = name() { errors.failed = (code, name) }
            throw passing(error)
        }
    }

    /// Calls a provider.
    private func providing<Result>(_ subject: @autoclosure () -> String, _ provide: () throws -> Result)
        throws(EngineError) -> Result
    {
        isProviding = true
        defer { isProviding = false }
        return try calling(subject(), .providerFailed, provide)
    }

    /// - Throws: `invalidArgument` inside a provider, because `call` would call the provider again, without end.
    func requireNoProvider(_ call: StaticString) throws(DiffableError) {
        if !isProviding { return }
        throw DiffableError(
            .invalidArgument,
            "a provider cannot ask for what the providers of its data source make; `snapshot()` has the items",
            call: call)
    }

    /// Stores an error of the program, and returns an error of the engine that has its number.
    func passing(_ error: any Error) -> EngineError {
        EngineError(.callbackFailed, "\(error)", identifier: .integer(errors.add(error)))
    }

    /// Returns the error of the program that an error of the engine stands for. If it stands for none, returns a
    /// `DiffableError` with the same code. If that error is about an item, its message names the item instead of the
    /// key.
    func original(_ error: EngineError) -> any Error {
        guard case .integer(let number)? = error.identifier else { return DiffableError(error) }
        if error.code == .callbackFailed, let known = errors[number] { return known }
        guard let item = item(number), let code = DiffableError.Code(rawValue: error.code.rawValue) else {
            return DiffableError(error)
        }
        let message = code == .duplicateIdentifier ? "is already in the list or the tree" : "cannot be used here"
        return DiffableError(code, "item \(DiffableError.name(item)) \(message)", identifier: item)
    }

    /// The item with a key. Searches the new list if an apply is running, then the current list, then the list before
    /// the apply.
    func item(_ key: Int64) -> ItemIdentifierType? {
        running?.final?.item(ofKey: key) ?? current.item(ofKey: key) ?? running?.initial?.item(ofKey: key)
    }

    func item(_ identifier: Identifier) -> ItemIdentifierType? {
        if case .integer(let key) = identifier { item(key) } else { nil }
    }

    func cell(_ element: Element, _ path: DiffableEngine.IndexPath) throws(EngineError) -> DiffableEngine.Cell {
        guard let item = item(element.identifier) else {
            throw passing(
                DiffableError(.invalidArgument, "there is no item at section \(path.section), item \(path.item)"))
        }
        func subject() -> String {
            "cell of item \(DiffableError.name(item)) at section \(path.section), item \(path.item)"
        }
        let cell = try providing(subject()) {
            try cellProvider(DiffableIndexPath(item: path.item, section: path.section), item)
        }
        try calling { try cell.check(subject()) }
        return cell.forEngine
    }

    func setSupplementaryProvider() {
        guard supplementaryViewProvider != nil else { return engine.supplementaryProvider = nil }
        engine.supplementaryProvider = { [unowned self] (kind, element, index) throws(EngineError) in
            guard case .integer(let key) = element.identifier, let provider = self.supplementaryViewProvider,
                let section = self.running?.final?.section(ofKey: key) ?? self.current.section(ofKey: key)
            else { return nil }
            func subject() -> String { "\(kind.name) of section \(DiffableError.name(section)) at \(index)" }
            let cell = try self.providing(subject()) {
                try provider(kind.name, DiffableIndexPath(item: 0, section: index), section)
            }
            try self.calling { try cell?.check(subject()) }
            return cell?.forEngine
        }
    }

    func setView() {
        guard let view else { return engine.view = nil }
        // If a provider sets the view, `attach` would call the provider again, without end.
        if !isProviding { (view as? DiffableTextView<SectionIdentifierType, ItemIdentifierType>)?.attach(to: engine) }
        var hasList = false
        engine.view = { [unowned self] (_, transaction) throws(EngineError) in
            guard let typed = self.transaction(transaction, isFirst: !hasList) else {
                return PreparedView { () throws(EngineError) in }
            }
            try self.calling("prepare of the view") {
                try view.prepare(
                    DiffablePreparation(source: self, engine: transaction, running: self.running, transaction: typed))
            }
            return PreparedView {
                self.undo()
                view.cancel(typed)
            } commit: { () throws(EngineError) in
                hasList = true
                try self.calling { try view.commit(typed) }
            }
        }
    }

    /// The transaction of the running apply, with the values of the program.
    /// - Parameter isFirst: whether the transaction is for a view that has shown nothing yet.
    func transaction(_ transaction: DiffableEngine.Transaction, isFirst: Bool = false) -> Transaction? {
        guard let running, var initial = running.initial, var final = running.final else { return nil }
        // A drag does not change a derived list. `willReorder` receives the change that the user wants.
        if !origins.isEmpty && !final.list.isIdentical(to: transaction.finalSnapshot) {
            final = final.applied(as: transaction.finalSnapshot, over: initial)
        }
        var transaction = transaction
        if isFirst {
            transaction = transaction.fromEmptyList
            initial.deleteAllItems()
        }
        return Transaction(
            state: .applied,
            difference: DiffableDifference(transaction.difference, from: initial, to: final),
            animation: transaction.animation,
            usesReloadData: transaction.usesReloadData, caption: running.caption)
    }
}
