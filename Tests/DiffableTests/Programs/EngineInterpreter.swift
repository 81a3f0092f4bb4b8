@testable import Diffable

/// Runs a program on the engine: what a program does say.
final class EngineInterpreter: Interpreter {
    var trace = Trace()
    private var snapshots = [Snapshot](repeating: Snapshot(), count: 4)
    private var trees = [SectionSnapshot](repeating: SectionSnapshot(), count: 2)
    private let source = DataSource()
    private let view: TextView
    private var reactions = Reactions()

    init() {
        var write: () throws(DiffableError) -> Void = {}
        view = TextView(TextView.Options(context: .max)) { (_) throws(DiffableError) in try write() }
        write = { [unowned self] () throws(DiffableError) in try called(.write, "") }
        source.view = view.view
        source.cellProvider = { [unowned self] (item, path) throws(DiffableError) in
            try called(.cell, " \(item.token) \(path.token)")
            return Cell(text: item.token)
        }
        source.supplementaryProvider = { [unowned self] (kind, section, index) throws(DiffableError) in
            try called(kind == .header ? .header : .footer, " \(section.token) \(index)")
            return kind == .header ? Cell(text: section.token) : nil
        }
        source.onApply { [unowned self] (transaction) throws(DiffableError) in
            try called(.observer, " \(transaction.animation.name)") {
                let (old, new) = (ReferenceModel(read: transaction.initialSnapshot), ReferenceModel(read: transaction.finalSnapshot))
                trace.add(Changes(transaction.difference, from: old, to: new))
            }
        }
        source.onApply { [unowned self] (_) throws(DiffableError) in try called(.second, "") }
        source.reorderingHandlers.canReorderItem = { [unowned self] (item) throws(DiffableError) in
            try called(.canReorder, " \(item.token)")
            return true
        }
        source.reorderingHandlers.willReorder = { [unowned self] (_) throws(DiffableError) in try called(.willReorder, "") }
        source.reorderingHandlers.didReorder = { [unowned self] (_) throws(DiffableError) in try called(.didReorder, "") }
    }

    func perform(_ call: Call) {
        switch call {
        case .edit(let register, let edit): trace.add(snapshots[register].perform(edit))
        case .new(let register): become(register, Snapshot())
        case .newSnapshot(let register): become(register, source.newSnapshot())
        case .copy(let register, let original): become(register, snapshots[original])
        case .fetch(let register): become(register, source.snapshot())
        case .state(let register): trace.add(ReferenceModel(read: snapshots[register]))
        case .find(let register, let name): find(name, in: snapshots[register])
        case .equal(let left, let right): trace.add("ok \(snapshots[left] == snapshots[right])")
        case .difference(let old, let new):
            let (from, to) = (ReferenceModel(read: snapshots[old]), ReferenceModel(read: snapshots[new]))
            trace.add(Changes(Difference(from: snapshots[old], to: snapshots[new]), from: from, to: to))
            trace.add(.done)
        case .source: trace.add(ReferenceModel(read: source.snapshot()))
        case .cell(let path):
            reply { () throws(DiffableError) in
                // As C and Lua do, who know the view.
                if let shown = view.cell(at: path, of: source) { return "ok \(String(decoding: shown.text, as: UTF8.self))" }
                return "ok \(String(decoding: try source.cell(at: path).text, as: UTF8.self))"
            }
        case .when(let event, let count, let reaction):
            reactions.add(event, count, reaction)
            trace.add(.done)
        case .defaultAnimation(let animation):
            source.defaultRowAnimation = animation
            trace.add(.done)
        case .apply(let register, let motion): reply { () throws(DiffableError) in try apply(register, motion) }
        case .reloadData(let register):
            reply { () throws(DiffableError) in
                try source.applyUsingReloadData(snapshots[register], completion: completion(register))
                return "ok"
            }
        default: performOnTrees(call)
        }
    }

    private func performOnTrees(_ call: Call) {
        switch call {
        case .tree(let register, let edit): trace.add(trees[register].perform(edit))
        case .replaceChildren(let register, let parent, let children):
            reply { () throws(DiffableError) in
                try trees[register].replaceChildren(of: parent, with: trees[children])
                return "ok"
            }
        case .snapshotOf(let register, let parent, let part, let isWhole):
            reply { () throws(DiffableError) in
                trees[part] = try trees[register].snapshot(of: parent, includingParent: isWhole)
                return "ok"
            }
        case .copyTree(let register, let original):
            trees[register] = trees[original]
            trace.add(.done)
        case .treeState(let register): trace.add(TreeModel(read: trees[register]))
        case .applySection(let register, let section):
            reply { () throws(DiffableError) in try source.apply(trees[register], toSection: section) == nil ? "queued" : "ok" }
        case .fetchSection(let register, let section):
            trees[register] = source.snapshot(forSection: section)
            trace.add(.done)
        case .toggle(let item): reply { () throws(DiffableError) in try source.toggleItem(item) == nil ? "refused" : "ok" }
        case .reorder(let from, let to):
            reply { () throws(DiffableError) in try source.reorderItem(from: from, to: to) == nil ? "refused" : "ok" }
        default: fatalError("\(call) is no call on trees")
        }
    }

    private func reply(_ body: () throws(DiffableError) -> String) {
        do throws(DiffableError) {
            trace.add(try body())
        } catch {
            trace.add(.failed(error.code, error.identifier, position: nil))
        }
    }

    private func become(_ register: Int, _ snapshot: Snapshot) {
        snapshots[register] = snapshot
        trace.add(.done)
    }

    private func find(_ name: Identifier, in snapshot: Snapshot) {
        if let path = snapshot.indexPath(ofItem: name), let index = snapshot.indexOfItem(name),
            let section = snapshot.sectionIdentifier(containingItem: name), let revision = snapshot.revision(ofItem: name),
            let item = snapshot.itemIdentifier(at: path), snapshot.containsItem(name)
        {
            trace.add("item \(path.token) \(index) \(section.token) \(Element(item, revision: revision).token)")
        }
        if let index = snapshot.indexOfSection(name), let section = snapshot.sectionIdentifier(at: index),
            let revision = snapshot.revision(ofSection: name), snapshot.containsSection(name)
        {
            trace.add("section \(index) \(Element(section, revision: revision).token)")
        }
        reply { () throws(DiffableError) in "ok \(try snapshot.numberOfItems(inSection: name))" }
    }

    // MARK: - Applies and callbacks

    private func apply(_ register: Int, _ motion: Motion) throws(DiffableError) -> String {
        let snapshot = snapshots[register]
        let completion = completion(register)
        let isQueued = source.isApplying
        let transaction: Transaction?
        switch motion {
        case .asUsual: transaction = try source.apply(snapshot, completion: completion)
        case .still: transaction = try source.apply(snapshot, animatingDifferences: false, completion: completion)
        case .animated(let animation): transaction = try source.apply(snapshot, animation: animation, completion: completion)
        }
        if (transaction == nil) != isQueued { return "a transaction that should not be there, or none" }
        return isQueued ? "queued" : "ok"
    }

    private func completion(_ register: Int) -> DataSource.TransactionHandler {
        { [unowned self] (_) throws(DiffableError) in try called(.completion, " s\(register)") }
    }

    private func called(_ event: Event, _ arguments: String, _ more: () -> Void = {}) throws(DiffableError) {
        trace.add("\(event.rawValue)\(arguments) of \(source.snapshot().numberOfItems)")
        more()
        let due = reactions.take(event)
        for case .apply(let register) in due { reply { () throws(DiffableError) in try apply(register, .asUsual) } }
        if due.contains(where: { $0.isFailure }) { throw DiffableError(event.failure, "refused") }
    }
}

extension ReferenceModel {
    /// What a snapshot says of itself.
    init(read snapshot: Snapshot) {
        self.init()
        sections = snapshot.sectionIdentifiers.map { section in
            let items = (try? snapshot.itemIdentifiers(inSection: section)) ?? []
            return Section(
                identifier: section, revision: snapshot.revision(ofSection: section) ?? 0,
                items: items.map { Element($0, revision: snapshot.revision(ofItem: $0) ?? 0) })
        }
        reloadedItems = snapshot.reloadedItemIdentifiers
        reconfiguredItems = snapshot.reconfiguredItemIdentifiers
        reloadedSections = snapshot.reloadedSectionIdentifiers
    }
}
