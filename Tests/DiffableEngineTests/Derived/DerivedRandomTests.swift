import Testing

@testable import DiffableEngine
@testable import TestSupport

/// Random lists are applied to an origin. All lists that are derived from it are compared with the naive derivation:
/// what they show, the difference that they report, and the calls of their functions.
@Suite struct DerivedRandomTests {
    private static let tiny = Shape(sections: 4, items: 14, batch: 5, pool: 100..<140, wrong: 30)

    @Test(arguments: 0..<200 as Range<UInt64>) func smallFlatLists(seed: UInt64) throws {
        try run(seed, Self.tiny.flat, rounds: 12)
    }

    @Test(arguments: 0..<200 as Range<UInt64>) func smallTrees(seed: UInt64) throws {
        try run(seed, Self.tiny, rounds: 12)
    }

    @Test(arguments: 0..<30 as Range<UInt64>) func flatLists(seed: UInt64) throws {
        try run(seed, Shape.middle.flat, rounds: 8)
    }

    @Test(arguments: 0..<30 as Range<UInt64>) func trees(seed: UInt64) throws { try run(seed, Shape.middle, rounds: 8) }

    @Test(arguments: 0..<4 as Range<UInt64>) func longLists(seed: UInt64) throws {
        try run(seed, Shape.leaves.flat, rounds: 5, steps: 2)
    }

    private func run(_ seed: UInt64, _ shape: Shape, rounds: Int, steps: Int = 5) throws {
        var session = try DerivedSession(seed: seed, shape: shape)
        for round in 0..<rounds {
            if let wrong = try session.step(atMost: steps) {
                Issue.record("seed \(seed), round \(round): \(wrong)")
                return
            }
        }
    }
}

/// A chain of lists, each derived from the one before, and others derived from the first.
private struct DerivedSession {
    private var program: SnapshotProgram
    private var random: SplitMix64
    private let origin = DataSource()
    private var model = ReferenceModel()
    private var lists: [FollowedList] = []

    init(seed: UInt64, shape: Shape) throws {
        program = SnapshotProgram(seed: seed, shape: shape)
        random = SplitMix64(seed: ~seed)
        program.advance(steps: 6)
        try origin.apply(program.snapshot)
        model = program.model.keeping(stateOf: model).withoutMarks
        var (source, shown) = (origin, model)
        for _ in 0..<random.number(in: 1...3) {
            let list = try FollowedList(source, shown, &random)
            lists.append(list)
            // A chain, or several lists of the same origin.
            if random.once(in: 3) { continue }
            (source, shown) = (list.source, list.shown)
        }
    }

    /// Changes the origin, or one of the lists.
    mutating func step(atMost steps: Int) throws -> String? {
        switch random.below(8) {
        case 0: return try setOne()
        case 1: return try holdOrRelease()
        case 2: return toggleOne()
        case 3: return try failingApply()
        default: return try applyOne(atMost: steps)
        }
    }

    private mutating func nextList(atMost steps: Int) throws -> (Snapshot, ReferenceModel) {
        program.advance(steps: random.number(in: 0...steps))
        let shared = random.once(in: 2) ? origin.snapshot() : nil
        let snapshot = random.once(in: 3) ? try Snapshot(program.model, sharing: shared) : program.snapshot
        return (snapshot, program.model)
    }

    private mutating func applyOne(atMost steps: Int) throws -> String? {
        let (snapshot, next) = try nextList(atMost: steps)
        for list in lists { list.begin() }
        try origin.apply(snapshot)
        let new = next.keeping(stateOf: model)
        let old = model
        model = new.withoutMarks
        return check(after: new, old)
    }

    /// A function throws at one of its calls. Then nothing has changed.
    private mutating func failingApply() throws -> String? {
        let (snapshot, _) = try nextList(atMost: 3)
        let list = random.pick(lists)
        for list in lists { list.begin() }
        list.failing = random.below(4)
        defer { list.failing = -1 }
        let error = thrown { () throws(DiffableError) in try origin.apply(snapshot) }
        if error == nil { return check(after: program.model.keeping(stateOf: model), replacing: &model) }
        if error?.code != .callbackFailed { return "\(error!)" }
        for list in lists {
            if let wrong = list.mismatch() { return "after a failure: \(wrong)" }
            if list.transaction != nil { return "an observer was called" }
        }
        return Comparison(snapshot: origin.snapshot(), model: model).mismatch()
    }

    private func check(after new: ReferenceModel, replacing model: inout ReferenceModel) -> String? {
        let old = model
        model = new.withoutMarks
        return check(after: new, old)
    }

    /// - Parameter new: the list of the first origin with its marks.
    private func check(after new: ReferenceModel, _ old: ReferenceModel) -> String? {
        var known: [(DataSource, new: ReferenceModel, old: ReferenceModel)] = [(origin, new, old)]
        for (index, list) in lists.enumerated() {
            guard let of = known.first(where: { $0.0 === list.origin }) else { return "no origin" }
            let before = list.shown
            let marked = list.follow(of.new, of.old)
            if let wrong = list.mismatch() {
                return "list \(index): \(wrong)\norigin:\n\(of.new.outline)\nbefore:\n\(before.outline)"
            }
            if let wrong = list.wrongDifference(before, marked) { return "list \(index): \(wrong)" }
            if let wrong = list.wrongCalls() { return "list \(index): \(wrong)\norigin:\n\(of.new.outline)" }
            known.append((list.source, marked, before))
        }
        return nil
    }

    private mutating func setOne() throws -> String? {
        let index = random.below(lists.count)
        for list in lists { list.begin() }
        let before = lists[index].shown
        let marked = try lists[index].set(&random)
        if let wrong = lists[index].mismatch() { return "set: \(wrong)" }
        if let wrong = lists[index].wrongDifference(before, marked) { return "set: \(wrong)" }
        return checkChain(from: index, before)
    }

    private mutating func holdOrRelease() throws -> String? {
        let index = random.below(lists.count)
        for list in lists { list.begin() }
        let before = lists[index].shown
        try lists[index].holdOrRelease()
        if let wrong = lists[index].mismatch() { return "release: \(wrong)" }
        return checkChain(from: index, before)
    }

    private mutating func toggleOne() -> String? {
        let index = random.below(lists.count)
        for list in lists { list.begin() }
        let before = lists[index].shown
        if !lists[index].toggle(&random) { return nil }
        if let wrong = lists[index].mismatch() { return "toggle: \(wrong)" }
        return checkChain(from: index, before)
    }

    /// Checks the lists that follow one that changed.
    private func checkChain(from index: Int, _ before: ReferenceModel) -> String? {
        var known: [(DataSource, new: ReferenceModel, old: ReferenceModel)] = [
            (lists[index].source, lists[index].shown, before)
        ]
        for list in lists[(index + 1)...] {
            guard let of = known.first(where: { $0.0 === list.origin }) else { continue }
            let before = list.shown
            let marked = list.follow(of.new, of.old)
            if let wrong = list.mismatch() {
                return "follower: \(wrong)\norigin:\n\(of.new.outline)\nbefore:\n\(before.outline)"
            }
            if let wrong = list.wrongCalls() { return "follower: \(wrong)" }
            known.append((list.source, marked, before))
        }
        return nil
    }
}

/// A derived list, and what it should be.
private final class FollowedList {
    let origin: DataSource
    let source: DataSource
    private var naive: NaiveDerivation
    private var originModel: ReferenceModel
    private(set) var shown = ReferenceModel()
    private(set) var transaction: Transaction?
    private var calls: [String: Int] = [:]
    private var expected: [String: Int] = [:]
    /// The items whose section and whose key are known.
    private var sectioned: [Identifier: Content?] = [:]
    private var sorted: [Identifier: Content?] = [:]
    /// A call after this many throws; -1 for none.
    var failing = -1
    private let recorder: Recorder

    private final class Recorder {
        var called: (String, Identifier) throws(DiffableError) -> Void = { (_, _) throws(DiffableError) in }
    }

    init(_ origin: DataSource, _ model: ReferenceModel, _ random: inout SplitMix64) throws {
        (self.origin, originModel) = (origin, model)
        naive = NaiveDerivation(&random)
        let recorder = Recorder()
        self.recorder = recorder
        var failure: DiffableError?
        source = try origin.derive(
            naive.derivation { (name, item) throws(DiffableError) in try recorder.called(name, item) },
            failure: &failure)
        shown = naive.derived(from: model, shown: shown)
        noteMembers(model)
        recorder.called = { [unowned self] (name, item) throws(DiffableError) in
            if failing == 0 { throw DiffableError(.callbackFailed, "refused") }
            failing -= 1
            calls["\(name) \(item)", default: 0] += 1
        }
        source.addObserver { [unowned self] in transaction = $0 }
    }

    func begin() {
        (calls, expected, transaction) = ([:], [:], nil)
    }

    /// What follows from an apply of the origin. Returns the list with its marks.
    func follow(_ new: ReferenceModel, _ old: ReferenceModel) -> ReferenceModel {
        let before = Dictionary(uniqueKeysWithValues: old.nodes.map { ($0.element.identifier, $0.element.content) })
        for node in new.nodes {
            let item = node.element.identifier
            if let content = before[item], content == node.element.content { continue }
            if naive.filter != 0 { expected["filter \(item)"] = 1 }
            (sectioned[item], sorted[item]) = (nil, nil)
        }
        originModel = new.withoutMarks
        noteMembers(new)
        var renamed = shown
        for rename in new.renames { renamed.rename(rename.old, rename.item) }
        shown = source.isHeld ? naive.held(renamed, origin: new) : naive.derived(from: new, shown: shown)
        return naive.marks(of: new, in: shown)
    }

    private func noteMembers(_ origin: ReferenceModel) {
        let (all, roots) = naive.members(of: origin)
        if naive.section != 0 {
            for root in roots where sectioned[root.identifier] == nil {
                expected["section \(root.identifier)"] = 1
                sectioned[root.identifier] = .some(root.content)
            }
        }
        if naive.sort != 0 {
            for item in all where sorted[item.identifier] == nil {
                expected["sort \(item.identifier)"] = 1
                sorted[item.identifier] = .some(item.content)
            }
        }
        let there = Set(origin.allItems)
        for item in sectioned.keys where !there.contains(item) { sectioned[item] = nil }
        for item in sorted.keys where !there.contains(item) { sorted[item] = nil }
    }

    func mismatch() -> String? {
        Comparison(snapshot: source.snapshot(), model: shown).mismatch().map {
            "\($0)\nexpected:\n\(shown.outline)\nis:\n\(source.snapshot())\n\(naive) held \(source.isHeld)"
        }
    }

    /// - Parameters:
    ///   - old: the list before.
    ///   - marked: the list now, with the marks of the apply.
    func wrongDifference(_ old: ReferenceModel, _ marked: ReferenceModel) -> String? {
        guard let transaction else {
            let naive = NaiveDifference(from: old, to: marked)
            let isEmpty =
                naive.deletedItems.isEmpty && naive.insertedItems.isEmpty && naive.reloadedItems.isEmpty
                && naive.reconfiguredItems.isEmpty
            return isEmpty && old.sectionIdentifiers == marked.sectionIdentifiers
                && old.itemIdentifiers == marked.itemIdentifiers ? nil : "not told"
        }
        return Pair(
            name: "difference", old: transaction.difference.old, new: transaction.difference.new, oldModel: old,
            newModel: marked
        ).mismatch()
    }

    func wrongCalls() -> String? {
        let wrong = Set(calls.keys).union(expected.keys).filter { calls[$0] != expected[$0] }
        return wrong.isEmpty
            ? nil : "calls \(wrong.sorted().map { "\($0): \(calls[$0] ?? 0), not \(expected[$0] ?? 0)" })"
    }

    func set(_ random: inout SplitMix64) throws -> ReferenceModel {
        let other = NaiveDerivation(&random)
        var changes = DerivationChanges()
        if random.once(in: 2) { (changes.filter, naive.filter) = (true, other.filter) }
        if random.once(in: 3) { (changes.sort, naive.sort, sorted) = (true, other.sort, [:]) }
        if random.once(in: 3) {
            (changes.section, changes.sectionSort, naive.section, naive.sectionSort) = (
                true, true, other.section, other.sectionSort
            )
            (naive.keepsEmptySections, sectioned) = (other.keepsEmptySections, [:])
        }
        (naive.limit, naive.sectionLimit) = (other.limit, other.sectionLimit)
        let recorder = recorder
        let derivation = naive.derivation { (name, item) throws(DiffableError) in try recorder.called(name, item) }
        try source.apply(DataSource.setting(changes) { _ in derivation })
        noteMembers(originModel)
        if !source.isHeld { shown = naive.derived(from: originModel, shown: shown) }
        return shown
    }

    func holdOrRelease() throws {
        if !source.isHeld { return try source.hold() }
        let pending = try source.pendingChanges()
        let before = shown
        try source.apply(DataSource.releasing)
        shown = naive.derived(from: originModel, shown: shown)
        let difference = NaiveDifference(from: before, to: shown)
        if pending.inserted != difference.insertedItems.count || pending.deleted != difference.deletedItems.count {
            Issue.record("pending \(pending)")
        }
    }

    /// Expands or collapses an item.
    func toggle(_ random: inout SplitMix64) -> Bool {
        guard let item = shown.itemIdentifiers.isEmpty ? nil : random.pick(shown.itemIdentifiers) else { return false }
        guard let place = shown.place(of: item), (try? source.toggleItem(item))?.state == .applied else { return false }
        shown.sections[place.section].nodes[place.node].isExpanded.toggle()
        return true
    }
}

extension ReferenceModel {
    fileprivate mutating func rename(_ old: Identifier, _ new: Identifier) {
        guard place(of: new) == nil, let place = place(of: old) else { return }
        sections[place.section].nodes[place.node].element.identifier = new
    }
}
