import Diffable

/// A type of items for random programs: a value for each number, in variants of content.
protocol TestItem: Hashable, Sendable {
    static func make(_ number: Int, content: Int) -> Self
    /// What makes two values the same item.
    var identity: AnyHashable { get }
}

extension TestItem {
    var identity: AnyHashable { AnyHashable(self) }
}

extension String: TestItem {
    static func make(_ number: Int, content: Int) -> String { "item number \(number), longer than a word" }
}

extension Int: TestItem {
    static func make(_ number: Int, content: Int) -> Int { number }
}

enum Payment: TestItem {
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

struct Row: TestItem, Identifiable {
    let id: String
    var title: String

    static func make(_ number: Int, content: Int) -> Row { Row(id: "\(number)", title: "content \(content)") }
    var identity: AnyHashable { id }
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

    static func make(_ number: Int, content: Int) -> CollidingRow { CollidingRow(id: Colliding(number: number), title: content) }
    var identity: AnyHashable { id }
}

/// An object whose identity is its name.
final class Named: TestItem {
    let name: Int

    init(_ name: Int) { self.name = name }
    static func make(_ number: Int, content: Int) -> Named { Named(number) }
    static func == (left: Named, right: Named) -> Bool { left.name == right.name }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// A sequence of random numbers that its seed determines (Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
/// 2014).
struct Random: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
