@testable import Diffable

/// Runs a program on the reference model: what a program should say.
final class ModelInterpreter: Interpreter {
    var trace = Trace()
    private(set) var snapshots = [ReferenceModel](repeating: ReferenceModel(), count: 4)
    /// The list of the data source, and what its rows show.
    private(set) var list = ReferenceModel()
    var treeRegisters = [TreeModel](repeating: TreeModel(), count: 2)
    /// Of the sections that have one.
    private(set) var trees: [Identifier: TreeModel] = [:]
    private var shown: [Identifier: UInt64] = [:]
    private var defaultAnimation = RowAnimation.automatic
    private var reactions = Reactions()
    private var queue: [Apply] = []
    private var isApplying = false

    /// One call to apply.
    struct Apply {
        /// Of the snapshot that a completion is told of.
        var register: Int?
        /// Nil where every cell is asked for anew.
        var motion: Motion? = .asUsual
        var isDrag = false
        /// What list and trees are to be, worked out when its turn has come.
        var change: (ModelInterpreter) -> (list: ReferenceModel, trees: [Identifier: TreeModel])
    }

    func perform(_ call: Call) {
        switch call {
        case .edit(let register, let edit): trace.add(snapshots[register].perform(edit))
        case .new(let register), .newSnapshot(let register): become(register, ReferenceModel())
        case .copy(let register, let original): become(register, snapshots[original])
        case .fetch(let register): become(register, list)
        case .state(let register): trace.add(snapshots[register])
        case .find(let register, let name): find(name, in: snapshots[register])
        case .equal(let left, let right): trace.add("ok \(snapshots[left].sections == snapshots[right].sections)")
        case .difference(let old, let new):
            trace.add(Changes(NaiveDifference(from: snapshots[old], to: snapshots[new])))
            trace.add(.done)
        case .source: trace.add(list)
        case .cell(let path): cell(path)
        case .when(let event, let count, let reaction):
            reactions.add(event, count, reaction)
            trace.add(.done)
        case .defaultAnimation(let animation):
            defaultAnimation = animation
            trace.add(.done)
        case .apply(let register, let motion): start(apply(register, motion))
        case .reloadData(let register): start(apply(register, nil))
        default: performOnTrees(call)
        }
    }

    private func become(_ register: Int, _ model: ReferenceModel) {
        snapshots[register] = model
        trace.add(.done)
    }

    private func find(_ name: Identifier, in model: ReferenceModel) {
        if let path = model.path(ofItem: name) {
            let section = model.sections[path.section]
            let before = model.sections[..<path.section].reduce(path.item) { $0 + $1.items.count }
            trace.add("item \(path.token) \(before) \(section.identifier.token) \(section.items[path.item].token)")
        }
        guard let index = model.index(ofSection: name) else { return trace.add(.failed(.unknownIdentifier, name, position: nil)) }
        let section = model.sections[index]
        trace.add("section \(index) \(Element(name, revision: section.revision).token)")
        trace.add("ok \(section.items.count)")
    }

    private func cell(_ path: IndexPath) {
        guard list.sections.indices.contains(path.section), list.sections[path.section].items.indices.contains(path.item)
        else { return trace.add(.failed(.invalidArgument, nil, position: nil)) }
        let item = list.sections[path.section].items[path.item].identifier
        trace.add("ok \(Element(item, revision: shown[item]!).token)")
    }

    // MARK: - Applies

    private func apply(_ register: Int, _ motion: Motion?) -> Apply {
        let new = snapshots[register]
        return Apply(register: register, motion: motion) { model in (new, model.trees(following: new)) }
    }

    func start(_ apply: Apply) {
        queue.append(apply)
        if isApplying { return trace.add("queued") }
        isApplying = true
        var failure: DiffableError.Code?
        while !queue.isEmpty {
            let failed = perform(queue.removeFirst())
            failure = failure ?? failed
        }
        isApplying = false
        trace.add(failure.map { .failed($0, nil, position: nil) } ?? .done)
    }

    private func perform(_ apply: Apply) -> DiffableError.Code? {
        let change = apply.change(self)
        let new = apply.motion == nil ? change.list.withoutMarks : change.list
        let naive = NaiveDifference(from: list, to: new)
        guard let cells = askProviders(naive, forAll: apply.motion == nil) else { return .providerFailed }
        if apply.isDrag { _ = call(.willReorder, "") }
        list = new.withoutMarks
        trees = change.trees
        if apply.isDrag { _ = call(.didReorder, "") }
        shown = shown.filter { list.path(ofItem: $0.key) != nil }.merging(cells) { $1 }
        var failures = [call(.write, "")]
        let animation = apply.motion?.animation(defaultAnimation) ?? .none
        failures.append(call(.observer, " \(animation.name)") { self.trace.add(Changes(naive)) })
        failures.append(call(.second, ""))
        if let register = apply.register { failures.append(call(.completion, " s\(register)")) }
        return failures.compactMap { $0 }.first
    }

    /// The view asks, from the top, for what is new or shows something else. Nil where a provider failed.
    private func askProviders(_ naive: NaiveDifference, forAll: Bool) -> [Identifier: UInt64]? {
        let items = Set((naive.insertedItems + naive.reloadedItems + naive.reconfiguredItems).map { $0.identifier })
        let sections = Set((naive.insertedSections + naive.updatedSections).map { $0.identifier })
        var cells: [Identifier: UInt64] = [:]
        for (index, section) in naive.new.sections.enumerated() {
            let name = " \(Element(section.identifier, revision: section.revision).token) \(index)"
            let isAsked = forAll || sections.contains(section.identifier)
            if isAsked && call(.header, name) != nil { return nil }
            for (place, item) in section.items.enumerated() where forAll || items.contains(item.identifier) {
                if call(.cell, " \(item.token) \(index).\(place)") != nil { return nil }
                cells[item.identifier] = item.revision
            }
            if isAsked && call(.footer, name) != nil { return nil }
        }
        return cells
    }

    /// A callback: it says what it was given and how many items the data source has, and then does what it is to do.
    func call(_ event: Event, _ arguments: String, _ more: () -> Void = {}) -> DiffableError.Code? {
        trace.add("\(event.rawValue)\(arguments) of \(list.items.count)")
        more()
        let due = reactions.take(event)
        for case .apply(let register) in due { start(apply(register, .asUsual)) }
        return due.contains { $0.isFailure } ? event.failure : nil
    }
}
