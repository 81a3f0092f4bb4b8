import Diffable
import Testing

/// Items come to the front of a section, or to an index of its visible items.
struct InsertionTests {
    typealias List = DiffableDataSourceSnapshot<String, Int>

    private var list: List {
        var list = List()
        list.appendSections(["a", "b"])
        list.appendItems([1, 2], toSection: "a")
        list.appendItems([3, 4], toParent: 1)
        return list
    }

    @Test func places() {
        var list = list
        list.prependItems([10, 11], toSection: "a")
        list.prependItems([20])
        list.insertItems([21], at: 1)
        list.insertItems([22], at: 0, inSection: "b")
        #expect(
            list.itemIdentifiers(inSection: "a") == [10, 11, 1, 2]
                && list.itemIdentifiers(inSection: "b") == [22, 20, 21])
        // Rows are visible items, and what comes before a child is its sibling.
        list.insertItems([12], at: 3, inSection: "a")
        list.expand([1])
        list.insertItems([13], at: 4, inSection: "a")
        #expect(
            list.itemIdentifiers(inSection: "a") == [10, 11, 1, 3, 13, 4, 12, 2] && list.children(of: 1) == [3, 13, 4])
        #expect(list.itemIdentifier(at: DiffableIndexPath(item: 4, section: 0)) == 13)
    }

    @Test func errors() {
        var list = list
        let before = list
        func message(_ edit: () throws -> Void) -> String? {
            #expect(throws: DiffableError.self, performing: edit)?.description
        }
        #expect(
            message { try list.checked.insertItems([9], at: 3, inSection: "a") }
                == "INVALID_ARGUMENT: insertItems(_:at:inSection:): there is no index 3; section \"a\" has 2 items")
        #expect(
            message { try list.checked.insertItems([9], at: -1) }
                == "INVALID_ARGUMENT: insertItems(_:at:inSection:): there is no index -1; section \"b\" has 0 items")
        #expect(
            message { try list.checked.prependItems([2], toSection: "c") }
                == "DUPLICATE_IDENTIFIER: prependItems(_:toSection:): item 2 is already at section \"a\", item 1")
        #expect(
            message { try list.checked.prependItems([9], toSection: "c") }
                == "UNKNOWN_IDENTIFIER: prependItems(_:toSection:): there is no section \"c\"; the list has \"a\" and \"b\""
        )
        #expect(list == before)
        var empty = List()
        #expect(
            message { try empty.checked.insertItems([9], at: 0) }?.hasPrefix(
                "NO_SECTIONS: insertItems(_:at:inSection:): ") == true)
    }
}
