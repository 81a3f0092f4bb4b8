import Diffable
import Foundation
import Testing

@testable import Lists

struct StatesTests {
    private let model = StatesModel()

    private func makeSource() -> DiffableDataSource<String, UUID> {
        let model = model
        let source = DiffableDataSource<String, UUID>(cellProvider: { _, id in
            guard let state = model.backingStore[id] else { throw MissingState(id: id) }
            return Cell(text: state.name, accessory: state.isFavorite ? "star.fill" : "star")
        })
        source.view = nil
        source.apply(model.snapshot(), animatingDifferences: false)
        return source
    }

    @Test func sectionsAreLetters() {
        let snapshot = model.snapshot()
        #expect(snapshot.sectionIdentifiers == "ACDFGHIKLMNOPRSTUVW".map { String($0) })
        #expect(snapshot.numberOfItems == 50)
        let names = snapshot.itemIdentifiers(inSection: "A").map { model.backingStore[$0]?.name }
        #expect(names == ["Alabama", "Alaska", "Arizona", "Arkansas"])
    }

    @Test func twoStatesMayHaveTheSameName() {
        let source = makeSource()
        let georgia = model.add("Georgia")
        let difference = source.apply(model.snapshot()).difference
        #expect(difference.insertedItems.map(\.identifier) == [georgia])
        #expect(difference.insertedItems.first?.to == DiffableIndexPath(row: 1, section: 4))
        #expect(difference.description == "1 item inserted")
    }

    @Test func onlyTheReloadedStateIsShownAgain() throws {
        let source = makeSource()
        let id = try #require(model.ids.last)
        model.rename(id, to: "Wyoming, the Equality State")
        var snapshot = source.snapshot()
        snapshot.reloadItems([id])
        let difference = source.apply(snapshot).difference
        #expect(difference.reloadedItems.map(\.identifier) == [id])
        #expect(difference.description == "1 item reloaded")
    }

    @Test func tapTogglesTheStar() throws {
        let source = makeSource()
        let id = try #require(source.itemIdentifier(for: DiffableIndexPath(row: 2, section: 0)))
        #expect(model.backingStore[id] == USState(name: "Arizona"))
        for isFavorite in [true, false] {
            model.toggleFavorite(id)
            var snapshot = source.snapshot()
            snapshot.reloadItems([id])
            let transaction = source.apply(snapshot, animatingDifferences: false)
            #expect(transaction.difference.reloadedItems.map(\.from) == [DiffableIndexPath(row: 2, section: 0)])
            #expect(transaction.animation == .none)
            #expect(
                try source.text().contains(
                    "Arizona                                               \(isFavorite ? "★" : "☆")"))
        }
    }

    @Test func missingStateUndoesTheApply() {
        let source = makeSource()
        source.view = source.textView { _ in }
        let before = source.snapshot()
        var snapshot = before
        snapshot.appendItems([UUID()], toSection: "A")
        #expect(throws: MissingState.self) { try source.checked.apply(snapshot) }
        #expect(source.snapshot() == before)
    }

    @Test func changedCopyOfStateComparedWholeIsUnknown() {
        let texas = StateComparedWhole(id: 44, name: "Texas")
        var changed = texas
        changed.isFavorite = true
        var snapshot = NSDiffableDataSourceSnapshot<String, StateComparedWhole>()
        snapshot.appendSections(["T"])
        snapshot.appendItems([texas])
        let error = #expect(throws: DiffableError.self) { try snapshot.checked.reloadItems([changed]) }
        #expect(error?.code == .unknownIdentifier)
        #expect(snapshot.itemIdentifiers == [texas])
        #expect(snapshot.reloadedItemIdentifiers.isEmpty)
    }

    @Test func changedCopyOfStateComparedByIDIsShown() {
        let source = DiffableDataSource<String, StateComparedByID>(cellProvider: { _, state in Cell(text: state.name) })
        source.view = nil
        let texas = StateComparedByID(id: 44, name: "Texas")
        var snapshot = NSDiffableDataSourceSnapshot<String, StateComparedByID>()
        snapshot.appendSections(["T"])
        snapshot.appendItems([texas])
        source.apply(snapshot)
        var changed = texas
        changed.isFavorite = true
        snapshot.reloadItems([changed])
        let changes = source.apply(snapshot).difference.reloadedItems
        #expect(changes.map { [$0.old?.isFavorite, $0.new?.isFavorite] } == [[false, true]])
        #expect(source.snapshot().itemIdentifiers.map(\.isFavorite) == [true])
    }
}
