#if canImport(UIKit)
import UIKit
#else
import Diffable
#endif

// Three ways to give a list rows of different types: an enumeration, classes, and type erasure.

/// The texts of a row, and its height. A row without a height is as high as its text.
struct RowContent: Hashable, Sendable {
    var title = ""
    var detail = ""
    var height: Int?
}

// 1. An enumeration. The compiler checks that each switch handles each case.

enum TaggedItem: Hashable, Identifiable, Sendable {
    case header(id: String, title: String)
    case empty(id: String, height: Int)

    var id: String {
        switch self {
        case .header(let id, _), .empty(let id, _): id
        }
    }

    var content: RowContent {
        switch self {
        case .header(_, let title): RowContent(title: title)
        case .empty(_, let height): RowContent(height: height)
        }
    }
}

// 2. Classes. A base class declares the methods of an item, and each subclass overrides them.

/// Subclasses must have constants only, so that tasks can share the objects. The compiler cannot check this for a class
/// that has subclasses, so `Sendable` is unchecked.
class SectionItem: Hashable, Identifiable, @unchecked Sendable {
    let id: String

    init(id: String) {
        self.id = id
    }

    func content() throws -> RowContent {
        throw NeedsToBeOverridden(method: "content", id: id)
    }

    func isEqual(to other: SectionItem) -> Bool {
        type(of: self) == type(of: other) && id == other.id
    }

    static func == (left: SectionItem, right: SectionItem) -> Bool {
        left.isEqual(to: right)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(id)
    }
}

struct NeedsToBeOverridden: Error, CustomStringConvertible {
    let method: String
    let id: String
    var description: String { "item \"\(id)\": \(method) needs to be overridden" }
}

final class HeaderSectionItem: SectionItem, @unchecked Sendable {
    let title: String

    init(id: String, title: String) {
        self.title = title
        super.init(id: id)
    }

    override func content() -> RowContent {
        RowContent(title: title)
    }

    override func isEqual(to other: SectionItem) -> Bool {
        super.isEqual(to: other) && title == (other as? HeaderSectionItem)?.title
    }
}

final class EmptySectionItem: SectionItem, @unchecked Sendable {
    let height: Int

    init(id: String, height: Int) {
        self.height = height
        super.init(id: id)
    }

    override func content() -> RowContent {
        RowContent(height: height)
    }

    override func isEqual(to other: SectionItem) -> Bool {
        super.isEqual(to: other) && height == (other as? EmptySectionItem)?.height
    }
}

// 3. Type erasure. The list does not know the types of its items.

protocol RowItem: Hashable, Identifiable, Sendable {
    var content: RowContent { get }
}

struct HeaderItem: RowItem {
    let id: Int
    var title: String
    var content: RowContent { RowContent(title: title) }
}

struct EmptyItem: RowItem {
    let id: Int
    var height: Int
    var content: RowContent { RowContent(height: height) }
}

struct FruitItem: RowItem {
    let id: String
    var price: String
    var content: RowContent { RowContent(title: id, detail: price) }
}

/// An item of any type. Items of different types are never the same item, even if their ids are equal.
struct AnyRowItem: Hashable, Identifiable, Sendable {
    let item: any RowItem

    init(_ item: any RowItem) {
        self.item = item
    }

    struct ID: Hashable {
        let type: ObjectIdentifier
        let id: AnyHashable
    }

    var id: ID {
        func id(_ item: some RowItem) -> ID { ID(type: ObjectIdentifier(type(of: item)), id: item.id) }
        return id(item)
    }

    static func == (left: Self, right: Self) -> Bool {
        func isEqual<Item: RowItem>(_ item: Item) -> Bool { item == right.item as? Item }
        return isEqual(left.item)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(id)
    }
}
