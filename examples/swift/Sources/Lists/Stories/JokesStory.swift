import Diffable
import Foundation

/// Owns the state and the data source, as the app's view controller does.
final class JokesController {
    var state = JokesState()
    /// Headers and footers depend on it. The list does not.
    var isOnline = true
    private(set) lazy var source = makeDataSource()

    private func makeDataSource() -> DiffableDataSource<JokesSection, JokesItem> {
        let source = DiffableDataSource<JokesSection, JokesItem>(cellProvider: { [unowned self] _, item in cell(item) })
        source.view = source.textView()
        source.supplementaryViewProvider = { [unowned self] kind, _, section in supplementaryView(kind, section) }
        return source
    }

    private func cell(_ item: JokesItem) -> Cell {
        switch item {
        case .warning(let text): Cell(text: text, image: "!")
        case .loading: Cell(text: "...")
        case .joke(let joke, let isFavorite):
            Cell(text: joke.setup, secondaryText: joke.punchline, accessory: isFavorite ? "star.fill" : "star")
        case .favorite(let joke): Cell(text: joke.setup, accessory: "star.fill")
        }
    }

    private func supplementaryView(_ kind: String, _ section: JokesSection) -> Cell? {
        if kind == SupplementaryKind.header {
            return section.header.map { Cell(text: isOnline ? $0 : "\($0), offline") }
        }
        return section.footer.map { Cell(text: "\($0) \(isOnline ? "for today" : "from before")") }
    }

    func update(_ title: String) {
        print(title)
        source.apply(state.snapshot())
        print()
    }
}

func tellJokes() {
    var answer = [
        JokeDTO(id: 1, setup: "Why do two lists never quarrel?", punchline: "They settle their differences."),
        JokeDTO(id: 2, setup: "Why is the array so calm?", punchline: "All its elements are in order."),
        JokeDTO(id: 3, setup: "How does a set invite twins?", punchline: "It invites one of them."),
        JokeDTO(id: 4, setup: "What did the anchor say to the item?", punchline: "Before or after, we stay close."),
    ]
    let controller = JokesController()

    controller.state.startLoading()
    controller.update("1. Ten placeholders, until the network answers")

    controller.state.finishLoading(answer)
    controller.update("2. The answer takes the place of all of them, in one apply")

    controller.state.toggleFavorite(answer[2])
    controller.update("3. The first favorite brings the section of favorites along")

    controller.state.toggleFavorite(answer[0])
    controller.update("4. The second one changes the count in its header")

    controller.state.locationIsDenied = true
    controller.update("5. The location is denied")

    answer[0].punchline = "They work out their differences."
    controller.state.finishLoading(answer)
    controller.update("6. The network sends a better punchline: a joke is the same joke as long as its id is")

    controller.state.toggleFavorite(answer[2])
    controller.state.toggleFavorite(answer[0])
    controller.update("7. Without favorites there is no section of favorites")

    print("8. The network is lost: header and footer are made again, and no row is")
    controller.isOnline = false
    var snapshot = controller.source.snapshot()
    snapshot.reconfigureSections([.jokes(footer: "\(answer.count) jokes")])
    controller.source.apply(snapshot)

    print("\n9. Placeholders without identifiers of their own would be duplicates")
    let id = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
    snapshot = controller.state.snapshot()
    printError { try snapshot.checked.appendItems([.loading(id), .loading(id)]) }
}
