import Diffable
import Testing

/// Lists of a program's own types that were edited separately.
struct MergeTests {
    typealias Snapshot = DiffableDataSourceSnapshot<String, Row>

    private func list(_ rows: Row...) -> Snapshot {
        var list = Snapshot()
        list.appendSections(["s"])
        list.appendItems(rows)
        return list
    }

    private func row(_ id: String, _ title: String = "") -> Row { Row(id: id, title: title) }

    private func spelled(_ snapshot: Snapshot) -> String {
        snapshot.allItemIdentifiers.map { $0.title.isEmpty ? $0.id : "\($0.id)=\($0.title)" }.joined(separator: " ")
    }

    @Test func changesOfBothSides() {
        let base = list(row("a"), row("b"), row("c"))
        var (mine, theirs) = (base, base)
        mine.reconfigureItems([row("a", "changed")])
        mine.deleteItems([row("b")])
        theirs.appendItems([row("d")])
        theirs.moveItem(row("c"), beforeItem: row("a"))
        let merge = base.merging(mine, theirs)
        #expect(spelled(merge.snapshot) == "c a=changed d")
        #expect(merge.itemConflicts.isEmpty && merge.sectionConflicts.isEmpty)
        #expect(base.merging(theirs, mine).snapshot == merge.snapshot)
        #expect(merge.snapshot.reconfiguredItemIdentifiers.map { $0.id } == ["a"])
        #expect(base.merging(mine, base).snapshot == mine)
        #expect(base.merging(base, theirs).snapshot == theirs)
    }

    @Test func conflictsHaveTheValues() {
        let base = list(row("a", "1"), row("b", "1"))
        let merge = base.merging(list(row("a", "2"), row("x", "2")), list(row("a", "3"), row("b", "3"), row("x", "3")))
        #expect(spelled(merge.snapshot) == "a=2 b=3 x=2")
        #expect(merge.itemConflicts.map { $0.kind } == [.changed, .deleted, .inserted])
        #expect(merge.itemConflicts.map { $0.base?.title } == ["1", "1", nil])
        #expect(merge.itemConflicts.map { $0.mine?.title } == ["2", nil, "2"])
        #expect(merge.itemConflicts.map { $0.theirs?.title } == ["3", "3", "3"])
    }

    @Test func runsDoNotDependOnTheSides() {
        let base = list(row("a"))
        let (mine, theirs) = (list(row("a"), row("z"), row("b")), list(row("a"), row("m"), row("n")))
        #expect(spelled(base.merging(mine, theirs).snapshot) == "a m n z b")
        #expect(spelled(base.merging(theirs, mine).snapshot) == "a m n z b")
    }

    @Test func trees() {
        var base = list(row("p"), row("q"))
        base.appendItems([row("c")], toParent: row("p"))
        base.expand([row("p")])
        var (mine, theirs) = (base, base)
        mine.appendItems([row("d")], toParent: row("c"))
        theirs.collapse([row("p")])
        theirs.moveItems([row("p")], toParent: row("q"))
        let merged = base.merging(mine, theirs).snapshot
        #expect(spelled(merged) == "q p c d")
        #expect(merged.parent(of: row("d"))?.id == "c" && merged.parent(of: row("p"))?.id == "q")
        #expect(!merged.isExpanded(row("p")))
        theirs = base
        theirs.deleteItems([row("p")])
        let merge = base.merging(mine, theirs)
        #expect(spelled(merge.snapshot) == "p c d q")
        #expect(merge.itemConflicts.map { $0.kind } == [.deletedParent, .deletedParent])
    }

    @Test func sectionsWithContentAndValuesThatCollide() {
        typealias Rows = DiffableDataSourceSnapshot<Row, CollidingRow>
        func rows(_ sections: [Row], _ items: [(Int, Int)]) -> Rows {
            var rows = Rows()
            rows.appendSections(sections)
            rows.appendItems(items.map { CollidingRow.make($0.0, content: $0.1) }, toSection: sections[0])
            return rows
        }
        let base = rows([row("s", "1"), row("t", "1")], [(1, 1), (3, 1), (5, 1)])
        let mine = rows([row("s", "2"), row("t", "1")], [(5, 1), (1, 1), (3, 2)])
        let theirs = rows([row("s", "3")], [(1, 1), (7, 1), (3, 1)])
        let merge = base.merging(mine, theirs)
        #expect(merge.snapshot.sectionIdentifiers.map { $0.title } == ["2"])
        #expect(merge.sectionConflicts.map { $0.kind } == [.changed])
        #expect(merge.snapshot.itemIdentifiers.map { [$0.id.number, $0.title] } == [[1, 1], [7, 1], [3, 2]])
        #expect(merge.itemConflicts.isEmpty)
    }
}
