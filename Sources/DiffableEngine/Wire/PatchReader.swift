/// Reads a patch in parts: its versions, its edits, and then its identifiers and contents while they are applied.
struct PatchReader {
    private(set) var reader: DocumentReader
    let from: Digest
    let to: Digest
    private(set) var edits = ElementEdits()
    /// The runs of elements that are deleted or moved, in the order of the base.
    private(set) var removed: [ElementRun] = []
    private(set) var levels = LevelReader([])
    /// The elements of the new list whose flags differ from those that they have in the base. Inserted elements count
    /// as if they had no flags in the base.
    private(set) var expandedToggles: [ElementRun] = []
    private(set) var expandableToggles: [ElementRun] = []
    private(set) var numberOfInserted = 0
    /// How many elements the new list has.
    private(set) var count = 0
    /// The offset at which the edits begin, for messages.
    private let start: Int

    init(_ bytes: UnsafeRawBufferPointer, _ call: StaticString) throws(DiffableError) {
        reader = DocumentReader(bytes, call)
        _ = try reader.beginning(.patch)
        from = try reader.digest()
        to = try reader.digest()
        start = reader.offset
    }

    /// An error that cannot be found at a single byte, because the edits contradict one another or the base.
    func error(_ message: String) -> DiffableError {
        reader.error("\(message), in the edits that begin", at: start)
    }

    /// Reads the edits, up to the identifiers, and checks them.
    /// - Parameter oldCount: the number of elements of the base.
    mutating func readEdits(_ oldCount: Int) throws(DiffableError) {
        edits.deleted = try reader.positions()
        let taken = try reader.positions(areSeparate: false)
        edits.moved = try readMoves(taken)
        edits.inserted = try reader.positions()
        levels = try reader.levels()
        expandedToggles = try reader.positions()
        expandableToggles = try reader.positions()
        removed = edits.removed
        var (end, numberOfDeleted) = (0, 0)
        for run in removed {
            if run.first < end { throw error("an element is deleted or moved twice") }
            end = run.end
        }
        if end > oldCount { throw error("elements are deleted or moved that the list does not have") }
        for run in edits.deleted { numberOfDeleted += run.count }
        for run in edits.inserted { numberOfInserted += run.count }
        count = oldCount - numberOfDeleted + numberOfInserted
        if count > Int(Int32.max) { throw error("there are too many elements") }
        try checkPlaces()
        let last = max(levels.end, expandedToggles.last?.end ?? 0, expandableToggles.last?.end ?? 0)
        if last > count { throw error("there are levels or flags of more elements than there are") }
        let identifiersAt = reader.offset
        if try reader.array() != numberOfInserted {
            throw reader.error("there are not as many identifiers as insertions", at: identifiersAt)
        }
    }

    private mutating func readMoves(_ taken: [ElementRun]) throws(DiffableError) -> [ElementMove] {
        let start = reader.offset
        if try reader.array() != 2 * taken.count {
            throw reader.error("there are not as many places as runs that move", at: start)
        }
        var (moves, isPlaced): ([ElementMove], [Bool]) = ([], Array(repeating: false, count: taken.count))
        var (end, last) = (0, -1)
        for _ in taken.indices {
            let start = reader.offset
            let gap = try reader.number()
            let index = last + 1 + (try reader.difference())
            guard taken.indices.contains(index), !isPlaced[index] else {
                throw error("there is no such run to place, or it is placed already")
            }
            isPlaced[index] = true
            last = index
            let to = end + gap
            if to + taken[index].count > Int(Int32.max) { throw reader.error("there are too many elements", at: start) }
            moves.append(ElementMove(from: taken[index].first, to: to, count: taken[index].count))
            end = to + taken[index].count
        }
        return moves
    }

    /// Checks that no two elements have the same place.
    private func checkPlaces() throws(DiffableError) {
        var next = 0
        var end = 0
        func place(_ run: ElementRun) throws(DiffableError) {
            if run.first < end { throw error("two elements have the same place") }
            end = run.end
        }
        for run in edits.inserted {
            while next < edits.moved.count, edits.moved[next].to < run.first {
                try place(ElementRun(first: edits.moved[next].to, count: edits.moved[next].count))
                next += 1
            }
            try place(run)
        }
        for move in edits.moved[next...] { try place(ElementRun(first: move.to, count: move.count)) }
        if end > count { throw error("there are places behind the last element") }
    }

    /// Reads the next identifier of an inserted element.
    mutating func identifier() throws(DiffableError) -> BorrowedIdentifier {
        try reader.identifier()
    }

    /// Reads the contents that change, with their positions in the new list.
    mutating func readContents(_ count: Int) throws(DiffableError) -> [(position: Int, content: BorrowedContent?)] {
        var contents: [(position: Int, content: BorrowedContent?)] = []
        try reader.contents(count, mayBeNull: true) { (position, content, _) throws(DiffableError) in
            contents.append((position, content))
        }
        return contents
    }

    /// Checks the old contents, and that nothing follows them.
    mutating func finish(_ base: Snapshot, _ element: (Int) -> ListElement) throws(DiffableError) {
        if !reader.null() {
            var mismatch: Int?
            try reader.contents(base.numberOfElements, mayBeNull: false) {
                (position, content, offset) throws(DiffableError) in
                let old = base.content(of: element(position))
                let areEqual =
                    if let old, let content { BorrowedContent.areEqual(old.bytes, content.bytes) } else { false }
                if !areEqual { mismatch = offset }
            }
            if let mismatch { throw reader.error("there is an old content that the list does not have", at: mismatch) }
        }
        try reader.end()
    }
}
