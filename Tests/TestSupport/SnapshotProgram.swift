@testable import DiffableEngine

/// A random program: edits drawn from a seed, and carried out both on a snapshot and on the model.
struct SnapshotProgram {
    let name: String
    private(set) var snapshot = Snapshot()
    private(set) var model = ReferenceModel()
    private var generator: EditGenerator
    /// Copies made between the steps, which later steps must not change.
    private var kept: [Comparison] = []
    private(set) var failures = 0

    init(seed: UInt64, shape: Shape) {
        name = "SnapshotProgram(seed: \(seed), shape: \(shape))"
        generator = EditGenerator(random: Choices(seed: seed), shape: shape)
    }

    /// Carries out edits, and compares after each. Returns a description of the first difference, with program and step.
    mutating func run(steps: Int) -> String? {
        for step in 0..<steps {
            if let wrong = self.step() { return "\(name), step \(step): \(wrong)" }
        }
        for (index, copy) in kept.enumerated() {
            if let wrong = copy.mismatch(sampled: sample(copy.model)) { return "\(name), copy \(index) changed: \(wrong)" }
        }
        return nil
    }

    private mutating func step() -> String? {
        if generator.random.once(in: 6) { kept.append(Comparison(snapshot: snapshot, model: model)) }
        let edit = generator.next(for: model)
        let expected = model.perform(edit)
        let outcome = snapshot.perform(edit)
        if expected.isFailure { failures += 1 }
        if outcome != expected { return "\(edit) ended with \(outcome), not with \(expected)" }
        let comparison = Comparison(snapshot: snapshot, model: model)
        return comparison.mismatch(sampled: sample(model)).map { "\($0) after \(edit)" }
    }

    /// Nil, which means all items, for a short list; for a long one, some items, of which a few may not be in it.
    private mutating func sample(_ model: ReferenceModel) -> [Identifier]? {
        let count = model.sections.reduce(0) { $0 + $1.items.count }
        return count <= 40 ? nil : (0..<8).map { _ in generator.item(model) }
    }

    /// Carries out edits without comparing.
    mutating func advance(steps: Int) {
        for _ in 0..<steps {
            let edit = generator.next(for: model)
            _ = model.perform(edit)
            _ = snapshot.perform(edit)
        }
    }
}
