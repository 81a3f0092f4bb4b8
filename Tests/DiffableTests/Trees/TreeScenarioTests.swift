import Diffable
import Foundation
import Testing

/// What users do with a list of folders, and what a program does for them: trees stay trees.
struct TreeScenarioTests {
    typealias Source = DiffableDataSource<String, Row>
    typealias Tree = Source.SectionSnapshot

    private func row(_ id: String, _ title: String? = nil) -> Row { Row(id: id, title: title ?? id) }
    private func rows(_ ids: String...) -> [Row] { ids.map { row($0) } }
    private func path(_ item: Int, _ section: Int = 0) -> DiffableIndexPath {
        DiffableIndexPath(item: item, section: section)
    }

    /// The folder docs with a guide, and src.
    private func files(isOpen: Bool = false) -> Tree {
        var tree = Tree()
        tree.append(rows("docs", "src"))
        tree.append(rows("guide"), to: row("docs"))
        if isOpen { tree.expand(rows("docs")) }
        return tree
    }

    private func source(isOpen: Bool = false) -> Source {
        let source = Source(cellProvider: { _, row in Cell(text: row.title) })
        source.apply(files(isOpen: isOpen), to: "f")
        source.reorderingHandlers.canReorderItem = { _ in true }
        return source
    }

    /// Titles and levels of all items, `+` for expanded ones.
    private func outline(_ source: Source, _ section: String = "f") -> [String] {
        let tree = source.snapshot(for: section)
        return tree.items.map {
            "\(tree.isExpanded($0) ? "+" : "")\(String(repeating: ".", count: tree.level(of: $0)))\($0.title)"
        }
    }

    /// The error of a call that must fail, and must leave the list as it was.
    private func message(_ source: Source, _ body: (inout Source.Snapshot.Checked) throws -> Void) -> String? {
        var list = source.snapshot()
        let error = #expect(throws: DiffableError.self) { try body(&list.checked) }
        #expect(list == source.snapshot())
        return error?.description
    }

    // MARK: Trees that must not get lost

    @Test func undoneTaps() {
        for isOpen in [false, true] {
            let source = source(isOpen: isOpen)
            let before = source.snapshot(for: "f")
            let transaction = source.toggleItem(row("docs"))
            #expect(source.snapshot(for: "f") != before)
            source.apply(transaction.initialSnapshot)
            #expect(source.snapshot(for: "f") == before && before == files(isOpen: isOpen))
            source.apply(transaction.finalSnapshot)
            #expect(outline(source) == (isOpen ? ["docs", ".guide", "src"] : ["+docs", ".guide", "src"]))
        }
    }

    @Test func undoneDeletions() {
        let source = source()
        let before = source.snapshot()
        var list = before
        #expect(list.deleteItems(rows("docs")) == 2)
        #expect(!list.contains(row("guide")) && list.numberOfAllItems == 1)
        let transaction = source.apply(list)
        #expect(outline(source) == ["src"])
        source.apply(before)
        #expect(
            outline(source) == ["docs", ".guide", "src"]
                && source.snapshot().item(sameAs: row("guide", ""))?.title == "guide")
        source.apply(transaction.finalSnapshot)
        #expect(outline(source) == ["src"])
    }

    @Test func draggedParents() {
        let source = source(isOpen: true)
        let transaction = source.reorderItem(from: path(0), to: path(1))
        #expect(outline(source) == ["src", "+docs", ".guide"])
        source.apply(transaction.initialSnapshot)
        #expect(outline(source) == ["+docs", ".guide", "src"])
        source.apply(transaction.finalSnapshot)
        #expect(outline(source) == ["src", "+docs", ".guide"])

        var list = source.snapshot()
        list.moveItem(row("docs"), beforeItem: row("src"))
        source.apply(list)
        #expect(outline(source) == ["+docs", ".guide", "src"])
        list.moveItem(row("docs"), afterItem: row("src"))
        source.apply(list)
        #expect(outline(source) == ["src", "+docs", ".guide"])
        // A collapsed parent moves with what it hides, also to another section.
        list.collapse(rows("docs"))
        list.appendSections(["g"])
        list.moveItems(rows("docs"), toSection: "g")
        source.apply(list)
        #expect(outline(source) == ["src"] && outline(source, "g") == ["docs", ".guide"])
        list.moveItems(rows("src"), toParent: row("docs"))
        source.apply(list)
        #expect(outline(source) == [] && outline(source, "g") == ["docs", ".guide", ".src"])
    }

    @Test func dragsBelowAParent() {
        let source = source(isOpen: true)
        source.reorderItem(from: path(2), to: path(1))
        #expect(outline(source) == ["+docs", ".src", ".guide"])
        #expect(
            source.snapshot().parent(of: row("src"))?.id == "docs"
                && source.snapshot().children(of: row("docs")) == rows("src", "guide"))
    }

    @Test func deletedParents() {
        let source = source(isOpen: true)
        var list = source.snapshot()
        #expect(list.deleteItems(rows("docs")) == 2)
        source.apply(list)
        #expect(outline(source) == ["src"] && source.snapshot().itemIdentifiers == rows("src"))
    }

    @Test func oneItemInTwoTrees() {
        let source = source()
        let before = source.snapshot()
        var other = Tree()
        other.append(rows("more", "guide"))
        let error = #expect(throws: DiffableError.self) { try source.checked.apply(other, to: "g") }
        #expect(
            error?.description == """
                DUPLICATE_IDENTIFIER: apply(_:to:animatingDifferences:): item Row(id: "guide", title: "guide") is already below the collapsed \
                item Row(id: "docs", title: "docs") in section "f", and is also at index 1 of the tree for section "g"
                """)
        #expect(source.snapshot() == before && outline(source) == ["docs", ".guide", "src"])
        other.delete(rows("guide"))
        other.append(rows("src"), to: row("more"))
        #expect(
            message(source) { try $0.setSectionSnapshot(other, ofSection: "g") } == """
                DUPLICATE_IDENTIFIER: setSectionSnapshot(_:ofSection:): item Row(id: "src", title: "src") is already at section "f", item 1, \
                and is also below the collapsed item Row(id: "more", title: "more") for section "g"
                """)
        // A row without children moves.
        other.expand(rows("more"))
        source.apply(other, to: "g")
        #expect(outline(source) == ["docs", ".guide"] && outline(source, "g") == ["+more", ".src"])
    }

    @Test func hiddenItemsAreThere() {
        let source = source()
        #expect(
            message(source) { try $0.appendItems([row("guide")]) } == """
                DUPLICATE_IDENTIFIER: appendItems(_:toSection:): item Row(id: "guide", title: "guide") is already below the collapsed item \
                Row(id: "docs", title: "docs")
                """)
        #expect(
            message(source) { try $0.moveItem(row("docs"), afterItem: row("guide")) } == """
                INVALID_DESTINATION: moveItem(_:afterItem:): item Row(id: "docs", title: "docs") cannot move below itself; \
                Row(id: "guide", title: "guide") is below it
                """)
        #expect(
            message(source) { try $0.moveItems(rows("docs"), toParent: row("docs")) } == """
                INVALID_DESTINATION: moveItems(_:toParent:): item Row(id: "docs", title: "docs") cannot move below itself
                """)
        #expect(
            message(source) { try $0.moveItems(rows("src", "guide", "docs"), toSection: "f") } == """
                DUPLICATE_IDENTIFIER: moveItems(_:toSection:): item Row(id: "guide", title: "guide") is below item \
                Row(id: "docs", title: "docs"), which moves as well
                """)
        #expect(
            message(source) { try $0.replaceItems(rows("src", "guide"), inSection: "f") }?.contains(
                "item Row(id: \"guide\", title: \"guide\") is already below the collapsed item Row(id: \"docs\", title: \"docs\");"
            ) == true)
        #expect(
            message(source) { try $0.appendItems(rows("a"), toParent: row("b")) }?.hasPrefix(
                "UNKNOWN_IDENTIFIER: appendItems(_:toParent:)") == true)
        let error = #expect(throws: DiffableError.self) { try source.checked.toggleItem(row("guide")) }
        #expect(
            error?.description == """
                UNKNOWN_IDENTIFIER: toggleItem(_:): item Row(id: "guide", title: "guide") is below the collapsed item Row(id: "docs", title: "docs")
                """)
        // Every edit accepts it by name.
        var list = source.snapshot()
        list.insertItems(rows("a"), beforeItem: row("guide"))
        list.insertItems(rows("b"), afterItem: row("guide"))
        list.appendItems(rows("c"), toParent: row("guide"))
        list.moveItem(row("src"), beforeItem: row("b"))
        #expect(
            list.itemIdentifiers == rows("docs")
                && list.allItemIdentifiers == rows("docs", "a", "guide", "c", "src", "b"))
        #expect(list.level(of: row("c")) == 2 && !list.isVisible(row("c")) && list.indexPath(of: row("c")) == nil)
        #expect(list.sectionIdentifier(containingItem: row("c")) == "f" && list.numberOfChildren(of: row("docs")) == 4)
        list.deleteItems(rows("guide"))
        source.apply(list)
        #expect(outline(source) == ["docs", ".a", ".src", ".b"])
    }

    // MARK: Describing

    /// A provider can ask how many children its item has, of the list that is being applied.
    @Test func providersAskForChildren() throws {
        let source = source()
        source.cellProvider = { [unowned source] path, row in
            #expect(source.itemIdentifier(for: path) == row && source.snapshot().contains(row))
            return Cell(text: row.title, detail: "\(source.snapshot().numberOfChildren(of: row))")
        }
        var text = ""
        source.view = source.textView(width: 16) { text = $0 }
        var list = source.snapshot()
        list.appendItems(rows("a", "b"), toParent: row("src"))
        list.appendItems(rows("new"))
        list.reconfigureItems(rows("src"))
        source.apply(list)
        #expect(
            text.contains("src") && text.split(separator: "\n").contains { $0.contains("src") && $0.hasSuffix("2") })
        #expect(text.split(separator: "\n").contains { $0.contains("new") && $0.hasSuffix("0") })
    }

    @Test func updatesOfHiddenItems() {
        let source = source()
        var list = source.snapshot()
        #expect(list.updateItems([row("guide", "Guide"), row("src")]) == 1)
        #expect(list.reconfiguredItemIdentifiers == [row("guide", "Guide")])
        #expect(source.apply(list).difference.isEmpty)
        #expect(source.toggleItem(row("docs")).difference.insertedItems.map(\.identifier.title) == ["Guide"])
        // A list of its own storage brings other content of hidden items as well.
        var other = Source.Snapshot()
        var tree = files()
        tree.updateItems([row("guide", "other")])
        other.setSectionSnapshot(tree, ofSection: "f")
        #expect(source.apply(other).difference.deletedItems.map(\.identifier.title) == ["Guide"])
        #expect(outline(source) == ["docs", ".other", "src"])
    }

    /// A tree that is described anew keeps what the user expanded, and what was loaded then.
    @Test func loadedChildrenStay() {
        func describe(_ list: inout Source.Snapshot, _ title: String) {
            list.appendSections(["f"])
            list.appendItems([row("docs", title), row("src")])
            list.setExpandable(rows("docs"), true)
            list.keepChildren(rows("docs"))
            list.keepExpansion(rows("docs"))
        }
        let source = Source(cellProvider: { _, row in Cell(text: row.title) })
        source.sectionSnapshotHandlers.snapshotForExpandingParent = { parent, children in
            var children = children
            if children.items.isEmpty { children.append([row("guide", "loaded for \(parent.id)")]) }
            return children
        }
        var first = source.newSnapshot()
        describe(&first, "docs")
        source.apply(first)
        #expect(source.snapshot().isExpandable(row("docs")) && source.snapshot().numberOfItems == 2)
        let tap = source.toggleItem(row("docs"))
        #expect(outline(source) == ["+docs", ".loaded for docs", "src"])
        for isMadeFromNothing in [false, true] {
            var next = isMadeFromNothing ? Source.Snapshot() : source.newSnapshot()
            describe(&next, "Docs \(isMadeFromNothing)")
            #expect(next.keepsExpansion(row("docs")))
            let difference = source.apply(next).difference
            #expect(
                difference.reconfiguredItems.count == 1 && difference.insertedItems.isEmpty
                    && difference.deletedItems.isEmpty)
            #expect(outline(source) == ["+Docs \(isMadeFromNothing)", ".loaded for docs", "src"])
            #expect(!source.snapshot().keepsExpansion(row("docs")))
        }
        // Undo and redo of loading.
        source.apply(tap.initialSnapshot)
        #expect(outline(source) == ["docs", "src"])
        source.apply(tap.finalSnapshot)
        #expect(outline(source) == ["+docs", ".loaded for docs", "src"])
        // What is described elsewhere is not kept as well.
        var moved = source.newSnapshot()
        describe(&moved, "docs")
        moved.appendItems([row("guide", "elsewhere")])
        source.apply(moved)
        #expect(outline(source) == ["+docs", "src", "elsewhere"])
    }

    /// A list that is described without children is flat. The snapshot of the data source keeps the trees.
    @Test func flatListsOverTrees() {
        let source = source(isOpen: true)
        var flat = source.newSnapshot()
        flat.appendSections(["f"])
        flat.appendItems(rows("src", "docs", "guide"))
        source.apply(flat)
        #expect(outline(source) == ["src", "docs", "guide"])
        var list = self.source(isOpen: true).snapshot()
        list.replaceItems(rows("new", "docs"), inSection: "f")
        source.apply(list)
        #expect(outline(source) == ["new", "+docs", ".guide"])
    }

    /// A list that is described anew in its order knows its items without hashing them, those of trees as well.
    @Test func knownItemsAreNotHashed() {
        final class Count: @unchecked Sendable { var value = 0 }
        struct Counted: Hashable, Sendable {
            let number: Int
            let count: Count
            static func == (left: Counted, right: Counted) -> Bool { left.number == right.number }
            func hash(into hasher: inout Hasher) {
                count.value += 1
                hasher.combine(number)
            }
        }
        let count = Count()
        let folders = (0..<50).map { Counted(number: $0 * 10, count: count) }
        func describe(_ list: inout DiffableDataSourceSnapshot<Int, Counted>) {
            list.appendSections([1])
            for folder in folders {
                list.appendItems([folder])
                list.appendItems((1...5).map { Counted(number: folder.number + $0, count: count) }, toParent: folder)
            }
        }
        var list = DiffableDataSourceSnapshot<Int, Counted>()
        describe(&list)
        let first = count.value
        list.deleteAllItems()
        count.value = 0
        describe(&list)
        #expect(list.numberOfAllItems == 300 && list.numberOfItems == 50)
        // In a debug build each known item is hashed once, to find types whose hashes lie. Parents are looked up by
        // their hashes.
        #expect(first == 350 && count.value <= first)
        #if !DEBUG
        #expect(count.value == 50)
        #endif
    }

    // MARK: Undo

    /// Every snapshot of a session can be applied again, back and forth.
    @Test func undoAndRedoOfASession() {
        let source = source()
        source.sectionSnapshotHandlers.snapshotForExpandingParent = { parent, children in
            var children = children
            if parent.id == "src" && children.items.isEmpty { children.append([row("main", "loaded")]) }
            return children
        }
        var (states, outlines) = ([source.snapshot()], [outline(source)])
        func remember(_ transaction: Source.Transaction) {
            #expect(transaction.initialSnapshot == states.last && transaction.finalSnapshot == source.snapshot())
            states.append(transaction.finalSnapshot)
            outlines.append(outline(source))
        }
        func edit(_ edit: (inout Source.Snapshot) -> Void) {
            var list = source.snapshot()
            edit(&list)
            remember(source.apply(list))
        }
        remember(source.toggleItem(row("docs")))
        remember(source.toggleItem(row("src")))
        remember(source.reorderItem(from: path(0), to: path(2)))
        edit { $0.reconfigureItems([self.row("main", "renamed"), self.row("guide", "Guide")]) }
        remember(source.toggleItem(row("docs")))
        edit { $0.moveItems(self.rows("docs"), toParent: self.row("src")) }
        edit { $0.appendItems(self.rows("a", "b"), toParent: self.row("guide")) }
        edit { $0.deleteItems(self.rows("docs")) }
        edit { $0.replaceChildren(of: self.row("src"), using: self.files(isOpen: true).snapshot(of: self.row("docs"))) }
        #expect(outlines.last == ["+src", ".guide"] && outlines[6] == ["+src", ".renamed", ".docs", "..Guide"])
        for (index, state) in Array(zip(states, outlines)).enumerated().reversed()
            + Array(zip(states, outlines)).enumerated()
        {
            source.apply(state.0)
            #expect(outline(source) == state.1 && source.snapshot() == states[index])
        }
        // Any state after any other.
        for (one, other) in [(8, 0), (0, 7), (7, 2), (2, 6), (6, 1)] {
            source.apply(states[one])
            source.apply(states[other])
            #expect(outline(source) == outlines[other])
        }
    }

    // MARK: Providers see the new list

    @Test func lookUpsDuringAnApply() {
        struct Failure: Error {}
        final class View: DiffableView {
            var log: (String) -> Void = { _ in }
            var fails = false
            func prepare(_ preparation: DiffablePreparation<String, Row>) throws {
                log("prepare")
                if fails { throw Failure() }
                _ = try preparation.cell(at: DiffableIndexPath(item: 0, section: 0))
                _ = try preparation.supplementaryView(SupplementaryKind.header, section: 0)
            }
            func commit(_ transaction: DiffableDataSourceTransaction<String, Row>) throws { log("commit") }
            func cancel(_ transaction: DiffableDataSourceTransaction<String, Row>) { log("cancel") }
        }
        let source = source(isOpen: true)
        let view = View()
        var events: [String] = []
        /// What all look-ups of the data source say.
        func log(_ event: String) {
            let titles = source.snapshot().itemIdentifiers.map(\.title).joined(separator: " ")
            #expect(source.itemIdentifier(for: path(0))?.title == source.snapshot().itemIdentifiers.first?.title)
            #expect(source.snapshot(for: "f").visibleItems == source.snapshot().itemIdentifiers)
            #expect(source.description == source.snapshot().description)
            events.append("\(event): \(titles)")
        }
        view.log = { log($0) }
        source.view = view
        source.cellProvider = { path, row in
            #expect(source.itemIdentifier(for: path) == row)
            log("cell")
            if row.title == "bad" { throw Failure() }
            return Cell(text: row.title)
        }
        source.supplementaryViewProvider = { _, path, section in
            #expect(source.sectionIdentifier(for: path.section) == section)
            log("header")
            return nil
        }
        source.reorderingHandlers.willReorder = { _ in log("will") }
        source.reorderingHandlers.didReorder = { _ in log("did") }
        func logged(_ body: () throws -> Void) -> [String] {
            events = []
            do { try body() } catch { log("failed") }
            return events
        }
        var list = source.snapshot()
        list.appendItems([row("new")])
        #expect(
            logged { try source.checked.apply(list) { log("completion") } }
                == ["prepare", "cell", "header", "commit", "completion"].map { "\($0): docs guide src new" })
        #expect(
            logged { try source.checked.reorderItem(from: path(3), to: path(0)) }
                == ["will: docs guide src new"]
                + ["prepare", "cell", "header", "did", "commit"].map { "\($0): new docs guide src" })
        // After a failure the list is the one before.
        list = source.snapshot()
        list.insertItems([row("bad")], beforeItem: row("new"))
        #expect(
            logged { try source.checked.apply(list) }
                == ["prepare: bad new docs guide src", "cell: bad new docs guide src", "failed: new docs guide src"])
        view.fails = true
        #expect(
            logged { try source.checked.toggleItem(row("docs")) } == [
                "prepare: new docs src", "failed: new docs guide src",
            ])
        view.fails = false
        source.reorderingHandlers.didReorder = { _ in
            log("did")
            throw Failure()
        }
        #expect(
            logged { try source.checked.reorderItem(from: path(0), to: path(3)) }
                == ["will: new docs guide src"]
                + ["prepare", "cell", "header", "did"].map { "\($0): docs guide src new" }
                + ["cancel: new docs guide src", "failed: new docs guide src"])
        source.reorderingHandlers.willReorder = { _ in throw Failure() }
        #expect(logged { try source.checked.reorderItem(from: path(0), to: path(3)) } == ["failed: new docs guide src"])
        // An apply from inside a provider begins with the list that the provider sees.
        var isNested = false
        source.cellProvider = { _, row in
            if !isNested {
                isNested = true
                var list = source.snapshot()
                list.appendItems([Row(id: "nested", title: "nested")])
                source.apply(list)
            }
            return Cell(text: row.title)
        }
        list = source.snapshot()
        list.deleteItems([row("new")])
        source.apply(list)
        #expect(source.snapshot().itemIdentifiers.map(\.title) == ["docs", "guide", "src", "nested"])
    }

    // MARK: Values of trees

    /// What a list says of its trees, and how it is compared, printed and encoded.
    @Test func lookUps() throws {
        var list = Source.Snapshot()
        list.appendSections(["e", "f"])
        list.appendItems(rows("docs", "src"), toSection: "f")
        list.appendItems(rows("guide"), toParent: row("docs"))
        #expect(
            list.sectionSnapshot(of: "f") == files() && list.sectionSnapshot(of: "e").items.isEmpty
                && list.sectionSnapshot(of: "?").items.isEmpty)
        #expect(list.numberOfItems == 2 && list.numberOfAllItems == 3 && list.numberOfItems(inSection: "f") == 2)
        #expect(list.rootItemIdentifiers == rows("docs", "src") && list.expandedItemIdentifiers.isEmpty)
        #expect(
            list.indexOfItem(row("src")) == 1 && list.indexOfItem(row("guide")) == nil && list.contains(row("guide")))
        let collapsed = list
        list.expand(rows("docs", "nobody"))
        #expect(
            list != collapsed && list.isExpanded(row("docs")) && list.expandedItemIdentifiers == rows("docs")
                && list.indexOfItem(row("src")) == 2)
        list.collapse(rows("docs"))
        #expect(list == collapsed)
        list.setExpandable(rows("src"), true)
        #expect(list != collapsed && list.isExpandable(row("src")))
        list.setExpandable(rows("src"), false)
        list.updateItems([row("guide", "Guide")])
        #expect(list != collapsed)
        list.expand(rows("docs"))
        #expect(
            list.description.split(separator: "\n").map { $0.prefix { $0 != "R" } }
                == ["\"e\" (0 items)", "\"f\" (3 items)", "  ", "    ", "  "])
        var flat = Source.Snapshot()
        flat.appendSections(["e", "f"])
        flat.appendItems([row("docs"), row("guide", "Guide"), row("src")])
        #expect(flat != list && list.itemIdentifiers == flat.itemIdentifiers)
        var dumped = ""
        dump(collapsed, to: &dumped)
        #expect(dumped.contains(#"id: "guide""#))
        // A section without children is encoded as a list, and another one as a tree.
        for list in [list, collapsed, flat] {
            let data = try JSONEncoder().encode(list)
            #expect(try JSONDecoder().decode(Source.Snapshot.self, from: data) == list)
            #expect(String(decoding: data, as: UTF8.self).contains("level") == (list != flat))
        }
        let twice =
            #"[{"identifier":"e","items":[{"id":"a","title":""}]},{"identifier":"f","tree":[{"identifier":{"id":"a","title":""},"level":0,"isExpanded":true},{"identifier":{"id":"a","title":""},"level":1}]}]"#
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Source.Snapshot.self, from: Data(twice.utf8)) }
    }
}
