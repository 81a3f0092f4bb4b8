@testable import DiffableEngine

/// A random program: edits drawn from a seed, carried out on a snapshot and on the model side by side.
struct SnapshotProgram {
    let name: String
    private(set) var snapshot = Snapshot()
    private(set) var model = ReferenceModel()
    private var generator: EditGenerator
    /// Copies from on the way, which nothing that came later may have changed.
    private var kept: [Comparison] = []
    private(set) var failures = 0

    init(seed: UInt64, shape: Shape) {
        name = "SnapshotProgram(seed: \(seed), shape: \(shape))"
        generator = EditGenerator(random: Choices(seed: seed), shape: shape)
    }

    /// Carries out edits and compares after each; returns what is wrong, in words that name program and step.
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

    /// All items of a short list; of a long one a few, and one that may not be there.
    private mutating func sample(_ model: ReferenceModel) -> [Identifier]? {
        let count = model.sections.reduce(0) { $0 + $1.items.count }
        return count <= 40 ? nil : (0..<8).map { _ in generator.item(model) }
    }

    /// Edits without comparing, to get to a list.
    mutating func advance(steps: Int) {
        for _ in 0..<steps {
            let edit = generator.next(for: model)
            _ = model.perform(edit)
            _ = snapshot.perform(edit)
        }
    }
}
