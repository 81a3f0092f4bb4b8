@testable import DiffableEngine

/// A random program: edits drawn from a seed, and carried out both on snapshots and on their models. Most edits are of
/// a list. The others are of two section snapshots, which are inserted into the list and taken from it.
struct SnapshotProgram {
    let name: String
    private var snapshots = [Snapshot()] + EditGenerator.trees.map { _ in Snapshot.sectionSnapshot() }
    private var models = [ReferenceModel()] + EditGenerator.trees.map { _ in ReferenceModel.emptyTree }
    private var generator: EditGenerator
    /// Copies made between the steps, which later steps must not change.
    private var kept: [Comparison] = []
    private(set) var failures = 0

    var snapshot: Snapshot { snapshots[0] }
    var model: ReferenceModel { models[0] }

    init(seed: UInt64, shape: Shape) {
        name = "SnapshotProgram(seed: \(seed), shape: \(shape))"
        generator = EditGenerator(random: Choices(seed: seed), shape: shape)
    }

    /// Carries out edits, and compares after each. Returns a description of the first difference, with program and
    /// step.
    mutating func run(steps: Int) -> String? {
        for step in 0..<steps {
            if let wrong = self.step() { return "\(name), step \(step): \(wrong)" }
        }
        for (index, copy) in kept.enumerated() {
            if let wrong = copy.mismatch(sampled: sample(copy.model)) {
                return "\(name), copy \(index) changed: \(wrong)"
            }
        }
        return nil
    }

    private mutating func step() -> String? {
        let register = nextRegister()
        if generator.random.once(in: 6) {
            kept.append(Comparison(snapshot: snapshots[register], model: models[register]))
        }
        if generator.shape.hasTrees && generator.random.once(in: 12) { return takeTree() }
        let edit = generator.next(for: models[register])
        let expected = models[register].perform(edit, registers: models)
        let outcome = snapshots[register].perform(edit, registers: snapshots)
        if expected.isFailure { failures += 1 }
        if outcome != expected {
            return "\(edit) ended with \(outcome), not with \(expected)\n\(models[register].outline)"
        }
        let comparison = Comparison(snapshot: snapshots[register], model: models[register])
        return comparison.mismatch(sampled: sample(models[register])).map {
            "\($0) after \(edit)\n\(models[register].outline)"
        }
    }

    private mutating func nextRegister() -> Int {
        generator.shape.hasTrees && generator.random.once(in: 4) ? generator.random.pick(EditGenerator.trees) : 0
    }

    /// Takes a section or what is below an item out of the list.
    private mutating func takeTree() -> String? {
        let register = generator.random.pick(EditGenerator.trees)
        let (item, section) = (generator.item(model), generator.section(model))
        let isWhole = generator.random.once(in: 2)
        if generator.random.once(in: 2), model.place(of: item) != nil {
            models[register] = model.tree(below: item, includingParent: isWhole)
            guard let tree = try? snapshot.snapshot(of: item, includingParent: isWhole) else {
                return "no snapshot of \(item)"
            }
            snapshots[register] = tree
        } else {
            models[register] = model.tree(ofSection: section)
            snapshots[register] = snapshot.sectionSnapshot(of: section)
        }
        let comparison = Comparison(snapshot: snapshots[register], model: models[register])
        return comparison.mismatch(sampled: sample(models[register])).map { "\($0) of a tree that was taken" }
    }

    /// Nil, which means all items, for a short list; for a long one, some items, of which a few may not be in it.
    private mutating func sample(_ model: ReferenceModel) -> [Identifier]? {
        model.nodes.count <= 40 ? nil : (0..<8).map { _ in generator.item(model) }
    }

    /// Carries out edits without comparing.
    mutating func advance(steps: Int) {
        for _ in 0..<steps {
            let register = nextRegister()
            let edit = generator.next(for: models[register])
            _ = models[register].perform(edit, registers: models)
            _ = snapshots[register].perform(edit, registers: snapshots)
        }
    }

    /// Draws the next edits from another seed.
    mutating func reseed(_ seed: UInt64) {
        generator.random = Choices(seed: seed)
    }
}
