/// The section and index of each leaf of a snapshot, by leaf number. Numbers of removed leaves are used again.
struct LeafDirectory {
    private struct Entry {
        var section: Handle
        /// The index of the leaf in its section; -1 for a number that no leaf has.
        var index: Int32
    }

    /// The leaf number of an item that is not in the list. No leaf has it.
    static let none: Int32 = 0
    /// The leaf number of an item that is being inserted. No leaf has it.
    static let pending: Int32 = -1

    /// The entry of each leaf number, from 1 on.
    private var entries: [Entry] = []
    /// The leaf numbers of removed leaves.
    private var free: [Int32] = []

    /// Adds a leaf, and returns its number.
    mutating func add(section: Handle, index: Int) -> Int32 {
        let entry = Entry(section: section, index: Int32(index))
        if let number = free.popLast() {
            entries[Int(number) - 1] = entry
            return number
        }
        entries.append(entry)
        return Int32(entries.count)
    }

    mutating func remove(_ number: Int32) {
        entries[Int(number) - 1].index = -1
        free.append(number)
    }

    /// Gives a leaf another index in its section.
    mutating func move(_ number: Int32, to index: Int) {
        entries[Int(number) - 1].index = Int32(index)
    }

    /// The section of a leaf, and the index of the leaf in that section; nil for a number that no leaf has.
    func entry(_ number: Int32) -> (section: Handle, index: Int)? {
        guard number > Self.none, Int(number) <= entries.count else { return nil }
        let entry = entries[Int(number) - 1]
        return entry.index < 0 ? nil : (entry.section, Int(entry.index))
    }
}
