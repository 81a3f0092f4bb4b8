import Diffable
import Foundation
import Testing

/// What a tree says of its items beside their places, and how it is compared, printed and encoded.
struct SectionSnapshotStateTests: FruitTrees {
    @Test func expandableItems() {
        var text = ""
        let source = DiffableDataSource<Int, Row>(cellProvider: { _, row in Cell(text: row.title) })
        source.view = source.textView { text = $0 }
        var tree = Tree()
        tree.append(rows("fruit", "bread"))
        tree.setExpandable([row("fruit"), row("nobody")], true)
        #expect(tree.isExpandable(row("fruit")) && !tree.isExpandable(row("bread")))
        #expect(tree.description == "-* Row(id: \"fruit\", title: \"fruit\")\n * Row(id: \"bread\", title: \"bread\")")
        source.apply(tree, to: 7)
        #expect(text.contains("\u{25B8} fruit") && !text.contains("\u{25B8} bread"))
        source.sectionSnapshotHandlers.snapshotForExpandingParent = { _, children in
            var children = children
            children.append(rows("apple", "pear"))
            children.setExpandable([row("pear")], true)
            return children
        }
        source.toggleItem(row("fruit"))
        #expect(text.contains("\u{25BE} fruit") && text.contains("\u{25B8} pear"))
        #expect(source.snapshot(for: 7).isExpandable(row("pear")))
        tree.setExpandable([row("fruit")], false)
        #expect(!tree.isExpandable(row("fruit")))
    }

    /// A tree that is described anew leaves it to the section what is expanded, and brings other content for what the
    /// section shows.
    @Test func keptExpansion() {
        let source = DiffableDataSource<Int, Row>(cellProvider: { _, row in Cell(text: row.title) })
        func describe(_ content: String) -> Tree {
            var tree = Tree()
            tree.append(rows("fruit", "bread"))
            tree.append([Row(id: "apple", title: content)], to: row("fruit"))
            tree.keepExpansion([row("fruit"), row("nobody")])
            return tree
        }
        #expect(describe("").keepsExpansion(row("fruit")) && !describe("").keepsExpansion(row("bread")))
        source.apply(describe("one"), to: 7)
        #expect(source.snapshot().itemIdentifiers.map(\.id) == ["fruit", "bread"])
        source.toggleItem(row("fruit"))
        let difference = source.apply(describe("two"), to: 7).difference
        #expect(source.snapshot().itemIdentifiers.map(\.title) == ["fruit", "two", "bread"])
        #expect(
            difference.reconfiguredItems.map(\.old?.title) == ["one"]
                && difference.reconfiguredItems.map(\.new?.title) == ["two"])
        var tree = describe("three")
        tree.collapse([row("fruit")])
        #expect(!tree.keepsExpansion(row("fruit")))
        source.apply(tree, to: 7)
        #expect(source.snapshot().itemIdentifiers.map(\.id) == ["fruit", "bread"])
    }

    @Test func contentAndMarks() {
        let source = DiffableDataSource<Int, Row>(cellProvider: { _, row in Cell(text: row.title) })
        var tree = tree()
        source.apply(tree, to: 7)
        #expect(
            tree.updateItems([
                Row(id: "boskoop", title: "Boskoop"), Row(id: "pear", title: "Pear"), Row(id: "bread", title: "bread"),
            ]) == 2)
        #expect(tree.reconfiguredItemIdentifiers.map(\.title) == ["Boskoop", "Pear"])
        tree.reloadItems([Row(id: "bread", title: "Bread")])
        tree.reconfigureItems([Row(id: "apple", title: "apple")])
        #expect(
            tree.reloadedItemIdentifiers.map(\.title) == ["Bread"]
                && tree.items.map(\.title) == ["fruit", "apple", "Boskoop", "Pear", "Bread"])
        let difference = source.apply(tree, to: 7).difference
        #expect(
            difference.reconfiguredItems.map(\.new?.title) == ["apple", "Pear"]
                && difference.reloadedItems.map(\.new?.title) == ["Bread"])
        source.toggleItem(row("apple"))
        #expect(source.snapshot().item(sameAs: row("boskoop"))?.title == "Boskoop")
        #expect(source.snapshot(for: 7).reconfiguredItemIdentifiers.isEmpty)
    }

    /// A tree that is put into another, or built again in the keys of a list, keeps what it says of its items.
    @Test func stateIsCopied() {
        var part = DiffableDataSourceSectionSnapshot<Colliding>()
        func all(_ numbers: Int...) -> [Colliding] { numbers.map { Colliding(number: $0) } }
        part.append(all(2, 4))
        part.append(all(6), to: Colliding(number: 2))
        part.append(all(8), to: Colliding(number: 6))
        part.setExpandable(all(4), true)
        part.keepExpansion(all(6))
        part.reloadItems(all(8))
        part.reconfigureItems(all(2, 8))
        part.expand(all(2))
        var tree = DiffableDataSourceSectionSnapshot<Colliding>()
        tree.append(all(10, 12))
        tree.insert(part, after: Colliding(number: 10))
        var other = DiffableDataSourceSectionSnapshot<Colliding>()
        other.append(all(14))
        other.replace(childrenOf: Colliding(number: 14), using: tree)
        for tree in [tree, other, other.snapshot(of: Colliding(number: 14))] {
            #expect(tree.isExpandable(Colliding(number: 4)) && !tree.isExpandable(Colliding(number: 2)))
            #expect(tree.keepsExpansion(Colliding(number: 6)) && tree.isExpanded(Colliding(number: 2)))
            #expect(tree.reloadedItemIdentifiers == all(8) && tree.reconfiguredItemIdentifiers == all(2, 8))
        }
        let source = DiffableDataSource<Int, Colliding>(cellProvider: { _, _ in Cell() })
        var list = source.snapshot()
        list.appendSections([1, 2])
        list.appendItems(all(6, 4, 2), toSection: 1)
        source.apply(list)
        let difference = source.apply(tree, to: 2).difference
        #expect(difference.reconfiguredItems.map(\.identifier.number) == [2])
        #expect(source.snapshot(for: 2).isExpandable(Colliding(number: 4)))
        #expect(source.snapshot(for: 2).visibleItems == all(10, 2, 6, 4, 12))
    }

    @Test func equality() {
        let tree = tree()
        func isEqual(_ edit: (inout Tree) -> Void) -> Bool {
            var other = tree
            edit(&other)
            return other == tree
        }
        #expect(isEqual { $0.reloadItems(rows("fruit")) } && isEqual { $0.keepExpansion([row("fruit")]) })
        #expect(!isEqual { $0.expand([row("apple")]) } && !isEqual { $0.setExpandable([row("bread")], true) })
        #expect(!isEqual { $0.updateItems([Row(id: "boskoop", title: "B")]) } && !isEqual { $0.delete([row("bread")]) })
        #expect(
            !isEqual {
                $0.delete([row("boskoop")])
                $0.insert(rows("boskoop"), after: row("apple"))
            })
    }

    @Test func printingAndCoding() throws {
        struct Line: Hashable, Codable, Sendable { let name: String }
        var tree = DiffableDataSourceSectionSnapshot<Line>()
        tree.append([Line(name: "a"), Line(name: "b")])
        tree.append([Line(name: "c")], to: Line(name: "a"))
        tree.append([Line(name: "d")], to: Line(name: "c"))
        tree.append([Line(name: "e")], to: Line(name: "a"))
        tree.expand([Line(name: "a")])
        tree.setExpandable([Line(name: "b")], true)
        #expect(
            "\(tree)" == """
                +* Line(name: "a")
                -*   Line(name: "c")
                       Line(name: "d")
                 *   Line(name: "e")
                -* Line(name: "b")
                """)
        #expect(String(reflecting: tree) == tree.description)
        var dumped = ""
        dump(tree, to: &dumped)
        #expect(dumped.contains("level 2: ") && dumped.contains(#"name: "d""#))
        let data = try JSONEncoder().encode(tree)
        #expect(try JSONDecoder().decode(DiffableDataSourceSectionSnapshot<Line>.self, from: data) == tree)
        func message(_ json: String) -> String? {
            let error = #expect(throws: DecodingError.self) {
                try JSONDecoder().decode(DiffableDataSourceSectionSnapshot<String>.self, from: Data(json.utf8))
            }
            guard case .dataCorrupted(let context)? = error else { return nil }
            return context.debugDescription
        }
        #expect(
            message(#"[{"identifier":"a","level":0},{"identifier":"a","level":1}]"#)
                == #"DUPLICATE_IDENTIFIER: append(_:to:): item "a" is already at index 0 of the tree"#)
        #expect(
            message(#"[{"identifier":"a","level":0},{"identifier":"b","level":2}]"#)
                == #"item "b" has level 2, and must have one of 0 to 1"#)
        #expect(message(#"[{"identifier":"a","level":-1}]"#) == #"item "a" has level -1, and must have one of 0 to 0"#)
    }
}
