@testable import DiffableEngine
@testable import DiffableViews

/// Runs a program on the engine, for the actual trace.
final class EngineInterpreter: Interpreter {
    var trace = Trace()
    var reactions = Reactions()
    private var snapshots = [Snapshot](repeating: Snapshot(), count: 4)
    var trees = [SectionSnapshot](repeating: SectionSnapshot(), count: 2)
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
        case .edit(let register, let edit): trace.add(snapshots[register].perform(edit))
        case .new(let register): become(register, Snapshot())
        case .newSnapshot(let register): become(register, source.newSnapshot())
        case .copy(let register, let original): become(register, snapshots[original])
        case .fetch(let register): become(register, source.snapshot())
        case .state(let register): trace.add(ReferenceModel(read: snapshots[register]))
        case .find(let register, let name): find(name, in: snapshots[register])
        case .at(let register, let path):
            let (section, item) = (snapshots[register].sectionIdentifier(at: path.section), snapshots[register].itemIdentifier(at: path))
            trace.add("ok \(section?.token ?? "-") \(item?.token ?? "-")")
        case .items(let register, let section): items(of: section, in: snapshots[register])
        case .equal(let left, let right): trace.add("ok \(snapshots[left] == snapshots[right])")
        case .difference(let old, let new):
            let (from, to) = (ReferenceModel(read: snapshots[old]), ReferenceModel(read: snapshots[new]))
            let changes = Changes(Difference(from: snapshots[old], to: snapshots[new]), from: from, to: to)
            trace.add(changes)
            trace.add("ok \(changes.description)")
        case .apply(let register, let choice):
            let snapshot = snapshots[register]
            start(choice, completion: "s\(register)") { (source, animates, animation, completion) throws(DiffableError) in
                try source.apply(snapshot, animatingDifferences: animates, animation: animation, completion: completion)
            }
        case .reloadData(let register):
            start { [completion = completion("s\(register)")] (source) throws(DiffableError) in
                try source.applyUsingReloadData(self.snapshots[register], completion: completion)
            }
        case .when(let event, let count, let reaction):
            reactions.add(event, count, reaction)
            trace.add(.done)
        default: if !performOnTrees(call) { performOnSource(call) }
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
                trace.add(.failed(failure.code, failure.identifier, position: nil), after: done)
            } else if let done {
                trace.add(done)
            }
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

    private func items(of section: Identifier?, in snapshot: Snapshot) {
        reply { () throws(DiffableError) in
            let items = if let section { try snapshot.itemIdentifiers(inSection: section) } else { snapshot.itemIdentifiers }
            return (["ok"] + items.map { $0.token }).joined(separator: " ")
        }
    }

    // MARK: - Applies

    func start(
        _ choice: AnimationChoice, completion name: String,
        _ body: (DataSource, _ animates: Bool, RowAnimation?, DataSource.TransactionHandler?) throws(DiffableError) -> ApplyOutcome
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
    func start(_ body: (DataSource) throws(DiffableError) -> ApplyOutcome) {
        let isQueued = source.isApplying
        reply { (failure) throws(DiffableError) in
            let outcome = try body(source)
            failure = outcome.failure
            guard isQueued == (outcome.state == .queued), (outcome.transaction != nil) == (outcome.state == .applied) else {
                return "an outcome that contradicts itself"
            }
            switch outcome.state {
            case .queued: return "queued"
            case .refused: return failure == nil ? "refused" : nil
            case .applied: return failure == nil ? "ok" : "applied"
            }
        }
    }

    func completion(_ name: String) -> DataSource.TransactionHandler {
        { [unowned self] (_) throws(DiffableError) in try called(.completion, " \(name)") }
    }
}

extension ReferenceModel {
    /// The model of a snapshot, read by its public methods.
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
        reconfiguredSections = snapshot.reconfiguredSectionIdentifiers
    }
}
