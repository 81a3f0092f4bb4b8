import Diffable

var snapshot = DiffableDataSourceSnapshot<String, Int>()
snapshot.appendSections(["fares"])
snapshot.appendItems([1, 2])
print(snapshot)

var applied = 0
for seed in 0..<15 {
    for hashes in [2, 5, 1_000] {
        var items = LyingProgram(seed: UInt64(seed), hashes: hashes) { liar, _ in liar }
        applied += items.run(steps: 300)
        var rows = LyingProgram(seed: UInt64(seed), hashes: hashes) { liar, title in Row(id: liar, title: title) }
        applied += rows.run(steps: 300)
    }
}
print(applied > 2_000 ? "lists of equal items with different hashes: whole" : "only \(applied) applies")
