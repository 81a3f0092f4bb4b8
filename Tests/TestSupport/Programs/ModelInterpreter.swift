@testable import DiffableEngine

/// Runs a program on the reference model, for the expected trace.
final class ModelInterpreter: Interpreter {
    var trace = Trace()
    var reactions = Reactions()
    private(set) var snapshots = [ReferenceModel](repeating: ReferenceModel(), count: 4)
    var treeRegisters = [TreeModel](repeating: TreeModel(), count: 2)
    /// The list of the data source.
    var list = ReferenceModel()
    /// The trees of sections that have one.
    var trees: [Identifier: TreeModel] = [:]
    var defaultAnimation = RowAnimation.automatic
    var handlers = Set(Event.handlers)
    var kept: (Transition, oldTrees: [Identifier: TreeModel])?
    var queue: [Apply] = []
    var isApplying = false

    func perform(_ call: Call) {
        switch call {
        case .edit(let register, let edit): trace.add(snapshots[register].perform(edit))
        case .new(let register), .newSnapshot(let register): become(register, ReferenceModel())
        case .copy(let register, let original): become(register, snapshots[original])
        case .fetch(let register): become(register, list)
        case .state(let register): trace.add(snapshots[register])
        case .find(let register, let name): find(name, in: snapshots[register])
        case .at(let register, let path): at(path, in: snapshots[register])
        case .items(let register, let section): items(of: section, in: snapshots[register])
        case .equal(let left, let right): trace.add("ok \(snapshots[left].sections == snapshots[right].sections)")
        case .difference(let old, let new):
            let changes = Changes(NaiveDifference(from: snapshots[old], to: snapshots[new]))
            trace.add(changes)
            trace.add("ok \(changes.description)")
        case .apply(let register, let choice): apply(register, choice)
        case .reloadData(let register): apply(register, nil)
        case .when(let event, let count, let reaction):
            reactions.add(event, count, reaction)
            trace.add(.done)
        default: if !performOnTrees(call) { performOnSource(call) }
        }
    }

    private func performOnSource(_ call: Call) {
        switch call {
        case .source: trace.add(list)
        case .lookUp(let name): lookUp(name)
        case .row(let path): at(path, in: list)
        case .cell(let path): cell(path)
        case .supplementary(let kind, let index): supplementary(kind, index)
        case .render:
            trace.add(text: TextModel.lines(of: list, trees))
            trace.add(.done)
        case .transaction: trace.add(kept.map { KeptTransaction($0, $1) })
        case .defaultAnimation(nil): trace.add("ok \(defaultAnimation.name)")
        case .defaultAnimation(let animation?):
            defaultAnimation = animation
            trace.add(.done)
        case .handler(let handler, let isOn):
            if isOn { handlers.insert(handler) } else { handlers.remove(handler) }
            trace.add(.done)
        default: fatalError("\(call) is no call on a data source")
        }
    }

    private func become(_ register: Int, _ model: ReferenceModel) {
        snapshots[register] = model
        trace.add(.done)
    }

    private func apply(_ register: Int, _ choice: AnimationChoice?) {
        let new = snapshots[register]
        start(Apply(completion: "s\(register)", choice: choice) { model in .to(new, model.trees(rebasedOnto: new)) })
    }

    // MARK: - Look-ups

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

    private func at(_ path: IndexPath, in model: ReferenceModel) {
        let section = model.sections.indices.contains(path.section) ? model.sections[path.section] : nil
        trace.add("ok \(section?.identifier.token ?? "-") \(item(at: path, in: model)?.identifier.token ?? "-")")
    }

    func item(at path: IndexPath, in model: ReferenceModel) -> Element? {
        guard model.sections.indices.contains(path.section), model.sections[path.section].items.indices.contains(path.item)
        else { return nil }
        return model.sections[path.section].items[path.item]
    }

    private func items(of section: Identifier?, in model: ReferenceModel) {
        var items = model.items
        if let section {
            guard let index = model.index(ofSection: section) else { return trace.add(.failed(.unknownIdentifier, section, position: nil)) }
            items = model.sections[index].items
        }
        trace.add((["ok"] + items.map { $0.identifier.token }).joined(separator: " "))
    }

    private func lookUp(_ name: Identifier) {
        if let path = list.path(ofItem: name) { trace.add("item \(path.token) \(item(at: path, in: list)!.token)") }
        if let index = list.index(ofSection: name) {
            trace.add("section \(index) \(Element(name, revision: list.sections[index].revision).token)")
        }
        trace.add(.done)
    }

    private func cell(_ path: IndexPath) {
        guard let item = item(at: path, in: list) else { return trace.add(.failed(.invalidArgument, nil, position: nil)) }
        trace.add("ok \(item.shown)")
    }

    /// A view has the headers and footers. For other kinds the provider is called.
    private func supplementary(_ kind: String, _ index: Int) {
        guard list.sections.indices.contains(index) else { return trace.add(.failed(.invalidArgument, nil, position: nil)) }
        let section = Element(list.sections[index].identifier, revision: list.sections[index].revision)
        let text = Event(rawValue: kind).flatMap { section.text(of: $0) } ?? "-"
        var own: Outcome?
        let failure = queueingApplies {
            own = kind == "badge" ? call(.badge, " \(section.token) \(index)") : nil
            return own
        }
        guard let failure else { return trace.add("ok \(text)") }
        trace.add(failure, after: own == nil ? "ok \(text)" : nil)
    }
}
