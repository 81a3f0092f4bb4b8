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

    /// The entry of leaf number 1. It is in no array, so a list of one leaf allocates nothing.
    private var first = Entry(section: 0, index: -1)
    /// The entries of the leaf numbers after that.
    private var others: [Entry] = []
    /// The highest leaf number that was given to a leaf.
    private var highest: Int32 = 0
    /// The leaf numbers of removed leaves.
    private var free: [Int32] = []

    /// Adds a leaf, and returns its number.
    mutating func add(section: Handle, index: Int) -> Int32 {
        let entry = Entry(section: section, index: Int32(index))
        if !free.isEmpty {
            let number = free.removeLast()
            self[number] = entry
            return number
        }
        highest += 1
        if highest == 1 { first = entry } else { others.append(entry) }
        return highest
    }

    mutating func remove(_ number: Int32) {
        self[number].index = -1
        free.append(number)
    }

    /// Gives a leaf another index in its section.
    mutating func move(_ number: Int32, to index: Int) {
        self[number].index = Int32(index)
    }

    private subscript(number: Int32) -> Entry {
        get { number == 1 ? first : others[Int(number) - 2] }
        set {
            if number == 1 { first = newValue } else { others[Int(number) - 2] = newValue }
        }
    }

    /// The section of a leaf, and the index of the leaf in that section; nil for a number that no leaf has.
    func entry(_ number: Int32) -> (section: Handle, index: Int)? {
        guard number > Self.none, number <= highest else { return nil }
        let entry = self[number]
        return entry.index < 0 ? nil : (entry.section, Int(entry.index))
    }
}
