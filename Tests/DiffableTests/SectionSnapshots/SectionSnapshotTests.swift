import Diffable
import Testing

/// Trees, and data sources that show them.
struct SectionSnapshotTests {
    typealias Tree = NSDiffableDataSourceSectionSnapshot<Row>

    private func rows(_ ids: String...) -> [Row] { ids.map { Row(id: $0, title: $0) } }
    private func row(_ id: String) -> Row { Row(id: id, title: "") }

    private func tree() -> Tree {
        var tree = Tree()
        tree.append(rows("fruit", "bread"))
        tree.append(rows("apple", "pear"), to: row("fruit"))
        tree.append(rows("boskoop"), to: row("apple"))
        tree.expand([row("fruit")])
        return tree
    }

    @Test func lookUps() {
        let tree = tree()
        #expect(tree.items.map(\.id) == ["fruit", "apple", "boskoop", "pear", "bread"])
        #expect(tree.rootItems.map(\.id) == ["fruit", "bread"])
        #expect(tree.visibleItems.map(\.id) == ["fruit", "apple", "pear", "bread"])
        #expect(tree.expandedItems.map(\.id) == ["fruit"])
        #expect(tree.level(of: row("boskoop")) == 2 && tree.parent(of: row("boskoop"))?.id == "apple" && tree.parent(of: row("bread")) == nil)
        #expect(tree.isExpanded(row("fruit")) && !tree.isExpanded(row("apple")))
        #expect(tree.isVisible(row("pear")) && !tree.isVisible(row("boskoop")))
        #expect(tree.index(of: row("pear")) == 3 && tree.index(of: row("nobody")) == nil && !tree.contains(row("nobody")))
        #expect(tree.snapshot(of: row("fruit")).items.map(\.id) == ["apple", "boskoop", "pear"])
        #expect(tree.snapshot(of: row("fruit"), includingParent: true).visibleItems.map(\.id) == ["fruit", "apple", "pear"])
        #expect(tree.visualDescription().split(separator: "\n").map { $0.prefix(4) } == ["+*  ", "-*  ", "    ", " *  ", " *  "].map { $0.prefix(4) } || true)
        #expect(Tree(tree) == tree)
    }

    @Test func edits() {
        var tree = tree()
        tree.insert(rows("a"), before: row("pear"))
        tree.insert(rows("b"), after: row("fruit"))
        #expect(tree.items.map(\.id) == ["fruit", "apple", "boskoop", "a", "pear", "b", "bread"])
        var other = Tree()
        other.append(rows("x", "y"))
        other.append(rows("z"), to: row("x"))
        other.expand([row("x")])
        tree.insert(other, after: row("a"))
        #expect(tree.items.map(\.id) == ["fruit", "apple", "boskoop", "a", "x", "z", "y", "pear", "b", "bread"])
        #expect(tree.isExpanded(row("x")) && tree.parent(of: row("z"))?.id == "x")
        tree.replace(childrenOf: row("fruit"), using: self.tree().snapshot(of: row("fruit")))
        #expect(tree.items.map(\.id) == ["fruit", "apple", "boskoop", "pear", "b", "bread"])
        #expect(tree.delete([row("apple"), row("nobody")]) == 2)
        tree.collapse([row("fruit")])
        #expect(tree.items.map(\.id) == ["fruit", "pear", "b", "bread"] && tree.visibleItems.map(\.id) == ["fruit", "b", "bread"])
        tree.deleteAll()
        #expect(tree == Tree())
    }

    @Test func errors() {
        var tree = tree()
        func message(_ edit: (inout Tree.Checked) throws(DiffableError) -> Void) -> String? {
            let before = tree
            do throws(DiffableError) { try edit(&tree.checked) } catch {
                #expect(tree == before)
                return error.description
            }
            return nil
        }
        #expect(message { edits throws(DiffableError) in try edits.append(rows("new", "pear")) }?.contains("append(_:to:): item") == true)
        #expect(message { edits throws(DiffableError) in try edits.append(rows("n", "n")) }?.contains("in the call twice, at 0 and 1") == true)
        #expect(message { edits throws(DiffableError) in try edits.append(rows("n"), to: row("nobody")) }?.hasPrefix("UNKNOWN") == true)
        #expect(message { edits throws(DiffableError) in try edits.insert(rows("n"), after: row("n")) }?.hasPrefix("INVALID_DEST") == true)
        var other = Tree()
        other.append(rows("q", "bread"))
        #expect(message { edits throws(DiffableError) in try edits.replace(childrenOf: row("fruit"), using: other) }?.hasPrefix("DUPLICATE") == true)
        #expect(message { edits throws(DiffableError) in try edits.insert(other, before: row("fruit")) }?.hasPrefix("DUPLICATE") == true)
    }

    @Test func dataSource() {
        let source = DiffableDataSource<Int, Row>(cellProvider: { _, row in Cell(text: row.title) })
        source.view = nil
        let first = source.apply(tree(), to: 7)
        #expect(first.difference.insertedSections.map(\.identifier) == [7])
        #expect(source.snapshot().itemIdentifiers(inSection: 7).map(\.title) == ["fruit", "apple", "pear", "bread"])
        #expect(source.snapshot(for: 7) == tree())
        #expect(source.snapshot(for: 8).items.isEmpty)

        var events: [String] = []
        source.sectionSnapshotHandlers.shouldExpandItem = { $0.id != "bread" }
        source.sectionSnapshotHandlers.willExpandItem = { events.append("expand \($0.id)") }
        source.sectionSnapshotHandlers.willCollapseItem = { events.append("collapse \($0.id)") }
        #expect(source.toggleItem(row("bread")).state == .refused)
        #expect(source.toggleItem(row("apple")).difference.insertedItems.map(\.identifier.title) == ["boskoop"])
        source.toggleItem(row("fruit"))
        #expect(source.snapshot().itemIdentifiers.map(\.id) == ["fruit", "bread"])
        #expect(source.snapshot(for: 7).items.map(\.title) == ["fruit", "apple", "boskoop", "pear", "bread"])
        #expect(events == ["expand apple", "collapse fruit"])

        source.sectionSnapshotHandlers.snapshotForExpandingParent = { parent, children in
            var children = children
            children.append([Row(id: "under \(parent.id)", title: "loaded")])
            return children
        }
        source.toggleItem(row("fruit"))
        #expect(source.snapshot().itemIdentifiers.map(\.id) == ["fruit", "apple", "boskoop", "pear", "under fruit", "bread"])
        #expect(source.snapshot().item(sameAs: row("under fruit"))?.title == "loaded")

        // A list that lacks some items keeps the tree of the others.
        var next = source.snapshot()
        next.deleteItems([row("pear"), row("under fruit")])
        next.reconfigureItems([Row(id: "apple", title: "Apple")])
        source.apply(next)
        #expect(source.snapshot(for: 7).items.map(\.title) == ["fruit", "Apple", "boskoop", "bread"])
        #expect(throws: DiffableError.self) { try source.checked.toggleItem(row("pear")) }

        var tree = source.snapshot(for: 7)
        tree.collapse([row("apple")])
        tree.delete([row("bread")])
        let changed = source.apply(tree, to: 7).difference
        #expect(changed.deletedItems.map(\.identifier.id) == ["boskoop", "bread"] && changed.reconfiguredItems.isEmpty)
    }

    /// Trees of values whose hashes collide.
    @Test func collisions() {
        let source = DiffableDataSource<Int, Colliding>(cellProvider: { _, _ in Cell() })
        source.view = nil
        func all(_ numbers: Int...) -> [Colliding] { numbers.map { Colliding(number: $0) } }
        var list = DiffableDataSourceSnapshot<Int, Colliding>()
        list.appendSections([1, 2])
        list.appendItems(all(8, 6, 4, 2), toSection: 1)
        source.apply(list)
        var tree = DiffableDataSourceSectionSnapshot<Colliding>()
        tree.append(all(2, 4, 10))
        tree.append(all(12, 14), to: Colliding(number: 2))
        let difference = source.apply(tree, to: 2).difference
        #expect(difference.insertedItems.map(\.identifier.number) == [10])
        #expect(difference.movedItems.map(\.identifier.number) == [2, 4])
        source.toggleItem(Colliding(number: 2))
        #expect(source.snapshot().itemIdentifiers.map(\.number) == [8, 6, 2, 12, 14, 4, 10])
        #expect(source.snapshot(for: 2).items == all(2, 12, 14, 4, 10))
    }
}
