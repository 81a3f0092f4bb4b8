// Parts that snapshots and patches have in common.

extension Document {
    /// The kind of a document. The beginning of the document depends on it.
    enum Kind {
        case snapshot, patch

        var elementCount: Int {
            switch self {
            case .snapshot: 9
            case .patch: 16
            }
        }

        var text: StaticString {
            switch self {
            case .snapshot: "snapshot"
            case .patch: "patch"
            }
        }
    }

    static let formatVersion = 1

    /// Whether bytes begin like a snapshot, and not like a patch.
    static func mayBeSnapshot(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.first == CBOR.array.rawValue | UInt8(Kind.snapshot.elementCount)
    }

    func appendBeginning(_ kind: Kind, name: String?) {
        appendArray(kind.elementCount)
        append("diffable")
        append(Self.formatVersion)
        append(kind.text)
        guard var name else { return appendNull() }
        name.withUTF8 { bytes in
            appendHead(.text, UInt64(bytes.count))
            append(UnsafeRawBufferPointer(bytes))
        }
    }

    /// Writes a set of positions, or runs that may follow one another without a gap.
    func append(_ runs: [ElementRun]) {
        appendArray(runs.count)
        var end = 0
        for run in runs {
            if run.count > 1 { appendArray(2) }
            append(run.first - end)
            if run.count > 1 { append(run.count) }
            end = run.end
        }
    }

    func append(_ levels: LevelRuns) {
        append(levels.numbers)
    }

    /// Writes the contents of some elements. Elements between them are written as a number of elements without content.
    /// - Parameter contents: in the order of the positions. nil stands for an element whose content is removed.
    func append(_ contents: [(position: Int, content: BorrowedContent?)]) {
        var (count, end) = (0, 0)
        for (position, _) in contents {
            count += position > end ? 2 : 1
            end = position + 1
        }
        appendArray(count)
        end = 0
        for (position, content) in contents {
            if position > end { append(position - end) }
            if let content { append(content) } else { appendNull() }
            end = position + 1
        }
    }
}

/// Runs of elements whose level differs from the expected one by the same amount. The expected level is 1; in a patch,
/// an element that stays or moves is expected to have the level that it has in the base.
struct LevelRuns {
    /// For each run three numbers: how many elements are between the run before it and this one, how many elements this
    /// run has, and the difference.
    private(set) var numbers: [Int] = []
    private var end = 0

    mutating func add(_ position: Int, difference: Int) {
        if difference == 0 { return }
        if let last = numbers.last, position == end, last == difference {
            numbers[numbers.count - 2] += 1
        } else {
            numbers += [position - end, 1, difference]
        }
        end = position + 1
    }
}

extension DiffableError {
    /// The error for a content that has a value which only this process has.
    static func reference(_ call: StaticString, _ element: ListElement, of list: Snapshot) -> Self {
        let identifier = Identifier(list.rawIdentifier(of: element))
        let name = list.name(of: element)
        return Self(
            .invalidArgument,
            "\(call): \(name) has a content with a value that only this process has, such as a function",
            identifier: identifier)
    }
}
