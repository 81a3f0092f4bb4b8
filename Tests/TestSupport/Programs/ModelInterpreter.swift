@testable import DiffableEngine

/// Runs a program on the reference model, for the expected trace.
final class ModelInterpreter: Interpreter {
    var trace = Trace()
    var reactions = Reactions()
    private(set) var snapshots =
        Register.lists.map { _ in ReferenceModel() } + Register.trees.map { _ in ReferenceModel.emptyTree }
    /// The list of the data source.
    var list = ReferenceModel()
    /// The list that the view shows, while the providers are asked for the cells of another one.
    var shownList: ReferenceModel?
    var defaultAnimation = RowAnimation.automatic
    var handlers = Set(Event.handlers)
    var kept: Transition?
    var queue: [Apply] = []
    var isApplying = false

    func perform(_ call: Call) {
        switch call {
        case .edit(let register, let edit): trace.add(snapshots[register].perform(edit, registers: snapshots))
        case .new(let register): become(register, register.isTree ? .emptyTree : ReferenceModel())
        case .newSnapshot(let register): become(register, ReferenceModel())
        case .copy(let register, let original): become(register, snapshots[original])
        case .fetch(let register): become(register, list)
        case .fetchSection(let register, let section): become(register, list.tree(ofSection: section))
        case .sectionSnapshot(let register, let section, let tree):
            become(tree, snapshots[register].tree(ofSection: section))
        case .snapshotOf(let register, let parent, let part, let isWhole):
            guard snapshots[register].place(of: parent) != nil else {
                return trace.add(unknown(.item, parent, "snapshot_of", in: snapshots[register]))
            }
            become(part, snapshots[register].tree(below: parent, includingParent: isWhole))
        case .state(let register): trace.add(snapshots[register])
        case .find(let register, let name): find(name, in: snapshots[register])
        case .at(let register, let path): at(path, in: snapshots[register])
        case .items(let register, let section): items(of: section, in: snapshots[register])
        case .equal(let left, let right):
            trace.add("ok \(snapshots[left].withoutMarks == snapshots[right].withoutMarks)")
        case .difference(let old, let new):
            let changes = Changes(NaiveDifference(from: snapshots[old], to: snapshots[new]))
            trace.add(changes)
            trace.add("ok \(changes.description)")
        case .when(let event, let count, let reaction):
            reactions.add(event, count, reaction)
            trace.add(.done)
        default: if !performApply(call) { performOnSource(call) }
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
            trace.add(text: TextModel.lines(of: shownList ?? list))
            trace.add(.done)
        case .transaction: trace.add(kept.map { KeptTransaction($0) })
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

    private func become(_ register: Register, _ model: ReferenceModel) {
        snapshots[register] = model
        trace.add(.done)
    }

    // MARK: - Look-ups

    private func find(_ name: Identifier, in model: ReferenceModel) {
        if let place = model.place(of: name) {
            let section = model.sections[place.section]
            let node = section.nodes[place.node]
            let path = model.path(ofItem: name)
            let index = path.map { path in model.sections[..<path.section].reduce(path.item) { $0 + $1.items.count } }
            let parent = section.parent(of: place.node).map { section.nodes[$0].element.identifier.token }
            let words = [
                "item", path?.token ?? "-", index.map { "\($0)" } ?? "-", model.isTree ? "-" : section.identifier.token,
                node.element.token,
                "\(node.level)", parent ?? "-", "\(section.children(of: place.node).count)",
            ]
            trace.add(
                (words + (node.isExpanded ? ["expanded"] : []) + (path == nil ? ["hidden"] : [])).joined(separator: " ")
            )
        }
        if model.isTree { return trace.add(.done) }
        guard let index = model.index(ofSection: name) else {
            return trace.add(unknown(.section, name, "number_of_items", in: model))
        }
        let section = model.sections[index]
        trace.add("section \(index) \(Element(name, content: section.content).token)")
        trace.add("ok \(section.items.count)")
    }

    private func unknown(_ kind: Edit.Kind, _ identifier: Identifier, _ call: String, in list: ReferenceModel)
        -> Outcome
    {
        let hint = Edit.hint(kind, identifier, in: list)
        return .failed(
            Failure(.unknownIdentifier, "\(call): there is no \(kind) \(identifier)\(hint)", identifier: identifier))
    }

    private func at(_ path: IndexPath, in model: ReferenceModel) {
        let section = model.sections.indices.contains(path.section) ? model.sections[path.section] : nil
        trace.add("ok \(section?.identifier.token ?? "-") \(item(at: path, in: model)?.identifier.token ?? "-")")
    }

    func item(at path: IndexPath, in model: ReferenceModel) -> Element? {
        let sections = model.visibleSections
        guard sections.indices.contains(path.section), sections[path.section].items.indices.contains(path.item) else {
            return nil
        }
        return sections[path.section].items[path.item]
    }

    private func items(of section: Identifier?, in model: ReferenceModel) {
        var items = model.items
        if let section {
            guard let index = model.index(ofSection: section) else {
                return trace.add(unknown(.section, section, "item_identifiers", in: model))
            }
            items = model.sections[index].items
        }
        trace.add((["ok"] + items.map { $0.identifier.token }).joined(separator: " "))
    }

    private func lookUp(_ name: Identifier) {
        if let place = list.place(of: name) {
            trace.add(
                "item \(list.path(ofItem: name)?.token ?? "-") \(list.sections[place.section].nodes[place.node].element.token)"
            )
        }
        if let index = list.index(ofSection: name) {
            trace.add("section \(index) \(Element(name, content: list.sections[index].content).token)")
        }
        trace.add(.done)
    }

    /// While the view prepares for an apply it has no cells of the new list, so the provider is called.
    private func cell(_ path: IndexPath) {
        guard let item = item(at: path, in: list) else {
            return trace.add(.failed(Failure(.invalidArgument, "cell_at: there is no row at \(path.words)")))
        }
        let failure = shownList == nil ? nil : call(item.provider, " \(item.token) \(path.token)")
        if let failure { trace.add(.failed(failure)) } else { trace.add("ok \(item.shown)") }
    }

    /// A view has the headers and footers. For other kinds the provider is called.
    private func supplementary(_ kind: String, _ index: Int) {
        guard list.sections.indices.contains(index) else {
            return trace.add(.failed(Failure(.invalidArgument, "supplementary_cell: there is no section at \(index)")))
        }
        let section = Element(list.sections[index].identifier, content: list.sections[index].content)
        let event = Event(rawValue: kind)
        let text = event.flatMap { section.text(of: $0) } ?? "-"
        var own: Failure?
        let failure = queueingApplies {
            if let event, event == .badge || shownList != nil { own = call(event, " \(section.token) \(index)") }
            return own
        }
        guard let failure else { return trace.add("ok \(text)") }
        trace.add(.failed(failure), after: own == nil ? "ok \(text)" : nil)
    }
}

extension IndexPath {
    /// As messages say it.
    var words: String { "section \(section), item \(item)" }
}
