import Diffable
import Foundation

struct MissingState: Error, CustomStringConvertible {
    let id: UUID
    var description: String { "no state is stored under \(id)" }
}

private func star(_ isFavorite: Bool) -> String {
    isFavorite ? "star.fill" : "star"
}

func tellStates() {
    let model = StatesModel()
    var cellsMade = 0
    let source = DiffableDataSource<String, UUID>(cellProvider: { _, id in
        cellsMade += 1
        guard let state = model.backingStore[id] else { throw MissingState(id: id) }
        return Cell(text: state.name, accessory: star(state.isFavorite))
    })
    source.supplementaryViewProvider = { kind, _, letter in kind == SupplementaryKind.header ? Cell(text: letter) : nil
    }
    source.view = source.textView(context: 1) { print($0, terminator: "") }

    print("1. The states, in sections by letter")
    source.apply(model.snapshot(), animatingDifferences: false)

    print("\n2. A second Georgia")
    var names = NSDiffableDataSourceSnapshot<String, String>()
    names.appendSections(["G"])
    printError { try names.checked.appendItems(["Georgia", "Georgia"]) }
    let georgia = model.add("Georgia")
    source.apply(model.snapshot())

    print("\n3. The second Georgia gets a longer name")
    model.rename(georgia, to: "Georgia, the country")
    cellsMade = 0
    var snapshot = source.snapshot()
    snapshot.reloadItems([georgia])
    source.apply(snapshot)
    print("cells made: \(cellsMade)")

    // An app would do this in `tableView(_:didSelectRowAt:)`.
    func tapStar(_ indexPath: DiffableIndexPath) {
        guard let id = source.itemIdentifier(for: indexPath) else { return }
        model.toggleFavorite(id)
        var snapshot = source.snapshot()
        snapshot.reloadItems([id])
        source.apply(snapshot, animatingDifferences: false)
    }

    print("\n4. A tap on the star of the third state, and another one")
    tapStar(DiffableIndexPath(row: 2, section: 0))
    print()
    tapStar(DiffableIndexPath(row: 2, section: 0))

    print("\n5. An item that is missing from the store")
    let atlantis = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
    snapshot = source.snapshot()
    snapshot.insertItems([atlantis], afterItem: snapshot.itemIdentifiers[2])
    do {
        try source.checked.apply(snapshot)
    } catch {
        print("applied: false")
        print(error)
    }
    print("in the list: \(source.indexPath(for: atlantis) != nil)")

    tellStatesWithoutStore()
}

private func tellStatesWithoutStore() {
    print("\n6. The whole item is the identifier: the changed copy is not in the list")
    let whole = StateComparedWhole(id: 44, name: "Texas")
    var changedWhole = whole
    changedWhole.isFavorite.toggle()
    var wholeStates = NSDiffableDataSourceSnapshot<String, StateComparedWhole>()
    wholeStates.appendSections(["T"])
    wholeStates.appendItems([whole])
    do {
        try wholeStates.checked.reloadItems([changedWhole])
    } catch {
        print("marked: false")
        print(error)
    }

    let source = DiffableDataSource<String, StateComparedByID>(cellProvider: { _, state in
        Cell(text: state.name, accessory: star(state.isFavorite))
    })
    source.view = source.textView()
    let texas = StateComparedByID(id: 44, name: "Texas")

    print("\n7. The id alone is the identifier: the row is made again, with the old star")
    var snapshot = NSDiffableDataSourceSnapshot<String, StateComparedByID>()
    snapshot.appendSections(["T"])
    snapshot.appendItems([texas])
    source.apply(snapshot)
    print()
    snapshot = source.snapshot()
    snapshot.reloadItems([texas])
    source.apply(snapshot)

    print("\n8. The changed copy is handed over: the star is filled")
    var changed = texas
    changed.isFavorite.toggle()
    snapshot = source.snapshot()
    snapshot.reloadItems([changed])
    source.apply(snapshot)

    print("\n9. The list is told that Texas is no favorite any more, and then the update is undone")
    snapshot = source.snapshot()
    snapshot.reconfigureItems([texas])
    let before = source.apply(snapshot).initialSnapshot
    print()
    // The old and the new state are equal, because only ids are compared. So the item must be marked here, too.
    snapshot = before
    snapshot.reconfigureItems(before.itemIdentifiers)
    source.apply(snapshot)
}
