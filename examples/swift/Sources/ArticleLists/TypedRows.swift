#if canImport(UIKit)
import UIKit
#else
import Diffable
#endif

/// Three ways to put rows of several types into one list.
public enum TypedRows {
    public struct Song: Hashable, Sendable { public var title: String; public init(title: String) { self.title = title } }
    public struct Album: Hashable, Sendable { public var name: String; public init(name: String) { self.name = name } }

    /// An enum with a case for each type: the compiler knows all of them.
    public enum Row: Hashable, Sendable {
        case song(Song)
        case album(Album)
    }

    /// A value that may be of any type, where rows come from other modules.
    public struct AnyRow: Hashable, @unchecked Sendable {
        public let value: AnyHashable

        public init<Value: Hashable & Sendable>(_ value: Value) { self.value = AnyHashable(value) }
    }

    /// A name; what a row shows is looked up by it.
    public enum Key: Hashable, Sendable {
        case song(Int)
        case album(Int)
    }

    public static func rows(_ songs: [Song], _ albums: [Album]) -> NSDiffableDataSourceSnapshot<String, Row> {
        var snapshot = NSDiffableDataSourceSnapshot<String, Row>()
        snapshot.appendSections(["music"])
        snapshot.appendItems(albums.map { .album($0) } + songs.map { .song($0) })
        return snapshot
    }

    public static func anyRows(_ songs: [Song], _ albums: [Album]) -> NSDiffableDataSourceSnapshot<String, AnyRow> {
        var snapshot = NSDiffableDataSourceSnapshot<String, AnyRow>()
        snapshot.appendSections(["music"])
        snapshot.appendItems(albums.map { AnyRow($0) } + songs.map { AnyRow($0) })
        return snapshot
    }

    public static func keys(songs: [Int], albums: [Int]) -> NSDiffableDataSourceSnapshot<String, Key> {
        var snapshot = NSDiffableDataSourceSnapshot<String, Key>()
        snapshot.appendSections(["music"])
        snapshot.appendItems(albums.map { .album($0) } + songs.map { .song($0) })
        return snapshot
    }
}
