#if canImport(UIKit)
import UIKit
#else
import Diffable
import Foundation
#endif

// Jokes from the network, favorites from a database, and a warning: one list. One function makes it from the state.

/// A joke as the network sends it.
struct JokeDTO: Hashable, Identifiable, Sendable {
    let id: Int
    var setup: String
    var punchline: String
}

/// A joke as the database keeps it.
struct Joke: Hashable, Identifiable, Sendable {
    let id: Int
    var setup: String
}

/// Counts and footers are content, and not part of the id. When they change, the section stays the same.
enum JokesSection: Hashable, Identifiable, Sendable {
    case warnings
    case favoriteJokes(count: Int)
    case jokes(footer: String?)

    enum ID: Hashable, Sendable {
        case warnings, favoriteJokes, jokes
    }

    var id: ID {
        switch self {
        case .warnings: .warnings
        case .favoriteJokes: .favoriteJokes
        case .jokes: .jokes
        }
    }

    var header: String? {
        switch self {
        case .warnings: nil
        case .favoriteJokes(let count): "Favorites (\(count))"
        case .jokes: "Jokes"
        }
    }

    var footer: String? {
        if case .jokes(let footer) = self { footer } else { nil }
    }
}

/// A joke can be in the list twice, as a joke and as a favorite. These are different items.
enum JokesItem: Hashable, Identifiable, Sendable {
    case warning(String)
    case loading(UUID)
    case joke(JokeDTO, isFavorite: Bool)
    case favorite(Joke)

    enum ID: Hashable, Sendable {
        case warning, loading(UUID), joke(JokeDTO.ID), favorite(Joke.ID)
    }

    var id: ID {
        switch self {
        case .warning: .warning
        case .loading(let id): .loading(id)
        case .joke(let joke, _): .joke(joke.id)
        case .favorite(let joke): .favorite(joke.id)
        }
    }
}

/// Everything that the list depends on.
struct JokesState: Sendable {
    typealias Snapshot = NSDiffableDataSourceSnapshot<JokesSection, JokesItem>

    private(set) var jokes: [JokeDTO] = []
    private(set) var favorites: [Joke] = []
    /// The identifiers of the rows that are shown while the jokes are being loaded.
    private(set) var placeholders: [UUID] = []
    var locationIsDenied = false

    mutating func startLoading() {
        jokes = []
        placeholders = (0..<10).map { _ in UUID() }
    }

    mutating func finishLoading(_ loaded: [JokeDTO]) {
        jokes = loaded
        placeholders = []
    }

    mutating func toggleFavorite(_ joke: JokeDTO) {
        if let index = favorites.firstIndex(where: { $0.id == joke.id }) {
            favorites.remove(at: index)
        } else {
            favorites.append(Joke(id: joke.id, setup: joke.setup))
        }
    }

    func snapshot() -> Snapshot {
        var snapshot = Snapshot()
        if locationIsDenied {
            snapshot.appendSections([.warnings])
            snapshot.appendItems([.warning("Jokes from nearby need your location")])
        }
        if !favorites.isEmpty {
            snapshot.appendSections([.favoriteJokes(count: favorites.count)])
            snapshot.appendItems(favorites.map(JokesItem.favorite))
        }
        snapshot.appendSections([.jokes(footer: placeholders.isEmpty ? "\(jokes.count) jokes" : nil)])
        snapshot.appendItems(jokes.map { joke in .joke(joke, isFavorite: favorites.contains { $0.id == joke.id }) })
        snapshot.appendItems(placeholders.map(JokesItem.loading))
        return snapshot
    }
}
