import Testing

@testable import DiffableEngine
@testable import TestSupport

/// Random lists applied one after another: the providers are asked for what the model says and for nothing
/// else, and what the view shows is the new list with its marks, and the old one where marks say so.
@Suite struct RandomApplyTests {
    private static let width = 80
    private static let shape = Shape(sections: 4, items: 14, batch: 5, pool: 100..<140, wrong: 30)

    @Test(arguments: 0..<60 as Range<UInt64>) func appliesInARow(seed: UInt64) throws {
        var program = SnapshotProgram(seed: seed, shape: Self.shape)
        var random = SplitMix64(seed: ~seed)
        let screen = Screen(width: Self.width)
        var old = ReferenceModel()
        for round in 0..<12 {
            // Derived from the list, or built anew; a program that goes on keeps its marks, a list does not.
            program.advance(steps: random.number(in: 0...6))
            var new = program.model
            let shared = random.once(in: 2) ? screen.source.snapshot() : nil
            let snapshot = random.once(in: 2) ? program.snapshot : try Snapshot(new, sharing: shared)
            if random.once(in: 3) { try failingApply(of: snapshot, on: screen, at: random.below(4)) }
            screen.log = []
            let transaction = try #require(try screen.source.apply(snapshot).transaction)
            new = new.keeping(stateOf: old)
            let naive = NaiveDifference(from: old, to: new)
            let calls = screen.takeLog()
            if calls.sorted() != expectedCalls(naive, screen).sorted()
                || shownWrong(screen, transaction.difference, naive)
            {
                Issue.record(
                    "seed \(seed), round \(round): \(old.outline)\n\(new.outline)\n\(calls)\n\(screen.texts.last!)")
                return
            }
            old = new.withoutMarks
            #expect(Comparison(snapshot: screen.source.snapshot(), model: old).mismatch() == nil)
        }
    }

    /// A provider that throws at its n-th call, or does not come to that many.
    private func failingApply(of snapshot: Snapshot, on screen: Screen, at failing: Int) throws {
        var calls = 0
        screen.onCell = { (_) throws(DiffableError) in
            calls += 1
            if calls > failing { throw .refused }
        }
        defer { screen.onCell = { _ in } }
        let before = screen.source.snapshot()
        var other = before
        _ = other.perform(.appendSections([Element("only here")]))
        _ = other.perform(.appendItems((0..<6).map { Element(identifier(300 + $0)) }, toSection: "only here"))
        #expect(thrown { () throws(DiffableError) in try screen.source.apply(other) }?.code == .providerFailed)
        #expect(screen.source.snapshot() == before)
    }

    private func expectedCalls(_ naive: NaiveDifference, _ screen: Screen) -> [String] {
        let items = naive.insertedItems + naive.reloadedItems + naive.reconfiguredItems
        let sections = naive.insertedSections + naive.updatedSections
        return items.map { "cell \(screen.name($0.identifier))" } + ["write"]
            + sections.flatMap { ["header \(screen.name($0.identifier))", "footer \(screen.name($0.identifier))"] }
    }

    // MARK: - What is shown

    private func shownWrong(_ screen: Screen, _ difference: Difference, _ naive: NaiveDifference) -> Bool {
        let lines = screen.shown
        let updated = Set((naive.reloadedItems + naive.reconfiguredItems).map { $0.identifier })
        let updatedSections = Set(naive.updatedSections.map { $0.identifier })
        let insertedItems = Set(naive.insertedItems.map { $0.identifier })
        let movedItems = Set(difference.movedItems.map { $0.identifier })
        let insertedSections = Set(naive.insertedSections.map { $0.identifier })
        let movedSections = Set(difference.movedSections.map { $0.identifier })
        func sign(_ isInserted: Bool, _ isMoved: Bool, _ isUpdated: Bool) -> String {
            isInserted ? "+  " : isMoved ? (isUpdated ? ">~ " : ">  ") : isUpdated ? "~  " : "   "
        }
        // All lines but the deleted ones are the new list.
        let new = naive.new.sections.flatMap { section -> [String] in
            let name = section.identifier
            let header = sign(
                insertedSections.contains(name), movedSections.contains(name), updatedSections.contains(name))
            let revision = section.content?.revision ?? 0
            return [header + "[\(screen.name(name))\(revision == 0 ? "" : " \(revision)")]"]
                + section.visible.map { index in
                    let item = section.nodes[index].element
                    let name = item.identifier
                    let sign = sign(insertedItems.contains(name), movedItems.contains(name), updated.contains(name))
                    return row(sign + "  " + section.indentation(of: index), item, screen)
                }
        }
        if lines.filter({ !$0.hasPrefix("-") }) != new { return true }
        // All lines but what is new or came from elsewhere are the old list, section by section.
        let movedFrom = Set(difference.movedItems.map { $0.from! })
        let old = naive.oldSections.enumerated().map { index, section in
            [screen.name(section.identifier)]
                + section.items.enumerated().filter { !movedFrom.contains(IndexPath(section: index, item: $0.offset)) }
                .map { (isDeleted($0.element, naive) ? "-" : "") + screen.name($0.element.identifier) }
        }
        let blocks = self.blocks(of: lines)
        if blocks.filter({ !$0.isMoved }).map({ $0.rows[0] })
            != old.map({ $0[0] }).filter({ name in
                !movedSections.contains { screen.name($0) == name }
            })
        {
            return true
        }
        return !blocks.allSatisfy { block in old.contains(block.rows) }
    }

    private func row(_ start: String, _ item: Element, _ screen: Screen) -> String {
        let left = start + screen.name(item.identifier)
        let right = item.revision == 0 ? "" : String(item.revision)
        return right.isEmpty
            ? left : left + String(repeating: " ", count: Self.width - left.count - right.count) + right
    }

    private func isDeleted(_ item: Element, _ naive: NaiveDifference) -> Bool {
        naive.new.path(ofItem: item.identifier) == nil
    }

    /// Sections that were there before, each with its name and those of its rows that were in it before.
    private func blocks(of lines: [String]) -> [(rows: [String], isMoved: Bool)] {
        var blocks: [(rows: [String], isMoved: Bool, isNew: Bool)] = []
        for line in lines {
            let words = line.dropFirst(3).split(separator: " ").map { String($0) }.filter { $0 != "▾" && $0 != "▸" }
            if words[0].hasPrefix("[") {
                let name = words[0].filter { $0 != "[" && $0 != "]" }
                blocks.append(([name], line.hasPrefix(">"), line.hasPrefix("+")))
            } else if !line.hasPrefix("+") && !line.hasPrefix(">") {
                blocks[blocks.count - 1].rows.append((line.hasPrefix("-") ? "-" : "") + words[0])
            }
        }
        return blocks.filter { !$0.isNew }.map { ($0.rows, $0.isMoved) }
    }
}
