import Diffable
@testable import TestSupport

/// A random program over a list and others that are derived from it, in a chain or beside one another.
struct DerivedProgram<Section: TestItem, Item: TestItem> {
    typealias Lists = Model<Section, Item>

    private var program: Program<Section, Item>
    private let origin = DiffableDataSource<Section, Item>(cellProvider: { _, _ in Cell() })
    private var applied = Lists()
    private var lists: [FollowedList<Section, Item>] = []

    init(_ choices: Choices) {
        program = Program(choices)
    }

    /// Performs random changes; a description of the first one whose result is wrong, nil if there is none.
    mutating func advance(_ steps: Int) throws -> String? {
        if lists.isEmpty, let mismatch = try begin() { return mismatch }
        for step in 0..<steps {
            if let mismatch = try self.step() { return "step \(step): \(mismatch)" }
        }
        return nil
    }

    private mutating func begin() throws -> String? {
        if let mismatch = program.advance(8) { return mismatch }
        origin.apply(program.snapshot)
        settle()
        var (source, shown) = (origin, applied)
        for _ in 0..<1 + program.random.below(3) {
            let list = try FollowedList(source, shown, &program.random)
            if let mismatch = list.mismatch() { return mismatch }
            lists.append(list)
            if program.random.below(3) != 0 { (source, shown) = (list.source, list.shown) }
        }
        return nil
    }

    private mutating func settle() {
        program.forgetMarks()
        applied = program.model
        program.snapshot = origin.snapshot()
    }

    private mutating func step() throws -> String? {
        let list = lists[program.random.below(lists.count)]
        switch program.random.below(8) {
        case 0:
            let before = beginAll()
            let own = shown(of: list.origin)
            if let mismatch = try list.change(&program.random, own) { return "change: \(mismatch)" }
            return following(list, before)
        case 1:
            let before = beginAll()
            if !list.source.isHeld {
                list.source.hold()
                return list.mismatch()
            }
            if let mismatch = try list.release(shown(of: list.origin)) { return "release: \(mismatch)" }
            return following(list, before)
        default:
            return try applyToOrigin()
        }
    }

    private mutating func applyToOrigin() throws -> String? {
        if let mismatch = program.advance(program.random.below(5)) { return mismatch }
        let before = beginAll()
        let failing = program.random.below(4) == 0 ? lists[program.random.below(lists.count)] : nil
        failing?.failing = program.random.below(4)
        defer { failing?.failing = -1 }
        do {
            switch program.random.below(6) {
            case 0: try origin.checked.apply(program.remade())
            case 1: try origin.checked.applySnapshotUsingReloadData(program.snapshot)
            default: try origin.checked.apply(program.snapshot)
            }
        } catch is FunctionFailure {
            for list in lists {
                if list.view.transaction != nil { return "a view was told of an apply that failed" }
                if let mismatch = list.mismatch() { return "after a failure: \(mismatch)" }
            }
            return nil
        }
        settle()
        return following(nil, before)
    }

    private func beginAll() -> [Lists] {
        for list in lists { list.begin() }
        return [applied] + lists.map { $0.shown }
    }

    private func shown(of source: DiffableDataSource<Section, Item>) -> Lists {
        lists.first { $0.source === source }?.shown ?? applied
    }

    /// Checks all lists that follow a change of one of them, or of the first origin.
    /// - Parameter before: the first origin and the lists, before the change.
    private func following(_ changed: FollowedList<Section, Item>?, _ before: [Lists]) -> String? {
        var followed = [changed?.source ?? origin]
        let sources = [origin] + lists.map { $0.source }
        for (index, list) in lists.enumerated()
        where list !== changed && followed.contains(where: { $0 === list.origin }) {
            followed.append(list.source)
            let old = before[sources.firstIndex { $0 === list.origin }!]
            if let mismatch = list.follow(shown(of: list.origin), old) {
                return "list \(index), \(list.recipe): \(mismatch)"
            }
        }
        return nil
    }
}
