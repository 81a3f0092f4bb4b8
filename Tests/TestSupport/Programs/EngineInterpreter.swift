@testable import DiffableEngine
@testable import DiffableViews

/// Runs a program on the engine, for the actual trace.
final class EngineInterpreter: Interpreter {
    var trace = Trace()
    var reactions = Reactions()
    private(set) var snapshots =
        Register.lists.map { _ in Snapshot() } + Register.trees.map { _ in Snapshot.sectionSnapshot() }
    let source = DataSource()
    let view: TextView
    var kept: Transaction?

    init() {
        var write: TextView.Writer = { _ in }
        view = TextView(TextView.Options(context: .max)) { (text) throws(DiffableError) in try write(text) }
        write = { [unowned self] (text) throws(DiffableError) in try called(.write) { trace.add(text: text) } }
        source.view = view.view
        setProviders()
        for handler in Event.handlers { set(handler, isOn: true) }
    }

    func perform(_ call: Call) {
        switch call {
        case .edit(let register, let edit): trace.add(snapshots[register].perform(edit, registers: snapshots))
        case .new(let register): become(register, register.isTree ? .sectionSnapshot() : Snapshot())
        case .newSnapshot(let register): become(register, source.newSnapshot())
        case .copy(let register, let original): become(register, snapshots[original])
        case .fetch(let register): become(register, source.snapshot())
        case .fetchSection(let register, let section): become(register, source.snapshot(forSection: section))
        case .sectionSnapshot(let register, let section, let tree):
            become(tree, snapshots[register].sectionSnapshot(of: section))
        case .snapshotOf(let register, let parent, let part, let isWhole):
            reply { () throws(DiffableError) in
                snapshots[part] = try snapshots[register].snapshot(of: parent, includingParent: isWhole)
                return "ok"
            }
        case .state(let register): trace.add(ReferenceModel(read: snapshots[register]))
        case .find(let register, let name): find(name, in: snapshots[register])
        case .at(let register, let path):
            let (section, item) = (
                snapshots[register].sectionIdentifier(at: path.section), snapshots[register].itemIdentifier(at: path)
            )
            trace.add("ok \(section?.token ?? "-") \(item?.token ?? "-")")
        case .items(let register, let section): items(of: section, in: snapshots[register])
        case .equal(let left, let right): trace.add("ok \(snapshots[left] == snapshots[right])")
        case .difference(let old, let new):
            let (from, to) = (ReferenceModel(read: snapshots[old]), ReferenceModel(read: snapshots[new]))
            let changes = Changes(Difference(from: snapshots[old], to: snapshots[new]), from: from, to: to)
            trace.add(changes)
            trace.add("ok \(changes.description)")
        case .when(let event, let count, let reaction):
            reactions.add(event, count, reaction)
            trace.add(.done)
        default: if !performApply(call) { performOnSource(call) }
        }
    }

    func reply(_ body: () throws(DiffableError) -> String) {
        reply { (_) throws(DiffableError) in try body() }
    }

    /// - Parameter body: returns what the call did, and stores what failed afterwards in its argument.
    func reply(_ body: (inout DiffableError?) throws(DiffableError) -> String?) {
        do throws(DiffableError) {
            var failure: DiffableError?
            let done = try body(&failure)
            if let failure {
                trace.add(.failed(Failure(failure)), after: done)
            } else if let done {
                trace.add(done)
            }
        } catch {
            trace.add(.failed(Failure(error)))
        }
    }

    private func become(_ register: Register, _ snapshot: Snapshot) {
        snapshots[register] = snapshot
        trace.add(.done)
    }

    private func find(_ name: Identifier, in snapshot: Snapshot) {
        if snapshot.containsItem(name) {
            let path = snapshot.indexPath(ofItem: name)
            let section = snapshot.isSectionSnapshot ? nil : snapshot.sectionIdentifier(containingItem: name)
            let item = path.flatMap { snapshot.itemIdentifier(at: $0) } ?? name
            let parent = try? snapshot.parent(ofItem: name)
            let words = [
                "item", path?.token ?? "-", snapshot.indexOfItem(name).map { "\($0)" } ?? "-", section?.token ?? "-",
                Element(item, content: snapshot.content(ofItem: name)).token,
                "\((try? snapshot.level(ofItem: name)) ?? -1)",
                parent?.token ?? "-", "\((try? snapshot.numberOfChildren(ofItem: name)) ?? -1)",
            ]
            let (isExpanded, isVisible) = (try? snapshot.isExpanded(name), try? snapshot.isVisible(name))
            let flags = (isExpanded == true ? ["expanded"] : []) + (isVisible == true ? [] : ["hidden"])
            trace.add((words + flags).joined(separator: " "))
        }
        if snapshot.isSectionSnapshot { return trace.add(.done) }
        if let index = snapshot.indexOfSection(name), let section = snapshot.sectionIdentifier(at: index),
            let revision = snapshot.revision(ofSection: name), snapshot.containsSection(name)
        {
            trace.add("section \(index) \(Element(section, revision: revision).token)")
        }
        reply { () throws(DiffableError) in "ok \(try snapshot.numberOfItems(inSection: name))" }
    }

    private func items(of section: Identifier?, in snapshot: Snapshot) {
        reply { () throws(DiffableError) in
            let items =
                if let section { try snapshot.itemIdentifiers(inSection: section) } else { snapshot.itemIdentifiers }
            return (["ok"] + items.map { $0.token }).joined(separator: " ")
        }
    }

    // MARK: - Applies

    /// Performs a call that changes the list of the data source. Returns false for any other call.
    private func performApply(_ call: Call) -> Bool {
        switch call {
        case .apply(let register, let choice): apply(snapshots[register], register.name, choice)
        case .undo:
            if let kept { apply(kept.initialSnapshot, "undo", .byDefault) } else { trace.add("ok none") }
        case .reloadData(let register):
            start { [completion = completion(register.name)] (source) throws(DiffableError) in
                try source.applyUsingReloadData(self.snapshots[register], completion: completion)
            }
        case .applySection(let register, let section, let choice):
            let tree = snapshots[register]
            start(choice, completion: register.name) {
                (source, animates, animation, completion) throws(DiffableError) in
                try source.apply(
                    tree, toSection: section.identifier, content: section.content, animatingDifferences: animates,
                    animation: animation, completion: completion)
            }
        case .toggle(let item): start { (source) throws(DiffableError) in try source.toggleItem(item) }
        case .reorder(let from, let to):
            start { (source) throws(DiffableError) in try source.reorderItem(from: from, to: to) }
        default: return false
        }
        return true
    }

    private func apply(_ snapshot: Snapshot, _ name: String, _ choice: AnimationChoice) {
        start(choice, completion: name) { (source, animates, animation, completion) throws(DiffableError) in
            try source.apply(snapshot, animatingDifferences: animates, animation: animation, completion: completion)
        }
    }

    private func start(
        _ choice: AnimationChoice, completion name: String,
        _ body: (DataSource, _ animates: Bool, RowAnimation?, DataSource.TransactionHandler?) throws(DiffableError) ->
            ApplyOutcome
    ) {
        var (animates, animation) = (true, RowAnimation?.none)
        switch choice {
        case .byDefault: break
        case .still: animates = false
        case .animated(let chosen): animation = chosen
        }
        start { (source) throws(DiffableError) in try body(source, animates, animation, completion(name)) }
    }

    /// Adds to the trace whether the apply succeeded, was queued, or was refused.
    private func start(_ body: (DataSource) throws(DiffableError) -> ApplyOutcome) {
        let isQueued = source.isApplying
        reply { (failure) throws(DiffableError) in
            let outcome = try body(source)
            failure = outcome.failure
            guard isQueued == (outcome.state == .queued), (outcome.transaction != nil) == (outcome.state == .applied)
            else {
                return "an outcome that contradicts itself"
            }
            switch outcome.state {
            case .queued: return "queued"
            case .refused: return failure == nil ? "refused" : nil
            case .applied: return failure == nil ? "ok" : "applied"
            }
        }
    }

    private func completion(_ name: String) -> DataSource.TransactionHandler {
        { [unowned self] (_) throws(DiffableError) in try called(.completion, " \(name)") }
    }
}

extension ReferenceModel {
    /// The model of a snapshot, read by its public methods; without sections if these contradict one another.
    init(read snapshot: Snapshot) {
        self.init(isTree: snapshot.isSectionSnapshot)
        let all = snapshot.allItemIdentifiers
        sections = snapshot.sectionIdentifiers.map { section in
            let items = all.filter { snapshot.sectionIdentifier(containingItem: $0) == section }
            let nodes = items.compactMap { item -> Node? in
                guard let level = try? snapshot.level(ofItem: item), let isExpanded = try? snapshot.isExpanded(item),
                    let isExpandable = try? snapshot.isExpandable(item),
                    let keepsExpansion = try? snapshot.keepsExpansion(item)
                else { return nil }
                return Node(
                    element: Element(item, content: snapshot.content(ofItem: item)), level: level,
                    isExpanded: isExpanded,
                    isExpandable: isExpandable, keepsExpansion: keepsExpansion)
            }
            return Section(identifier: section, content: snapshot.content(ofSection: section), nodes: nodes)
        }
        if !isSound(snapshot) { sections = [] }
        reloadedItems = snapshot.reloadedItemIdentifiers
        reconfiguredItems = snapshot.reconfiguredItemIdentifiers
        reloadedSections = snapshot.reloadedSectionIdentifiers
        reconfiguredSections = snapshot.reconfiguredSectionIdentifiers
    }

    /// Whether the other look-ups of the snapshot fit.
    private func isSound(_ snapshot: Snapshot) -> Bool {
        let expanded = nodes.filter { $0.isExpanded }.map { $0.element.identifier }
        let roots = nodes.filter { $0.level == 0 }.map { $0.element.identifier }
        guard allItems == snapshot.allItemIdentifiers, snapshot.numberOfAllItems == nodes.count,
            snapshot.itemIdentifiers == itemIdentifiers,
            snapshot.expandedItemIdentifiers == expanded, snapshot.rootItemIdentifiers == roots
        else { return false }
        return sections.allSatisfy { section in
            section.nodes.enumerated().allSatisfy { index, node in
                let item = node.element.identifier
                let children = section.children(of: index).map { section.nodes[$0].element.identifier }
                return (try? snapshot.isVisible(item)) == section.isVisible(index)
                    && (try? snapshot.parent(ofItem: item))
                        == section.parent(of: index).map { section.nodes[$0].element.identifier }
                    && (try? snapshot.children(ofItem: item)) == children
                    && (try? snapshot.numberOfChildren(ofItem: item)) == children.count
            } && (try? snapshot.itemIdentifiers(inSection: section.identifier)) == section.items.map { $0.identifier }
        }
    }
}
