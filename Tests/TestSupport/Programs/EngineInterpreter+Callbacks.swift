@testable import DiffableEngine

extension EngineInterpreter {
    /// The body of each callback: adds its arguments and the number of items to the trace, then carries out the
    /// reactions that are due.
    @discardableResult
    func called(_ event: Event, _ arguments: String = "", _ more: () -> Void = {}) throws(DiffableError) -> Answer {
        trace.add("\(event.rawValue)\(arguments) of \(source.snapshot().numberOfItems)")
        more()
        let answer = react(to: event)
        if answer.fails { throw DiffableError(event.failure, "refused") }
        return answer
    }

    func setProviders() {
        source.cellProvider = cellProvider(.cell)
        source.kindProvider = { $0.kind }
        source[cellProviderForKind: "framed"] = cellProvider(.framed)
        source.supplementaryProvider = { [unowned self] (kind, section, index) throws(DiffableError) in
            guard let event = Event(rawValue: kind.name) else { return nil }
            let answer = try called(event, " \(section.token) \(index)")
            return section.text(of: event).map { Cell(text: $0, height: answer.spoils ? -1 : 0) }
        }
        source.addObserver { [unowned self] (transaction) throws(DiffableError) in
            try called(.observer, " \(transaction.animation.name)") {
                let (old, new) = (
                    ReferenceModel(read: transaction.initialSnapshot), ReferenceModel(read: transaction.finalSnapshot)
                )
                trace.add(Changes(transaction.difference, from: old, to: new))
            }
        }
        source.addObserver { [unowned self] (transaction) throws(DiffableError) in try keep(transaction, .second) }
    }

    private func cellProvider(_ event: Event) -> DataSource.CellProvider {
        { [unowned self] (item, path) throws(DiffableError) in
            let answer = try called(event, " \(item.token) \(path.token)")
            return Cell(text: item.shown, height: answer.spoils ? -1 : 0)
        }
    }

    private func keep(_ transaction: Transaction, _ event: Event) throws(DiffableError) {
        kept = transaction
        try called(event)
    }

    // MARK: - Handlers

    func set(_ handler: Event, isOn: Bool) {
        switch handler {
        case .shouldExpand: source.sectionSnapshotHandlers.shouldExpandItem = isOn ? question(handler) : nil
        case .willExpand: source.sectionSnapshotHandlers.willExpandItem = isOn ? notice(handler) : nil
        case .shouldCollapse: source.sectionSnapshotHandlers.shouldCollapseItem = isOn ? question(handler) : nil
        case .willCollapse: source.sectionSnapshotHandlers.willCollapseItem = isOn ? notice(handler) : nil
        case .children: source.sectionSnapshotHandlers.snapshotForExpandingParent = isOn ? children : nil
        case .canReorder: source.reorderingHandlers.canReorderItem = isOn ? question(handler) : nil
        case .willReorder: source.reorderingHandlers.willReorder = isOn ? transactionHandler(handler) : nil
        case .didReorder: source.reorderingHandlers.didReorder = isOn ? transactionHandler(handler) : nil
        default: fatalError("\(handler) is no handler")
        }
    }

    private func question(_ event: Event) -> SectionSnapshotHandlers.Question {
        { [unowned self] (item) throws(DiffableError) in try !called(event, " \(item.token)").refuses }
    }

    private func notice(_ event: Event) -> SectionSnapshotHandlers.Notice {
        { [unowned self] (item) throws(DiffableError) in try called(event, " \(item.token)") }
    }

    private func transactionHandler(_ event: Event) -> DataSource.TransactionHandler {
        { [unowned self] (transaction) throws(DiffableError) in try keep(transaction, event) }
    }

    private var children: (Identifier, Snapshot) throws(DiffableError) -> Snapshot {
        { [unowned self] (parent, children) throws(DiffableError) in
            let answer = try called(.children, " \(parent.token)") { trace.add(ReferenceModel(read: children)) }
            return answer.children.map { snapshots[$0] } ?? children
        }
    }
}
