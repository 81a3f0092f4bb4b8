import DiffableEngine
import Synchronization

/// The last number that a section of any derived list received. No two lists use the same number, so a list that is
/// derived from a derived list does not confuse the numbers of its origin with its own.
private let lastNumber = Atomic<UInt64>(0)

/// The sections that the section function of a derived list returned. For the engine, a section is a key, and its
/// content is the number of its value. Equal values have the same number, so nothing has to be undone here if an apply
/// is undone.
final class DerivedSections<Section: Hashable & Sendable> {
    private let table: ValueTable<Section>
    private var known: [Section: (key: Int64, number: UInt64)] = [:]
    private var values: [UInt64: Section] = [:]
    /// A value of each key.
    private var keys: [Int64: Section] = [:]
    private(set) var collisions: [Int64: Int] = [:]

    init(_ identity: Identity<Section>?) {
        table = ValueTable(identity)
    }

    func element(_ section: Section) -> Element {
        let (key, number) = known[section] ?? add(section)
        return Element(.integer(key), revision: number)
    }

    private func add(_ section: Section) -> (key: Int64, number: UInt64) {
        let hash = table.hash(section)
        var key = hash
        while let other = keys[key], !table.areSame(other, section) { key &+= 1 }
        if key != hash { collisions[hash] = max(collisions[hash] ?? 0, Int(key &- hash)) }
        let number = lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
        (keys[key], values[number], known[section]) = (section, section, (key, number))
        return (key, number)
    }

    /// The value of a section of the list.
    func value(_ element: Element) -> Section? { values[element.revision] }

    func value(_ content: BorrowedContent) -> Section? { values[Content(content).revision] }

    /// Drops the values that no section of `lists` has, once the table has many more values than the lists have
    /// sections.
    func compact(_ lists: [EngineList]) {
        if !collisions.isEmpty || values.count <= 64 + 2 * lists.reduce(0, { $0 + $1.numberOfSections }) { return }
        var used = Set<UInt64>()
        for list in lists {
            for index in 0..<list.numberOfSections {
                if let content = list.content(ofSectionAt: index) { used.insert(Content(content).revision) }
            }
        }
        known = known.filter { used.contains($0.value.number) }
        values = values.filter { used.contains($0.key) }
        let usedKeys = Set(known.values.map { $0.key })
        keys = keys.filter { usedKeys.contains($0.key) }
    }
}
