import Diffable
import Testing

@testable import Lists

struct JokesTests {
    private let jokes = [JokeDTO(id: 1, setup: "One", punchline: "1"), JokeDTO(id: 2, setup: "Two", punchline: "2")]

    private var loaded: JokesState {
        var state = JokesState()
        state.finishLoading(jokes)
        return state
    }

    @Test func placeholdersAreReplacedInOneApply() {
        var state = JokesState()
        state.startLoading()
        let loading = state.snapshot()
        #expect(loading.numberOfItems(inSection: .jokes(footer: nil)) == 10)
        #expect(Set(loading.itemIdentifiers.map(\.id)).count == 10)
        #expect(state.snapshot() == loading)
        state.finishLoading(jokes)
        let difference = state.snapshot().difference(from: loading)
        #expect(difference.deletedItems.map(\.identifier) == loading.itemIdentifiers)
        #expect(difference.insertedItems.map(\.identifier) == jokes.map { .joke($0, isFavorite: false) })
        #expect(difference.updatedSections.map(\.new?.footer) == ["2 jokes"])
    }

    @Test func jokeAndFavoriteAreDifferentRows() {
        var state = loaded
        state.toggleFavorite(jokes[1])
        let snapshot = state.snapshot()
        #expect(snapshot.sectionIdentifiers.map(\.id) == [.favoriteJokes, .jokes])
        #expect(snapshot.itemIdentifiers.map(\.id) == [.favorite(2), .joke(1), .joke(2)])
        let difference = snapshot.difference(from: loaded.snapshot())
        #expect(difference.description == "1 section inserted; 1 item inserted, 1 reconfigured")
        #expect(difference.reconfiguredItems.map(\.new) == [.joke(jokes[1], isFavorite: true)])
        #expect(difference.insertedSections.map(\.identifier.header) == ["Favorites (1)"])
    }

    @Test func countChangesTheHeaderOnly() {
        var state = loaded
        state.toggleFavorite(jokes[1])
        let one = state.snapshot()
        state.toggleFavorite(jokes[0])
        let difference = state.snapshot().difference(from: one)
        #expect(
            difference.updatedSections.map { [$0.old?.header, $0.new?.header] } == [["Favorites (1)", "Favorites (2)"]])
        #expect(difference.insertedItems.map(\.identifier.id) == [.favorite(1)])
        #expect(difference.description == "1 section updated; 1 item inserted, 1 reconfigured")
    }

    @Test func sectionsComeAndGoWithWhatTheyShow() {
        var state = loaded
        state.locationIsDenied = true
        state.toggleFavorite(jokes[0])
        #expect(
            state.snapshot().sectionIdentifiers == [.warnings, .favoriteJokes(count: 1), .jokes(footer: "2 jokes")])
        state.locationIsDenied = false
        state.toggleFavorite(jokes[0])
        #expect(state.snapshot() == loaded.snapshot())
    }

    @Test func otherPunchlineIsAnUpdate() {
        var changed = jokes
        changed[0].punchline = "I"
        var state = loaded
        state.finishLoading(changed)
        let changes = state.snapshot().difference(from: loaded.snapshot()).reconfiguredItems
        #expect(changes.map(\.old) == [.joke(jokes[0], isFavorite: false)])
        #expect(changes.map(\.new) == [.joke(changed[0], isFavorite: false)])
    }

    @Test func duplicatePlaceholdersAreRefused() throws {
        var state = JokesState()
        state.startLoading()
        var snapshot = state.snapshot()
        let placeholder = try #require(snapshot.itemIdentifiers.first)
        #expect(throws: DiffableError.self) { try snapshot.checked.appendItems([placeholder]) }
        #expect(snapshot == state.snapshot())
    }

    @Test func headersAndFootersComeFromTheSection() throws {
        let controller = JokesController()
        controller.source.view = nil
        controller.state = loaded
        controller.state.toggleFavorite(jokes[0])
        controller.source.apply(controller.state.snapshot())
        let rows = try controller.source.text().split(separator: "\n").map { $0.drop { $0 == " " } }
        #expect(rows.first == "Favorites (1)")
        #expect(rows.contains("Jokes"))
        #expect(rows.last == "2 jokes for today")
    }

    @Test func controllerIsReleased() {
        var controller: JokesController? = JokesController()
        weak let released = controller
        controller?.source.view = nil
        controller?.source.apply(loaded.snapshot())
        #expect(released != nil)
        controller = nil
        #expect(released == nil)
    }
}
