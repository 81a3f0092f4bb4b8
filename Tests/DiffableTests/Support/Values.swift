import Diffable

/// A type of items for random programs: a value for each number, in variants of content.
protocol TestItem: Hashable, Sendable {
    static func make(_ number: Int, content: Int) -> Self
    associatedtype Key: Hashable = Self
    /// What makes two values the same item.
    var identity: Key { get }
    /// Identity and content, for values whose `==` does not compare them.
    var whole: AnyHashable { get }
    /// Whether `==` compares identity and content.
    static var isHonest: Bool { get }
}

extension TestItem where Key == Self {
    var identity: Self { self }
}

extension TestItem {
    var whole: AnyHashable { AnyHashable(self) }
    static var isHonest: Bool { true }
}

func areIdentical<Item: TestItem>(_ left: [Item], _ right: [Item]) -> Bool {
    left.count == right.count && zip(left, right).allSatisfy { areIdentical($0, $1) }
}

func areIdentical<Item: TestItem>(_ left: Item?, _ right: Item?) -> Bool {
    Item.isHonest ? left == right : left?.whole == right?.whole
}

extension String: TestItem {
    /// Short and long strings. The content chooses between canonically equivalent ones, which are equal.
    static func make(_ number: Int, content: Int) -> String {
        switch number % 8 {
        case 0 where number == 0: ""
        case 1: content % 2 == 0 ? "\u{E9}\(number)" : "e\u{301}\(number)"
        case 2: content % 2 == 0 ? "\u{AC00}\(number)" : "\u{1100}\u{1161}\(number)"
        case 3: "\u{1F468}\u{200D}\u{1F469} \(number)"
        case 4: "\0\u{1B}[2J\(number)\n"
        case 5: "\u{202E}\u{301}\(number)\u{FFFF}"
        default: "item number \(number), longer than a word"
        }
    }
}

extension Int: TestItem {
    static func make(_ number: Int, content: Int) -> Int { number }
}

enum Payment: TestItem, Codable {
    case card(String, last: Int)
    case wallet
    case cash(Int?)

    static func make(_ number: Int, content: Int) -> Payment {
        switch number % 3 {
        case 0 where number == 0: .wallet
        case 1: .cash(number == 1 ? nil : number)
        default: .card("card", last: number)
        }
    }
}

struct Row: TestItem, Identifiable, Codable {
    let id: String
    var title: String

    static func make(_ number: Int, content: Int) -> Row { Row(id: "\(number)", title: "content \(content)") }
    var identity: String { id }
}

/// All hashes are one of two.
struct Colliding: TestItem {
    let number: Int

    static func make(_ number: Int, content: Int) -> Colliding { Colliding(number: number) }
    func hash(into hasher: inout Hasher) { hasher.combine(number & 1) }
}

struct CollidingRow: TestItem, Identifiable {
    let id: Colliding
    var title: Int

    static func make(_ number: Int, content: Int) -> CollidingRow {
        CollidingRow(id: Colliding(number: number), title: content)
    }
    var identity: Colliding { id }
}

/// An object whose identity is its name.
final class Named: TestItem {
    let name: Int

    init(_ name: Int) { self.name = name }
    static func make(_ number: Int, content: Int) -> Named { Named(number) }
    static func == (left: Named, right: Named) -> Bool { left.name == right.name }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
