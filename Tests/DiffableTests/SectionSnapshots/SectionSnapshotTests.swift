import Diffable
import Testing

/// Trees, and data sources that show them.
struct SectionSnapshotTests: FruitTrees {
    @Test func lookUps() {
        let tree = tree()
        #expect(tree.items.map(\.id) == ["fruit", "apple", "boskoop", "pear", "bread"])
        #expect(tree.rootItems.map(\.id) == ["fruit", "bread"])
        #expect(tree.visibleItems.map(\.id) == ["fruit", "apple", "pear", "bread"])
        #expect(tree.expandedItems.map(\.id) == ["fruit"])
        #expect(
            tree.level(of: row("boskoop")) == 2 && tree.parent(of: row("boskoop"))?.id == "apple"
                && tree.parent(of: row("bread")) == nil)
        #expect(tree.isExpanded(row("fruit")) && !tree.isExpanded(row("apple")))
        #expect(tree.isVisible(row("pear")) && !tree.isVisible(row("boskoop")))
        #expect(
            tree.index(of: row("pear")) == 3 && tree.index(of: row("nobody")) == nil && !tree.contains(row("nobody")))
        #expect(tree.snapshot(of: row("fruit")).items.map(\.id) == ["apple", "boskoop", "pear"])
        #expect(
            tree.snapshot(of: row("fruit"), includingParent: true).visibleItems.map(\.id) == ["fruit", "apple", "pear"])
        #expect(
            tree.visualDescription().split(separator: "\n").map { $0.prefix { $0 != "R" } }
                == ["+* ", "-*   ", "       ", " *   ", " * "])
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
        #expect(
            tree.items.map(\.id) == ["fruit", "pear", "b", "bread"]
                && tree.visibleItems.map(\.id) == ["fruit", "b", "bread"])
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
        #expect(
            message { edits throws(DiffableError) in try edits.append(rows("new", "pear")) }?.contains(
                "append(_:to:): item") == true)
        #expect(
            message { edits throws(DiffableError) in try edits.append(rows("n", "n")) }?.contains(
                "in the call twice, at 0 and 1") == true)
        #expect(
            message { edits throws(DiffableError) in try edits.append(rows("n"), to: row("nobody")) }?.hasPrefix(
                "UNKNOWN") == true)
        #expect(
            message { edits throws(DiffableError) in try edits.insert(rows("n"), after: row("n")) }?.hasPrefix(
                "INVALID_DEST") == true)
        #expect(
            message { edits throws(DiffableError) in try edits.append(rows("new", "pear")) }
                == #"DUPLICATE_IDENTIFIER: append(_:to:): item Row(id: "pear", title: "pear") is already at index 3 of the tree"#
        )
        #expect(
            message { edits throws(DiffableError) in try edits.updateItems(rows("pear", "fruit", "pear")) }
                == #"DUPLICATE_IDENTIFIER: updateItems(_:): item Row(id: "pear", title: "pear") is in the call twice, at 0 and 2"#
        )
        for mark in ["updateItems(_:)", "reloadItems(_:)", "reconfigureItems(_:)"] {
            let text = message { edits throws(DiffableError) in
                switch mark {
                case "updateItems(_:)": try edits.updateItems([Row(id: "fruit", title: "other"), row("no")])
                case "reloadItems(_:)": try edits.reloadItems([Row(id: "fruit", title: "other"), row("no")])
                default: try edits.reconfigureItems([Row(id: "fruit", title: "other"), row("no")])
                }
            }
            #expect(text == #"UNKNOWN_IDENTIFIER: \#(mark): there is no item Row(id: "no", title: "")"#)
        }
        var other = Tree()
        other.append(rows("q", "bread"))
        #expect(
            message { edits throws(DiffableError) in try edits.replace(childrenOf: row("fruit"), using: other) }?
                .hasPrefix("DUPLICATE") == true)
        #expect(
            message { edits throws(DiffableError) in try edits.insert(other, before: row("fruit")) }?.hasPrefix(
                "DUPLICATE") == true)
    }

    @Test func dataSource() {
        let source = DiffableDataSource<Int, Row>(cellProvider: { _, row in Cell(text: row.title) })
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
        #expect(
            source.snapshot().itemIdentifiers.map(\.id) == [
                "fruit", "apple", "boskoop", "pear", "under fruit", "bread",
            ])
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

    /// Hidden rows are in the trees of a transaction, and have the content that the tree has which was applied last.
    @Test func hiddenItems() {
        var cells: [String] = []
        let source = DiffableDataSource<Int, Row>(cellProvider: { _, row in
            cells.append(row.title)
            return Cell(text: row.title)
        })
        source.view = source.textView { _ in }
        source.apply(tree(), to: 7)
        var next = tree()
        next.delete([row("boskoop"), row("pear")])
        next.append([Row(id: "boskoop", title: "Boskoop"), Row(id: "elstar", title: "Elstar")], to: row("apple"))
        let transaction = source.apply(next, to: 7)
        #expect(
            transaction.difference.deletedItems.map(\.identifier.id) == ["pear"]
                && transaction.difference.reconfiguredItems.isEmpty)
        let section = transaction.sectionTransactions[0]
        #expect(section.sectionIdentifier == 7 && section.initialSnapshot == tree() && section.finalSnapshot == next)
        cells = []
        let toggle = source.toggleItem(row("apple"))
        #expect(cells == ["Boskoop", "Elstar"])
        #expect(toggle.sectionTransactions[0].initialSnapshot == next)
        #expect(
            toggle.sectionTransactions[0].finalSnapshot.visibleItems.map(\.title) == [
                "fruit", "apple", "Boskoop", "Elstar", "bread",
            ])
        // A view that prepares has the new trees already.
        final class View: DiffableView {
            var final: [String] = []
            func prepare(_ preparation: DiffablePreparation<Int, Row>) throws {
                final = preparation.transaction.sectionTransactions.flatMap { $0.finalSnapshot.items.map(\.title) }
            }
            func commit(_ transaction: DiffableDataSourceTransaction<Int, Row>) throws {}
        }
        let view = View()
        source.view = view
        source.apply(source.snapshot())
        source.toggleItem(row("fruit"))
        #expect(view.final == ["fruit", "apple", "Boskoop", "Elstar", "bread"])
        var list = source.snapshot()
        list.appendItems(rows("milk"))
        #expect(source.apply(list).sectionTransactions.map(\.finalSnapshot.items.last?.id) == ["milk"])
        #expect(source.apply(list).sectionTransactions.isEmpty)
    }

    /// Only sections that changed have a transaction, one without a tree has its items as roots.
    @Test func sectionTransactions() {
        let source = DiffableDataSource<Int, Row>(id: \.title, cellProvider: { _, _ in Cell() })
        var list = source.snapshot()
        list.appendSections([1, 2, 3])
        for section in 1...3 { list.appendItems(rows("a\(section)", "b\(section)"), toSection: section) }
        source.apply(list)
        source.apply(tree(), to: 4)
        list = source.snapshot()
        list.moveItem(Row(id: "", title: "b1"), beforeItem: Row(id: "", title: "a1"))
        list.reconfigureItems([Row(id: "new", title: "b3")])
        let sections = source.apply(list).sectionTransactions
        #expect(sections.map(\.sectionIdentifier) == [3, 1])
        #expect(sections.map { $0.finalSnapshot.rootItems.map(\.title) } == [["a3", "b3"], ["b1", "a1"]])
        #expect(
            sections[0].difference.reconfiguredItems.map(\.old?.id) == ["b3"]
                && sections[0].initialSnapshot.items.map(\.id) == ["a3", "b3"])
        #expect(
            sections[0].finalSnapshot.items.map(\.id) == ["a3", "new"] && sections[1].difference.movedItems.count == 1)
    }

    /// A tap makes a tree of a plain section; what it hides is kept.
    @Test func tapsWithoutATree() {
        let source = DiffableDataSource<Int, Row>(cellProvider: { _, _ in Cell() })
        var list = source.snapshot()
        list.appendSections([1])
        list.appendItems(rows("a", "b"))
        source.apply(list)
        source.sectionSnapshotHandlers.snapshotForExpandingParent = { parent, children in
            var children = children
            if !children.contains(self.row("under")) { children.append([Row(id: "under", title: "loaded")]) }
            return children
        }
        source.toggleItem(row("a"))
        source.toggleItem(row("a"))
        #expect(source.snapshot().itemIdentifiers.map(\.id) == ["a", "b"])
        #expect(source.snapshot(for: 1).items.map(\.title) == ["a", "loaded", "b"])
        source.toggleItem(row("a"))
        #expect(source.snapshot().itemIdentifiers.map(\.title) == ["a", "loaded", "b"])
    }

    /// A drag that is undone leaves the trees as they were.
    @Test func undoneDragsKeepTrees() {
        struct Refusal: Error {}
        let source = DiffableDataSource<Int, Row>(cellProvider: { _, _ in Cell() })
        source.apply(tree(), to: 7)
        source.reorderingHandlers.canReorderItem = { _ in true }
        source.reorderingHandlers.didReorder = { _ in
            #expect(source.snapshot(for: 7) != self.tree())
            throw Refusal()
        }
        #expect(throws: Refusal.self) {
            try source.checked.reorderItem(
                from: DiffableIndexPath(item: 3, section: 0), to: DiffableIndexPath(item: 0, section: 0))
        }
        #expect(source.snapshot(for: 7) == tree())
    }

    /// Trees of values whose hashes collide.
    @Test func collisions() {
        let source = DiffableDataSource<Int, Colliding>(cellProvider: { _, _ in Cell() })
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
