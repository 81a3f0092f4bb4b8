@testable import DiffableEngine

/// A program, and what the model says that must come of it.
struct Program {
    var calls: [Call] = []
    var trace: [String] = []
}

/// Draws programs. It runs each call on the model as it goes, to know what fits.
struct ProgramGenerator {
    /// What a program is mostly about.
    enum Theme: String {
        case lists, trees, gestures
    }

    var random: Choices
    var edits: EditGenerator
    let theme: Theme
    let model = ModelInterpreter()
    private var program = Program()
    private var looksAfterCalls = false

    /// Short lists of short identifiers: programs that can be read.
    static let readable = Shape(sections: 3, items: 8, batch: 3, pool: 18..<54, wrong: 10)

    static func program(seed: UInt64, calls: Int, shape: Shape = readable, theme: Theme = .lists) -> Program {
        var generator = ProgramGenerator(Choices(seed: seed), Choices(seed: ~seed), shape: shape, theme: theme)
        generator.start()
        while generator.program.calls.count < calls { generator.goOn() }
        generator.add(.source)
        return generator.finished()
    }

    /// A program whose choices are bytes. After each call it looks at what that may have changed, and at its end at all there is.
    static func program(bytes: [UInt8], calls: Int, shape: Shape = readable) -> Program {
        let bytes = Choices.Bytes(bytes)
        var random = Choices(bytes)
        let theme = random.pick([Theme.lists, .trees, .gestures])
        var generator = ProgramGenerator(random, random, shape: shape, theme: theme)
        generator.looksAfterCalls = true
        while generator.program.calls.count < calls && !bytes.hasRunOut { generator.goOn() }
        for register in 0..<4 where generator.model.snapshots[register] != ReferenceModel() { generator.add(.state(register)) }
        for register in 0..<2 where generator.model.treeRegisters[register] != TreeModel() { generator.add(.treeState(register)) }
        generator.add(.transaction)
        return generator.finished()
    }

    private mutating func start() {
        fill(0)
        add(.apply(0, .asUsual))
    }

    private mutating func goOn() {
        switch theme {
        case .trees where random.once(in: 2): stepOnTrees()
        case .gestures where !random.once(in: 4): stepOnGestures()
        default: step()
        }
    }

    private func finished() -> Program {
        Program(calls: program.calls, trace: model.trace.lines)
    }

    private init(_ random: Choices, _ other: Choices, shape: Shape, theme: Theme) {
        self.random = random
        edits = EditGenerator(random: other, shape: shape)
        self.theme = theme
    }

    mutating func add(_ call: Call) {
        model.performSpelled(call)
        program.calls.append(call)
        if looksAfterCalls, let look = call.look {
            model.performSpelled(look)
            program.calls.append(look)
        }
    }

    mutating func register() -> Int {
        random.pick([0, 0, 0, 1, 1, 2, 3])
    }

    private mutating func step() {
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
            default: askForBadge()
            }
        case 17: addReaction()
        case 18, 19, 20:
            if random.once(in: 2) { addReaction() }
            applyWhatDiffers()
        case 21: add(random.once(in: 2) ? .reloadData(register()) : .defaultAnimation(random.once(in: 3) ? nil : animation()))
        case 22: add(random.once(in: 2) ? .source : .transaction)
        default: add(.apply(filledRegister(), motion()))
        }
    }

    /// Most often one whose snapshot is not empty: from an empty list not much can come.
    private mutating func filledRegister() -> Int {
        let register = register()
        if model.snapshots[register].items.isEmpty && !random.once(in: 8) { fill(register) }
        return register
    }

    private mutating func lookUp(_ register: Int) {
        let list = model.snapshots[register]
        switch random.below(4) {
        case 0: add(.find(register, random.once(in: 2) ? edits.item(list) : edits.section(list)))
        case 1: add(.at(register, place(in: list)))
        case 2: add(.items(register, random.once(in: 2) ? nil : edits.section(list)))
        default: add(.state(register))
        }
    }

    private mutating func lookUpInSource() {
        add(random.once(in: 2) ? .row(row()) : .lookUp(random.once(in: 3) ? edits.section(model.list) : edits.item(model.list)))
    }

    /// Sections with items.
    private mutating func fill(_ register: Int) {
        if model.snapshots[register].sections.count < 2 { add(.edit(register, .appendSections(newElements()))) }
        for section in model.snapshots[register].sectionIdentifiers {
            add(.edit(register, .appendItems(newElements(), toSection: section)))
        }
    }

    private mutating func newElements() -> [Element] {
        let first = random.below(edits.shape.pool.count)
        return (0..<random.number(in: 2...3)).map { offset in
            let number = edits.shape.pool.lowerBound + (first + offset) % edits.shape.pool.count
            return Element(identifier(number), revision: random.once(in: 4) ? UInt64(random.number(in: 1...4)) : 0)
        }
    }

    /// A few edits in a row, most often on one and the same list.
    mutating func edit(_ register: Int) {
        if model.snapshots[register].items.isEmpty && !random.once(in: 4) { return fill(register) }
        for _ in 0..<random.number(in: 1...4) { add(.edit(register, nextEdit(register))) }
    }

    mutating func nextEdit(_ register: Int) -> Edit {
        switch edits.next(for: model.snapshots[register]) {
        case .reloadItems(let items): .reloadItems(eachOnce(items))
        case .reconfigureItems(let items): .reconfigureItems(eachOnce(items))
        case .reloadSections(let sections): .reloadSections(eachOnce(sections))
        case let other: other
        }
    }

    /// What a mark without a revision says of one that an earlier mark of the same call gave is not the same in every language.
    func eachOnce(_ marked: [Element]) -> [Element] {
        marked.enumerated().filter { place, one in !marked[..<place].contains { $0.identifier == one.identifier } }.map { $0.element }
    }

    mutating func applyWhatDiffers() {
        let register = register()
        add(.fetch(register))
        edit(register)
        add(.apply(register, motion()))
    }

    mutating func supplementary() -> Call {
        .supplementary(random.pick(["header", "footer", "badge", "badge", "nothing"]), random.below(model.list.sections.count + 1))
    }

    /// A row of the data source, or a place just past the end of one of its sections.
    mutating func place() -> IndexPath {
        place(in: model.list)
    }

    /// A row of the data source, or once in a while a place where there is none.
    mutating func row() -> IndexPath {
        let items = model.list.itemIdentifiers
        return items.isEmpty || random.once(in: edits.shape.wrong) ? place() : model.list.path(ofItem: random.pick(items))!
    }

    private mutating func place(in list: ReferenceModel) -> IndexPath {
        let section = random.below(list.sections.count + 1)
        if section == list.sections.count { return IndexPath(section: section, item: 0) }
        return IndexPath(section: section, item: random.number(in: 0...list.sections[section].items.count))
    }

    mutating func motion() -> Motion {
        switch random.below(6) {
        case 0: .still
        case 1: .animated(animation())
        default: .asUsual
        }
    }

    mutating func animation() -> RowAnimation {
        random.pick(RowAnimation.allCases)
    }
}
