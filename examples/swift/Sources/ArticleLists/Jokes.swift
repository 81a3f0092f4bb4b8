#if canImport(UIKit)
import UIKit
#else
import Diffable
#endif

/// Jokes that are loaded page by page, and can be favorites.
public struct JokeList {
    public struct Joke: Identifiable, Hashable, Sendable {
        public let id: Int
        public var text: String
        public var isFavorite = false

        public init(id: Int, text: String) {
            (self.id, self.text) = (id, text)
        }
    }

    /// The number of favorites is content of the section: its header changes, and its rows do not.
    public enum Section: Hashable, Sendable, Identifiable {
        case favorites(count: Int)
        case jokes

        public var id: Int {
            switch self {
            case .favorites: 0
            case .jokes: 1
            }
        }
    }

    public enum Row: Hashable, Sendable, Identifiable {
        case joke(Joke)
        case loading

        public var id: Int {
            switch self {
            case .joke(let joke): joke.id
            case .loading: -1
            }
        }
    }

    public private(set) var jokes: [Joke] = []
    public var isLoading = false

    public init() {}

    /// Adds a page of an answer from the network. A joke that is known gets its new text.
    public mutating func receive(_ page: [Joke]) {
        isLoading = false
        for joke in page {
            if let index = jokes.firstIndex(where: { $0.id == joke.id }) {
                jokes[index].text = joke.text
            } else {
                jokes.append(joke)
            }
        }
    }

    public mutating func toggleFavorite(_ id: Int) {
        guard let index = jokes.firstIndex(where: { $0.id == id }) else { return }
        jokes[index].isFavorite.toggle()
    }

    public func snapshot() -> NSDiffableDataSourceSnapshot<Section, Row> {
        var snapshot = NSDiffableDataSourceSnapshot<Section, Row>()
        let favorites = jokes.filter { $0.isFavorite }
        snapshot.appendSections([.favorites(count: favorites.count), .jokes])
        snapshot.appendItems(favorites.map { .joke($0) }, toSection: .favorites(count: favorites.count))
        snapshot.appendItems(jokes.filter { !$0.isFavorite }.map { .joke($0) }, toSection: .jokes)
        if isLoading { snapshot.appendItems([.loading], toSection: .jokes) }
        return snapshot
    }
}
