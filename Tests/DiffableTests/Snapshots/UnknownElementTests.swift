import Diffable
import Testing

/// What the errors for items and sections that a list lacks say about the reason.
struct UnknownElementTests {
    private func message<Section, Item>(
        _ snapshot: DiffableDataSourceSnapshot<Section, Item>,
        _ edit: (inout DiffableDataSourceSnapshot<Section, Item>.Checked) throws(DiffableError) -> Void
    ) -> String? {
        var copy = snapshot
        do throws(DiffableError) {
            try edit(&copy.checked)
            return nil
        } catch {
            return error.code == .unknownIdentifier ? error.message : "\(error.code)"
        }
    }

    private func list<Item>(_ items: Item...) -> DiffableDataSourceSnapshot<Int, Item> {
        var snapshot = DiffableDataSourceSnapshot<Int, Item>()
        snapshot.appendSections([6, 7])
        snapshot.appendItems(items)
        return snapshot
    }

    private final class Account: Hashable, @unchecked Sendable, CustomStringConvertible {
        var name: String
        init(_ name: String) { self.name = name }
        static func == (left: Account, right: Account) -> Bool { left.name == right.name }
        func hash(into hasher: inout Hasher) { hasher.combine(name) }
        var description: String { name }
    }

    @Test func anItemThatWasChangedAfterItWasAdded() {
        let account = Account("old")
        let snapshot = list(Account("other"), account)
        account.name = "new"
        #expect(
            message(snapshot) { edits throws(DiffableError) in try edits.reloadItems([account]) }
                == """
                there is no item new; an equal item is at section 7, item 1, and had another hash when it was added: \
                was it changed since?
                """)
        // An equal item which is another object has the new hash as well.
        #expect(
            message(snapshot) { edits throws(DiffableError) in try edits.reloadItems([Account("new")]) }?.contains(
                "7, item 1") == true)
        #expect(
            message(snapshot) { edits throws(DiffableError) in try edits.reloadItems([Account("old")]) }
                == "there is no item old")
    }

    @Test func aSectionThatWasChangedAfterItWasAdded() {
        let account = Account("old")
        var snapshot = DiffableDataSourceSnapshot<Account, Int>()
        snapshot.appendSections([Account("other"), account])
        account.name = "new"
        #expect(
            message(snapshot) { edits throws(DiffableError) in try edits.appendItems([1], toSection: account) }
                == """
                there is no section new; an equal section is at index 1, and had another hash when it was \
                added: was it changed since?
                """)
    }

    /// An error costs no more in a long list: the first 10,000 items are searched.
    @Test func longLists() {
        var snapshot = DiffableDataSourceSnapshot<Int, Account>()
        snapshot.appendSections([1, 2, 3])
        snapshot.appendItems((0..<9_998).map { Account("\($0)") }, toSection: 1)
        let accounts = ["a", "b", "c"].map { Account($0) }
        snapshot.appendItems(accounts, toSection: 3)
        for account in accounts { account.name += "!" }
        let isFound = accounts.map { account in
            message(snapshot) { edits throws(DiffableError) in try edits.reloadItems([account]) }?.contains(
                "was it changed since?")
        }
        #expect(isFound == [true, true, false])
    }

    @Test func anItemThatIsNotEqualToItself() {
        #expect(
            message(list(1, Double.nan)) { edits throws(DiffableError) in try edits.reloadItems([Double.nan]) }
                == "there is no item nan; it is not equal to itself, so it is never found")
    }

    private struct Payment: Hashable { let serial: Int; var name: String }
    private struct Wrapper: Hashable { let serial: Int }

    /// A data source with `id:` makes lists that compare items by it, and `init()` does not.
    @Test func itemsThatAreComparedAsAWhole() {
        let (old, new) = (Payment(serial: 1, name: "old"), Payment(serial: 1, name: "new"))
        #expect(
            message(list(old)) { edits throws(DiffableError) in try edits.reconfigureItems([new]) }
                == """
                there is no item Payment(serial: 1, name: "new"); `Payment` is compared as a whole, unless it is \
                `Identifiable`, or `newSnapshot()` of a data source with `id:` made the list
                """)
        let source = DiffableDataSource<Int, Payment>(id: \.serial, cellProvider: { _, _ in Cell() })
        var snapshot = source.newSnapshot()
        snapshot.appendSections([1])
        snapshot.appendItems([old])
        #expect(message(snapshot) { edits throws(DiffableError) in try edits.reconfigureItems([new]) } == nil)
        #expect(
            message(snapshot) { edits throws(DiffableError) in try edits.reloadItems([Payment(serial: 2, name: "")]) }
                == "there is no item Payment(serial: 2, name: \"\")")
        #expect(
            message(list(Wrapper(serial: 1))) { edits throws(DiffableError) in
                try edits.reloadItems([Wrapper(serial: 2)])
            }
                == "there is no item Wrapper(serial: 2)")
    }

    @Test func anItemThatIsASectionAndASectionThatIsAnItem() {
        let snapshot = list(1, 2)
        #expect(
            message(snapshot) { edits throws(DiffableError) in try edits.reloadItems([7]) }
                == "there is no item 7, but there is a section of that name")
        #expect(
            message(snapshot) { edits throws(DiffableError) in try edits.reloadSections([1]) }
                == "there is no section 1, but there is an item of that name; the list has 6 and 7")
    }

    /// A snapshot that compares items in another way may have two that are one for the data source.
    @Test func snapshotsThatCompareInAnotherWay() {
        struct Fare: Hashable, Identifiable { let id: Int; let serial: Int }
        let byID = DiffableDataSource<Int, Fare>(cellProvider: { _, _ in Cell() })
        let bySerial = DiffableDataSource<Int, Fare>(id: \.serial, cellProvider: { _, _ in Cell() })
        func error(
            _ source: DiffableDataSource<Int, Fare>, _ empty: DiffableDataSourceSnapshot<Int, Fare>, _ fares: [Fare]
        ) -> String? {
            var snapshot = empty
            snapshot.appendSections([1])
            snapshot.appendItems(fares)
            return #expect(throws: DiffableError.self) { try source.checked.apply(snapshot) }?.description
        }
        #expect(
            error(bySerial, .init(), [Fare(id: 1, serial: 7), Fare(id: 2, serial: 7)])
                == """
                DUPLICATE_IDENTIFIER: apply(_:animatingDifferences:): item Fare(id: 2, serial: 7) is in the call twice, at 0 and 1; \
                the data source compares items by `\\Fare.serial`: begin with its `newSnapshot()`
                """)
        #expect(
            error(byID, bySerial.newSnapshot(), [Fare(id: 1, serial: 7), Fare(id: 1, serial: 8)])?
                .hasSuffix("; the data source compares items by `id`: begin with its `newSnapshot()`") == true)
    }

    @Test func theSectionsThatThereAre() {
        func message(_ sections: Range<Int>) -> String? {
            var snapshot = DiffableDataSourceSnapshot<Int, String>()
            snapshot.appendSections(Array(sections))
            return self.message(snapshot) { edits throws(DiffableError) in try edits.reloadSections([9]) }
        }
        #expect(message(1..<1) == "there is no section 9; append it with `appendSections` first")
        #expect(message(1..<2) == "there is no section 9; the list has 1")
        #expect(message(1..<3) == "there is no section 9; the list has 1 and 2")
        #expect(message(1..<6) == "there is no section 9; the list has 1, 2, 3, 4 and 5")
        #expect(message(1..<8) == "there is no section 9; the list has 1, 2, 3, 4, 5 and 2 more")
    }
}
