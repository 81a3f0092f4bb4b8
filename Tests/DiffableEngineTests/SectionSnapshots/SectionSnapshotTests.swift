import Testing

@testable import DiffableEngine
@testable import TestSupport

/// The first answer of a tree that is not the model's.
private func mismatch(_ tree: SectionSnapshot, _ model: OutlineModel) throws -> String? {
    if tree.items != model.items { return "items" }
    if tree.numberOfItems != model.items.count { return "number of items" }
    if tree.rootItems != model.roots.map({ $0.identifier }) { return "root items" }
    if tree.visibleItems != model.items.filter({ model.isVisible($0) }) { return "visible items" }
    if tree.expandedItems != model.flat.filter({ $0.node.isExpanded }).map({ $0.node.identifier }) { return "expanded items" }
    for (index, (node, level, parent)) in model.flat.enumerated() {
        let item = node.identifier
        if tree.index(of: item) != index { return "index of \(item)" }
        if try tree.level(of: item) != level { return "level of \(item)" }
        if try tree.parent(of: item) != parent?.identifier { return "parent of \(item)" }
        if try tree.isExpanded(item) != node.isExpanded { return "expansion of \(item)" }
        if try tree.isExpandable(item) != node.isExpandable { return "expandability of \(item)" }
        if try tree.keepsExpansion(item) != node.keepsExpansion { return "kept expansion of \(item)" }
        if try tree.isVisible(item) != model.isVisible(item) { return "visibility of \(item)" }
        if !tree.contains(item) { return "contains \(item)" }
    }
    return nil
}

private func code(_ body: () throws(DiffableError) -> Void) -> DiffableError.Code? {
    do throws(DiffableError) {
        try body()
        return nil
    } catch {
        return error.code
    }
}

@Suite struct SectionSnapshotTests {
    @Test func randomEditsAgreeWithTheModel() throws {
        for seed in 0..<UInt64(300) {
            var random = SplitMix64(seed: seed)
            var tree = SectionSnapshot()
            var model = OutlineModel()
            var kept: [(SectionSnapshot, OutlineModel)] = []
            for _ in 0..<30 {
                let known = model.items
                let new = (0..<1 + random.below(3)).map { _ in Identifier.integer(Int64(random.below(40))) }
                let isNew = Set(new).count == new.count && new.allSatisfy { !known.contains($0) }
                let some = known.isEmpty ? "nobody" : random.pick(known)
                switch random.below(9) {
                case 0:
                    let parent = random.once(in: 3) ? nil : some
                    let expected = !isNew ? DiffableError.Code.duplicateIdentifier : parent != nil && known.isEmpty ? .unknownIdentifier : nil
                    #expect(code { () throws(DiffableError) in try tree.append(new.map { Element($0) }, to: parent) } == expected)
                    if expected == nil { model.insert(new, below: parent) { $0.count } }
                case 1, 2:
                    let after = random.once(in: 2)
                    let expected = new.contains(some) ? DiffableError.Code.invalidDestination : !isNew ? .duplicateIdentifier : known.isEmpty ? .unknownIdentifier : nil
                    let elements = new.map { Element($0) }
                    let result = code { () throws(DiffableError) in
                        if after { try tree.insert(elements, after: some) } else { try tree.insert(elements, before: some) }
                    }
                    #expect(result == expected)
                    guard expected == nil else { continue }
                    model.insert(new, below: model.find(some)?.parent?.identifier) { siblings in
                        siblings.firstIndex { $0.identifier == some }! + (after ? 1 : 0)
                    }
                case 3:
                    let going = model.find(some)?.node.flat(0, nil).count ?? 0
                    #expect(tree.delete([some, "nobody", some]) == going)
                    model.delete(some)
                case 4:
                    tree.expand([some, "nobody"])
                    model.find(some)?.node.isExpanded = true
                    model.find(some)?.node.keepsExpansion = false
                case 5:
                    tree.collapse([some])
                    model.find(some)?.node.isExpanded = false
                    model.find(some)?.node.keepsExpansion = false
                case 6:
                    tree.keepExpansion([some, "nobody"])
                    model.find(some)?.node.keepsExpansion = true
                case 7:
                    let isExpandable = random.below(3) > 0
                    tree.setExpandable([some, "nobody"], isExpandable)
                    model.find(some)?.node.isExpandable = isExpandable
                default:
                    guard let node = model.find(some)?.node else { continue }
                    let whole = random.once(in: 2)
                    let part = try tree.snapshot(of: some, includingParent: whole)
                    let copy = node.copy()
                    #expect(try mismatch(part, OutlineModel(roots: whole ? [copy] : copy.children)) == nil, "seed \(seed)")
                    try tree.replaceChildren(of: some, with: tree.snapshot(of: some))
                }
                #expect(try mismatch(tree, model) == nil, "seed \(seed)")
                #expect(tree.expandableCount == model.flat.filter { $0.node.isExpandable }.count, "seed \(seed)")
                if random.once(in: 6) { kept.append((tree, model.copy())) }
            }
            for (old, oldModel) in kept { #expect(try mismatch(old, oldModel) == nil, "a copy changed, seed \(seed)") }
        }
    }

    @Test func replacingChildrenRefusesWhatIsElsewhereAndChangesNothing() throws {
        var tree = SectionSnapshot()
        try tree.append(["a", "b"])
        try tree.append(["a1"], to: "a")
        var children = SectionSnapshot()
        try children.append(["a2", "b"])
        let before = tree
        #expect(code { () throws(DiffableError) in try tree.replaceChildren(of: "a", with: children) } == .duplicateIdentifier)
        #expect(tree == before)
        try children.append(["deep"], to: "a2")
        children.delete(["b"])
        children.expand(["a2"])
        try tree.replaceChildren(of: "a", with: children)
        #expect(tree.items == ["a", "a2", "deep", "b"])
        #expect(try tree.isExpanded("a2"))
    }

    @Test func marksKeepTheirOrderWhereverTheItemsGo() throws {
        var tree = SectionSnapshot()
        try tree.append(["top"])
        try tree.append(["a", "b", "c"], to: "top")
        try tree.reloadItems(["c", "top", "a"])
        try tree.reconfigureItems(["b", "a"])
        let part = try tree.snapshot(of: "top")
        #expect(part.reloadedItemIdentifiers == ["c", "a"] && part.reconfiguredItemIdentifiers == ["b", "a"])
        var other = SectionSnapshot()
        try other.append(["x"])
        try other.reloadItems(["x"])
        try other.replaceChildren(of: "x", with: part)
        #expect(other.reloadedItemIdentifiers == ["x", "c", "a"] && other.reconfiguredItemIdentifiers == ["b", "a"])
        // Enough that is gone to have the tree move to a table of its own.
        for round in 0..<20 {
            try tree.append((0..<100).map { Element(Identifier("gone \(round) \($0)")) })
            tree.delete((0..<100).map { Identifier("gone \(round) \($0)") })
        }
        #expect(tree.reloadedItemIdentifiers == ["c", "top", "a"] && tree.reconfiguredItemIdentifiers == ["b", "a"])
    }

    @Test func questionsAboutStrangersThrow() {
        let tree = SectionSnapshot()
        #expect(code { () throws(DiffableError) in _ = try tree.level(of: "x") } == .unknownIdentifier)
        #expect(code { () throws(DiffableError) in _ = try tree.parent(of: "x") } == .unknownIdentifier)
        #expect(code { () throws(DiffableError) in _ = try tree.isExpanded("x") } == .unknownIdentifier)
        #expect(code { () throws(DiffableError) in _ = try tree.isVisible("x") } == .unknownIdentifier)
        #expect(code { () throws(DiffableError) in _ = try tree.isExpandable("x") } == .unknownIdentifier)
        #expect(code { () throws(DiffableError) in _ = try tree.keepsExpansion("x") } == .unknownIdentifier)
        #expect(code { () throws(DiffableError) in _ = try tree.snapshot(of: "x") } == .unknownIdentifier)
        #expect(tree.index(of: "x") == nil)
        #expect(!tree.contains("x"))
    }

    @Test func theOutlineShowsLevelsAndSigns() throws {
        var tree = SectionSnapshot()
        try tree.append(["docs", "readme"])
        try tree.append(["guide"], to: "docs")
        #expect(tree.description == "-* \"docs\"\n     \"guide\"\n * \"readme\"")
        tree.expand(["docs"])
        #expect(tree.description == "+* \"docs\"\n *   \"guide\"\n * \"readme\"")
        tree.setExpandable(["readme"], true)
        #expect(tree.description == "+* \"docs\"\n *   \"guide\"\n-* \"readme\"")
    }

    @Test func manyChildrenAreNoWorseThanLinear() throws {
        var tree = SectionSnapshot()
        try tree.append(["root"])
        for number in 0..<20_000 { try tree.append([Element(.integer(Int64(number)))], to: "root") }
        tree.expand(["root"])
        #expect(tree.visibleItems.count == 20_001)
    }
}
