import Diffable

/// Tests whose tree has fruit, with apples and pears, and bread.
protocol FruitTrees {}

extension FruitTrees {
    typealias Tree = NSDiffableDataSourceSectionSnapshot<Row>

    func rows(_ ids: String...) -> [Row] { ids.map { Row(id: $0, title: $0) } }
    func row(_ id: String) -> Row { Row(id: id, title: "") }

    func tree() -> Tree {
        var tree = Tree()
        tree.append(rows("fruit", "bread"))
        tree.append(rows("apple", "pear"), to: row("fruit"))
        tree.append(rows("boskoop"), to: row("apple"))
        tree.expand([row("fruit")])
        return tree
    }
}
