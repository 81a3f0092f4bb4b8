@testable import DiffableEngine

/// A program, and the trace that the model expects of it.
struct Program {
    var calls: [Call] = []
    var trace: [String] = []
}

/// Draws random programs. It runs each call on the model, so that the next call fits the state.
struct ProgramGenerator {
    /// The kind of call that a program mostly has.
    enum Theme: String {
        case lists, trees, gestures
    }

    var random: Choices
    var edits: EditGenerator
    let theme: Theme
    let model = ModelInterpreter()
    private var program = Program()
    private var inspectsAfterCalls = false

    /// Short lists of short identifiers, for programs that people read.
    static let readable = Shape(sections: 3, items: 8, batch: 3, pool: 18..<54, wrong: 10)

    static func program(seed: UInt64, calls: Int, shape: Shape = readable, theme: Theme = .lists) -> Program {
        var generator = ProgramGenerator(Choices(seed: seed), Choices(seed: ~seed), shape: shape, theme: theme)
        generator.start()
        while generator.program.calls.count < calls { generator.addStep() }
        generator.add(.source)
        return generator.finished()
    }

    /// A program whose choices are bytes. It reads the changed state after each call, and all state at the end.
    static func program(bytes: [UInt8], calls: Int, shape: Shape = readable) -> Program {
        let bytes = Choices.Bytes(bytes)
        var random = Choices(bytes)
        let theme = random.pick([Theme.lists, .trees, .gestures])
        var generator = ProgramGenerator(random, random, shape: shape, theme: theme)
        generator.inspectsAfterCalls = true
        while generator.program.calls.count < calls && !bytes.hasRunOut { generator.addStep() }
        let snapshots = generator.model.snapshots
        for register in snapshots.indices where !snapshots[register].items.isEmpty { generator.add(.state(register)) }
        generator.add(.transaction)
        return generator.finished()
    }

    private mutating func start() {
        fill(0)
        add(.apply(0, .byDefault))
    }

    private mutating func addStep() {
        switch theme {
        case .trees where random.once(in: 2): addTreeStep()
        case .gestures where !random.once(in: 4): addGestureStep()
        default: addListStep()
        }
    }

    private func finished() -> Program {
        Program(calls: program.calls, trace: model.trace.lines)
    }

    private init(_ random: Choices, _ other: Choices, shape: Shape, theme: Theme) {
        self.random = random
        edits = EditGenerator(random: other, shape: theme == .lists ? shape.flat : shape.drawingCommonKinds)
        edits.trees = Array(Register.trees)
        edits.hasOnlyNumbers = true
        self.theme = theme
    }

    mutating func add(_ call: Call) {
        model.performSpelled(call)
        program.calls.append(call)
        if inspectsAfterCalls, let inspection = call.inspection {
            model.performSpelled(inspection)
            program.calls.append(inspection)
        }
    }

    mutating func register() -> Register {
        random.pick([0, 0, 0, 1, 1, 2, 3])
    }

    private mutating func addListStep() {
        switch random.below(26) {
        case 0...8: edit(register())
        case 9: add(.copy(register(), of: register()))
        case 10: add(random.once(in: 3) ? .new(register()) : .newSnapshot(register()))
        case 11: add(.fetch(register()))
        case 12, 13: lookUp(register())
        case 14: lookUpInSource()
        case 15: add(random.once(in: 3) ? .equal(register(), register()) : .difference(register(), register()))
        case 16:
            switch random.below(4) {
            case 0: add(.render)
            case 1: add(.cell(row()))
            case 2: add(supplementary())
            default: addBadge()
            }
        case 17: addReaction()
        case 18, 19, 20:
            if random.once(in: 2) { addReaction() }
            applyEditedList()
        case 21:
            add(
                random.once(in: 2) ? .reloadData(register()) : .defaultAnimation(random.once(in: 3) ? nil : animation())
            )
        case 22: add(random.once(in: 2) ? .source : .transaction)
        default: add(.apply(filledRegister(), animationChoice()))
        }
    }

    /// A register, mostly with a snapshot that is not empty.
    private mutating func filledRegister() -> Register {
        let register = register()
        if model.snapshots[register].items.isEmpty && !random.once(in: 8) { fill(register) }
        return register
    }

    mutating func lookUp(_ register: Register) {
        let list = model.snapshots[register]
        if register.isTree {
            switch random.below(4) {
            case 0: return add(.find(register, edits.item(list)))
            case 1: return add(random.once(in: 3) ? .items(register, nil) : .difference(register, tree()))
            case 2: return add(random.once(in: 3) ? .equal(register, tree()) : .copy(register, of: tree()))
            default: return add(.state(register))
            }
        }
        switch random.below(4) {
        case 0: add(.find(register, random.once(in: 2) ? edits.item(list) : edits.section(list)))
        case 1: add(.at(register, insertionPath(in: list)))
        case 2: add(.items(register, random.once(in: 2) ? nil : edits.section(list)))
        default: add(.state(register))
        }
    }

    private mutating func lookUpInSource() {
        add(
            random.once(in: 2)
                ? .row(row()) : .lookUp(random.once(in: 3) ? edits.section(model.list) : edits.item(model.list)))
    }

    /// Sections with items.
    private mutating func fill(_ register: Register) {
        if model.snapshots[register].sections.count < 2 { add(.edit(register, .appendSections(newElements()))) }
        for section in model.snapshots[register].sectionIdentifiers {
            add(.edit(register, .appendItems(newElements(), toSection: section)))
            if edits.shape.hasTrees && random.once(in: 2) {
                let parent = edits.item(model.snapshots[register])
                add(.edit(register, .appendItemsToParent(newElements(), parent)))
                if random.once(in: 2) { add(.edit(register, .expand([parent]))) }
            }
        }
    }

    private mutating func newElements() -> [Element] {
        let first = random.below(edits.shape.pool.count)
        return (0..<random.number(in: 2...3)).map { offset in
            let number = edits.shape.pool.lowerBound + (first + offset) % edits.shape.pool.count
            return Element(identifier(number), revision: random.once(in: 4) ? UInt64(random.number(in: 1...4)) : 0)
        }
    }

    /// Some edits of one snapshot.
    mutating func edit(_ register: Register) {
        if model.snapshots[register].items.isEmpty && !register.isTree && !random.once(in: 4) { return fill(register) }
        for _ in 0..<random.number(in: 1...4) { add(.edit(register, nextEdit(register))) }
    }

    mutating func nextEdit(_ register: Register) -> Edit {
        switch edits.next(for: model.snapshots[register]) {
        case .reloadItems(let items): .reloadItems(uniqueMarks(items))
        case .reconfigureItems(let items): .reconfigureItems(uniqueMarks(items))
        case .reloadSections(let sections): .reloadSections(uniqueMarks(sections))
        case .reconfigureSections(let sections): .reconfigureSections(uniqueMarks(sections))
        // In Lua and JavaScript nothing tells which items keep their children.
        case .insertTree(let tree, _) where model.snapshots[tree].nodes.contains { $0.keepsChildren }:
            .keepExpansion(model.snapshots[tree].allItems)
        // In Lua, a bare identifier is an error of another kind.
        case .updateItems(let items): .updateItems(items.filter { $0.revision != 0 })
        case let other: other
        }
    }

    /// Removes marks of elements that are marked twice in a call. If one of the two marks has no revision, the result
    /// is not the same in every language.
    func uniqueMarks(_ marked: [Element]) -> [Element] {
        marked.enumerated().filter { index, one in !marked[..<index].contains { $0.identifier == one.identifier } }.map
        { $0.element }
    }

    mutating func applyEditedList() {
        let register = register()
        add(.fetch(register))
        edit(register)
        add(.apply(register, animationChoice()))
    }

    mutating func supplementary() -> Call {
        .supplementary(
            random.pick(["header", "footer", "badge", "badge", "nothing"]), random.below(model.list.sections.count + 1))
    }

    /// The index path of an item of the data source, or the one after the last item of a section.
    mutating func insertionPath() -> IndexPath {
        insertionPath(in: model.list)
    }

    /// The index path of an item of the data source; sometimes one that does not exist.
    mutating func row() -> IndexPath {
        let items = model.list.itemIdentifiers
        return items.isEmpty || random.once(in: edits.shape.wrong)
            ? insertionPath() : model.list.path(ofItem: random.pick(items))!
    }

    private mutating func insertionPath(in list: ReferenceModel) -> IndexPath {
        let section = random.below(list.sections.count + 1)
        if section == list.sections.count { return IndexPath(section: section, item: 0) }
        return IndexPath(section: section, item: random.number(in: 0...list.sections[section].visible.count))
    }

    mutating func animationChoice() -> AnimationChoice {
        switch random.below(6) {
        case 0: .still
        case 1: .animated(animation())
        default: .byDefault
        }
    }

    mutating func animation() -> RowAnimation {
        random.pick(RowAnimation.allCases)
    }
}
