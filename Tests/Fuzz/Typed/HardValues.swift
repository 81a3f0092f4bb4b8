import Diffable

// Types that are hard to keep in a table.

/// Hashes that are neighbours, so that values stand in each other's way. Three values have the same hash.
struct Crowded: TestItem {
    let number: Int

    static func make(_ number: Int, content: Int) -> Crowded { Crowded(number: number) }
    var hashValue: Int { number / 3 }
    func hash(into hasher: inout Hasher) { hasher.combine(number / 3) }
}

/// The identity is the number, and `==` says nothing of the content: it is always true, always false, or right.
struct LyingRow: TestItem, Identifiable {
    let id: Int
    var title: Int

    static func make(_ number: Int, content: Int) -> LyingRow { LyingRow(id: number, title: content) }
    static func == (left: LyingRow, right: LyingRow) -> Bool {
        switch left.id % 3 {
        case 0: true
        case 1: false
        default: left.id == right.id && left.title == right.title
        }
    }
    func hash(into hasher: inout Hasher) { hasher.combine(id) }
    var identity: Int { id }
    var whole: AnyHashable { [id, title] }
    static var isHonest: Bool { false }
}

// What follows breaks the rules of Hashable. No list of such values can be right, but it must stay whole.

/// Two values are equal and have different hashes, which are neighbours.
struct EqualWithOtherHash: TestItem {
    let number: Int

    static func make(_ number: Int, content: Int) -> Self { Self(number: number) }
    static func == (left: Self, right: Self) -> Bool { left.number / 2 == right.number / 2 }
    var hashValue: Int { number & 7 }
    func hash(into hasher: inout Hasher) { hasher.combine(number & 7) }
    var identity: Int { number }
    var whole: AnyHashable { number }
    static var isHonest: Bool { false }
}

/// Some values are not equal to themselves, as a floating-point number that is not a number.
struct NeverEqual: TestItem {
    let number: Int

    static func make(_ number: Int, content: Int) -> Self { Self(number: number) }
    static func == (left: Self, right: Self) -> Bool { left.number == right.number && left.number % 3 != 0 }
    func hash(into hasher: inout Hasher) { hasher.combine(number & 3) }
    var identity: Int { number }
    var whole: AnyHashable { number }
    static var isHonest: Bool { false }
}

/// Each time that a hash is asked for, it is another one of four.
struct OtherHashEachTime: TestItem {
    nonisolated(unsafe) static var calls = 0
    let number: Int

    static func make(_ number: Int, content: Int) -> Self { Self(number: number) }
    static func == (left: Self, right: Self) -> Bool { left.number == right.number }
    var hashValue: Int {
        Self.calls &+= 1
        return number &* 8 &+ Self.calls & 3
    }
    func hash(into hasher: inout Hasher) { hasher.combine(hashValue) }
    var identity: Int { number }
    var whole: AnyHashable { number }
    static var isHonest: Bool { false }
}

/// An object whose name changes while lists have it.
final class Rehashed: TestItem, Identifiable, @unchecked Sendable {
    var id: Int
    let number: Int

    init(_ number: Int, _ content: Int) { (self.number, id) = (number, number &+ content & 1) }
    static func make(_ number: Int, content: Int) -> Rehashed { Rehashed(number, content) }
    static func == (left: Rehashed, right: Rehashed) -> Bool { left.id == right.id }
    func hash(into hasher: inout Hasher) { hasher.combine(id) }
    var identity: Int { number }
    var whole: AnyHashable { number }
    static var isHonest: Bool { false }
}
