import Diffable
@testable import TestSupport

/// Edits of a list, and differences of such lists, say what the model says.
final class ListSession<Section: TestItem, Item: TestItem> {
    typealias List = DiffableDataSourceSnapshot<Section, Item>

    private let bytes: Choices.Bytes
    private var program: Program<Section, Item>
    /// A list that the program had before, and its model.
    private var older: (list: List, model: Model<Section, Item>)
    private var trace: [String] = []
    /// The number of the next item that no list had.
    private var fresh = 1_000

    init(_ bytes: Choices.Bytes) {
        self.bytes = bytes
        var random = Choices(bytes)
        program = Program(random, items: random.pick([6, 40, 200]), sections: random.pick([2, 5, 20]))
        older = (program.snapshot, program.model)
    }

    func run() {
        while !bytes.hasRunOut {
            switch program.random.below(16) {
            case 0: compare()
            case 1: older = (program.snapshot, program.model)
            case 2: swap()
            case 3: churn()
            case 4: describe()
            default: perform(program.edit())
            }
        }
        compare()
        if Item.isHonest, older.list != Model.list(older.model) { report("a list changed with a copy of it", trace) }
    }

    private func perform(_ edit: Edit<Section, Item>) {
        let mismatch = program.perform(edit) { edit, code in trace.append("\(edit) \(code.map { "\($0)" } ?? "")") }
        if let mismatch { report(mismatch, trace) }
    }

    /// Goes on with the older list, so that lists are edited beside one another.
    private func swap() {
        trace.append("swap")
        let new = (program.snapshot, program.model)
        (program.snapshot, program.model) = older
        older = new
    }

    /// Brings many items that are soon gone, so that the list moves to new tables.
    private func churn() {
        if program.model.sections.isEmpty { return }
        for _ in 0..<program.random.below(8) {
            let new = (fresh..<fresh + 30).map { Item.make($0, content: 0) }
            fresh += 30
            let edits: [Edit<Section, Item>] = [.appendItems(new, nil), .deleteItems(new)]
            for edit in edits { perform(edit) }
        }
    }

    private func compare() {
        trace.append("compare")
        let lists = [program.snapshot, program.remade()]
        for list in lists {
            let difference = list.difference(from: older.list)
            if let mismatch = difference.mismatch(from: older.model, to: program.model) { report(mismatch, trace) }
            if let mismatch = difference.mismatch(marksOf: list, from: older.model) { report(mismatch, trace) }
            if difference.isEmpty != difference.steps.isEmpty {
                report("an empty difference has steps, or another has none", trace)
            }
        }
        if Item.isHonest, lists[0] != lists[1] { report("the same list made anew is another one", trace) }
        if Item.isHonest, (lists[0] == older.list) != program.model.hasLists(of: older.model) {
            report("equality", trace)
        }
    }

    private func describe() {
        let lines = program.snapshot.description.split(separator: "\n", omittingEmptySubsequences: false)
        let expected = program.model.groups.reduce(0) { $0 + 1 + min($1.items.count, 11) }
        if lines.count != max(expected, 1) { report("\(lines) has not \(expected) lines", trace) }
        if program.snapshot.debugDescription.isEmpty { report("no description", trace) }
        for section in program.model.sections + [program.section()] {
            let known = program.model.index(of: section).map { program.model.sections[$0] }
            if !areIdentical(program.snapshot.section(sameAs: section), known) { report("section \(section)", trace) }
        }
        var dumped = ""
        dump(program.snapshot, to: &dumped, maxItems: 100)
        dump(program.snapshot.difference(from: older.list), to: &dumped, maxItems: 100)
    }
}

extension Model {
    /// The list of a model, made from nothing.
    static func list(_ model: Model) -> DiffableDataSourceSnapshot<Section, Item> {
        var list = DiffableDataSourceSnapshot<Section, Item>()
        list.appendSections(model.sections)
        for group in model.groups { list.appendItems(group.items, toSection: group.section) }
        return list
    }

    /// Whether both have the same sections and items, whatever is marked.
    func hasLists(of other: Model) -> Bool { groups == other.groups }
}
