/// Undoes and redoes the changes of a data source: applies, taps and drags, with trees, contents and renamed items.
///
/// A history observes the data source from its creation on. Each apply that changes the list becomes an entry, and the
/// applies of a group become one entry. Undoing applies the list before the entry, and redoing the list after it. A new
/// change discards the entries that could be redone. Entries share the storage of their lists, so an entry takes memory
/// only for what changed.
public final class History {
    private struct Entry {
        var before: Snapshot
        var after: Snapshot
        var caption: CString
        /// The items that the entry renamed.
        var renames: [(item: Identifier, old: Identifier)]

        /// Adds the renames of a later apply. If an item was renamed twice, its old identifier is the first one.
        mutating func add(_ later: [(item: Identifier, old: Identifier)]) {
            for (item, old) in later {
                let first = renames.first { $0.item == old }?.old ?? old
                renames.removeAll { $0.item == old }
                if first != item { renames.append((item, first)) }
            }
        }
    }

    private struct Group {
        var caption: [UInt8]
        /// How many calls of `beginGroup` are open.
        var depth = 1
        /// The applies so far; nil if nothing changed.
        var entry: Entry?
    }

    private let source: DataSource
    private var token: UInt64 = 0
    private var entries: [Entry] = []
    /// How many entries can be undone. Those after them can be redone.
    private var position = 0
    private var group: Group?
    /// While the history itself applies a list, the value of `position` after that apply; otherwise nil.
    private var destination: Int?
    /// The maximum number of entries. If there are more, the oldest ones are forgotten.
    public let limit: Int

    public init(of source: DataSource, limit: Int = 100) {
        self.source = source
        self.limit = max(1, limit)
        // The observer must not retain the history, because the history removes the observer in its deinitializer.
        let history = Unmanaged.passUnretained(self)
        token = source.addObserver { (transaction) throws(DiffableError) in
            history._withUnsafeGuaranteedRef { $0.record(transaction) }
        }
    }

    deinit {
        source.removeObserver(token)
    }

    public var canUndo: Bool { position > 0 }
    public var canRedo: Bool { position < entries.count }
    /// The caption of the entry that `undo` undoes; nil if there is none.
    public var undoCaption: [UInt8]? { canUndo ? entries[position - 1].caption.bytes : nil }
    /// The caption of the entry that `redo` redoes; nil if there is none.
    public var redoCaption: [UInt8]? { canRedo ? entries[position].caption.bytes : nil }

    /// The same captions, in memory that stays valid until the history changes.
    package var storedUndoCaption: CString? { canUndo ? entries[position - 1].caption : nil }
    package var storedRedoCaption: CString? { canRedo ? entries[position].caption : nil }

    /// Applies the list before the last entry that is not undone. In a callback of the data source, the apply is
    /// queued. If there is nothing to undo, the outcome is `refused`.
    /// - Throws: `invalidArgument` while a group is open; the same errors as `apply`.
    @discardableResult
    public func undo() throws(DiffableError) -> ApplyOutcome {
        try source.apply(try undoing())
    }

    /// Applies the list after the entry that was undone last. Otherwise it works like `undo`.
    @discardableResult
    public func redo() throws(DiffableError) -> ApplyOutcome {
        try source.apply(try redoing())
    }

    package func undoing() throws(DiffableError) -> PendingApply {
        try undoOrRedo(by: -1, "undo", undoCaption) { (entry) in (entry.before, entry.renames.map { ($0.old, $0.item) })
        }
    }

    package func redoing() throws(DiffableError) -> PendingApply {
        try undoOrRedo(by: 1, "redo", redoCaption) { (entry) in (entry.after, entry.renames) }
    }

    /// Begins a group: all changes until its end are one entry. A group inside another group becomes part of it.
    public func beginGroup(_ caption: [UInt8] = []) {
        if group == nil { group = Group(caption: caption) } else { group?.depth += 1 }
    }

    /// - Throws: `invalidArgument` if no group is open.
    public func endGroup() throws(DiffableError) {
        guard var open = group else { throw DiffableError(.invalidArgument, "end_group: no group is open") }
        open.depth -= 1
        group = open.depth > 0 ? open : nil
        if group == nil, let entry = open.entry, entry.before != entry.after { push(entry) }
    }

    /// Forgets all entries.
    public func clear() {
        (entries, position) = ([], 0)
        // While the history applies a list, a callback may call `clear`.
        if destination != nil { destination = 0 }
        group?.entry = nil
    }

    private func record(_ transaction: Transaction) {
        if let destination {
            position = destination
            self.destination = nil
            return
        }
        let (before, after) = (transaction.initialSnapshot, transaction.finalSnapshot)
        if before == after { return }
        let renames = transaction.difference.new.renamedItems
        guard let open = group else {
            return push(
                Entry(before: before, after: after, caption: CString(transaction.entryCaption), renames: renames))
        }
        var entry = open.entry ?? Entry(before: before, after: after, caption: CString(open.caption), renames: [])
        entry.after = after
        entry.add(renames)
        group?.entry = entry
    }

    private func push(_ entry: Entry) {
        entries.removeSubrange(position...)
        entries.append(entry)
        if entries.count > limit { entries.removeFirst() }
        position = entries.count
    }

    /// - Parameter list: returns, for an entry, the list to apply and the renames that lead to that list.
    private func undoOrRedo(
        by offset: Int, _ verb: String, _ caption: [UInt8]?,
        _ list: @escaping (Entry) -> (Snapshot, [(item: Identifier, old: Identifier)])
    ) throws(DiffableError) -> PendingApply {
        if let group {
            let name = group.caption.isEmpty ? "" : " \(Identifier.bytes(group.caption))"
            throw DiffableError(.invalidArgument, "\(verb): the group\(name) is open; end it first")
        }
        let caption = Array(verb.utf8) + (caption.map { $0.isEmpty ? [] : Array(" ".utf8) + $0 } ?? [])
        let finished = { (_: Bool) in self.destination = nil }
        return PendingApply(mode: .animated(nil), caption: caption, completion: nil, finished: finished) {
            (_) throws(DiffableError) in
            let index = offset < 0 ? self.position - 1 : self.position
            guard self.entries.indices.contains(index) else { return nil }
            self.destination = self.position + offset
            var (snapshot, renames) = list(self.entries[index])
            if !renames.isEmpty { snapshot.recordRenames(renames) }
            return ListChange(to: snapshot)
        }
    }
}
