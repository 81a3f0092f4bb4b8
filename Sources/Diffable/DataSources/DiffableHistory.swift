import DiffableEngine

/// Undoes and redoes the changes of a data source: applies, taps and drags, with trees, contents and renamed items.
/// UIKit has no such type.
///
///     let history = DiffableHistory(of: source)
///     history.group("delete the selection") { for item in selection { delete(item) } }
///     history.undo()
///
/// A history observes the data source from its creation on. Each apply that changes the list becomes an entry with the
/// caption of the apply. All applies in a group become one entry. Undoing applies the list before the entry, and
/// redoing the list after it. A new change discards the entries that could be redone. Entries share the storage of
/// their lists, so an entry takes memory only for what it changed.
///
/// A history records as long as it exists. It keeps its data source alive, and belongs to the same task or actor. Use
/// only one history for each data source: two histories would record each other's undos.
public final class DiffableHistory<SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable>
{
    /// The data source whose changes are undone.
    public typealias Source = DiffableDataSource<SectionIdentifierType, ItemIdentifierType>

    private struct Entry {
        var before: Source.Snapshot
        var after: Source.Snapshot
        var caption: String
        /// The items that the applies renamed.
        var renames: [(item: ItemIdentifierType, old: ItemIdentifierType)]

        /// Adds the renames of a later apply. For an item that was renamed twice, the first of its old names is kept.
        mutating func add(_ later: [(item: ItemIdentifierType, old: ItemIdentifierType)]) {
            for (item, old) in later {
                let index = renames.firstIndex { before.items.areSame($0.item, old) }
                let first = index.map { renames.remove(at: $0).old } ?? old
                if !before.items.areSame(first, item) { renames.append((item, first)) }
            }
        }
    }

    private struct Group {
        var caption: String
        /// The applies so far; nil if nothing changed.
        var entry: Entry?
    }

    private let source: Source
    private var token: UInt64 = 0
    private var entries: [Entry] = []
    /// How many entries can be undone. Those after them can be redone.
    private var position = 0
    private var openGroup: Group?
    /// The undo or redo that is being applied, and the position after it. It is recorded as a new position, not as an
    /// entry.
    private var ownApply: (running: Source.Running, position: Int)?
    /// The maximum number of entries. If there are more, the oldest ones are dropped.
    public let limit: Int

    /// A history without entries, which observes a data source from now on.
    /// - Parameter limit: the maximum number of entries; less than 1 counts as 1.
    public init(of source: Source, limit: Int = 100) {
        self.source = source
        self.limit = max(1, limit)
        // The observer must not keep the history alive, because the history removes the observer when it is released.
        token = source.engine.addObserver { [unowned self, unowned source] transaction in
            guard let running = source.running, let typed = source.transaction(transaction) else { return }
            self.record(typed, transaction.entryCaption, running)
        }
    }

    deinit {
        source.engine.removeObserver(token)
    }

    /// Whether there is an entry to undo.
    public var canUndo: Bool { position > 0 }
    /// Whether there is an entry to redo.
    public var canRedo: Bool { position < entries.count }
    /// The caption of the entry that `undo` undoes; nil if there is no entry. A tap or a drag has the caption "Expand",
    /// "Collapse" or "Move". A group has the caption that `group` was called with, or an empty one.
    public var undoCaption: String? { canUndo ? entries[position - 1].caption : nil }
    /// The caption of the entry that `redo` redoes; nil if there is no entry.
    public var redoCaption: String? { canRedo ? entries[position].caption : nil }

    /// Undoes the last entry that is not undone yet by applying the list before it. Returns nil if there is nothing to
    /// undo. Inside a callback of the data source, the undo is queued.
    /// - Precondition: no group is open, and no provider throws; ``checked`` has the throwing form.
    @discardableResult
    public func undo() -> Source.Transaction? { stopping("undo()") { try checked.undo() } }

    /// Redoes the entry that was undone last by applying the list after it. Returns nil if there is nothing to redo.
    /// Inside a callback of the data source, the redo is queued.
    /// - Precondition: no group is open, and no provider throws; ``checked`` has the throwing form.
    @discardableResult
    public func redo() -> Source.Transaction? { stopping("redo()") { try checked.redo() } }

    /// Combines all applies of a function into one entry. If the function throws, the applies before the error are in
    /// the entry as well. A group inside another group is part of the outer one.
    public func group<Result>(_ caption: String = "", _ body: () throws -> Result) rethrows -> Result {
        if openGroup != nil { return try body() }
        openGroup = Group(caption: caption)
        defer {
            let entry = openGroup?.entry
            openGroup = nil
            if let entry, entry.before != entry.after { push(entry) }
        }
        return try body()
    }

    /// Forgets all entries.
    public func clear() {
        (entries, position) = ([], 0)
        // A callback may call this while the history applies a list.
        ownApply?.position = 0
        openGroup?.entry = nil
    }

    /// The calls in their throwing form.
    public struct Checked {
        let history: DiffableHistory

        /// Undoes the last entry that is not undone yet by applying the list before it. Returns nil if there is nothing
        /// to undo.
        /// - Throws: `invalidArgument` inside a group; what the providers and the view throw before the list changes.
        @discardableResult
        public func undo() throws -> Source.Transaction? { try history.move(by: -1, "undo", history.undoCaption) }

        /// Redoes the entry that was undone last by applying the list after it. Returns nil if there is nothing to
        /// redo.
        /// - Throws: `invalidArgument` inside a group; what the providers and the view throw before the list changes.
        @discardableResult
        public func redo() throws -> Source.Transaction? { try history.move(by: 1, "redo", history.redoCaption) }
    }

    /// The calls in their throwing form.
    public var checked: Checked { Checked(history: self) }

    private func stopping(_ call: StaticString, _ body: () throws -> Source.Transaction?) -> Source.Transaction? {
        do { return try body() } catch { source.stop(call, error) }
    }

    private func record(_ transaction: Source.Transaction, _ caption: [UInt8], _ running: Source.Running) {
        if let ownApply, ownApply.running === running {
            position = ownApply.position
            self.ownApply = nil
            return
        }
        let (before, after) = (transaction.initialSnapshot, transaction.finalSnapshot)
        if !transaction.difference.engine.changesStructure && before == after { return }
        let renames = transaction.difference.engine.new.renamedKeys.compactMap { keys in
            if let item = after.item(ofKey: keys.item), let old = before.item(ofKey: keys.old) {
                (item: item, old: old)
            } else {
                nil
            }
        }
        guard let group = openGroup else {
            return push(
                Entry(before: before, after: after, caption: String(decoding: caption, as: UTF8.self), renames: renames)
            )
        }
        var entry = group.entry ?? Entry(before: before, after: after, caption: group.caption, renames: [])
        entry.after = after
        entry.add(renames)
        openGroup?.entry = entry
    }

    private func push(_ entry: Entry) {
        entries.removeSubrange(position...)
        entries.append(entry)
        if entries.count > limit { entries.removeFirst() }
        position = entries.count
    }

    private func move(by offset: Int, _ verb: String, _ caption: String?) throws -> Source.Transaction? {
        if let group = openGroup {
            let name = group.caption.isEmpty ? "" : " \(DiffableError.name(group.caption))"
            throw DiffableError(
                .invalidArgument, "the group\(name) is open; \(verb) after its end",
                call: offset < 0 ? "undo()" : "redo()")
        }
        let caption = caption.map { $0.isEmpty ? verb : "\(verb) \($0)" } ?? verb
        let transaction = try source.perform(ApplyCall(.animated(nil), caption)) { [self] running throws(EngineError) in
            let index = offset < 0 ? position - 1 : position
            guard entries.indices.contains(index) else { return nil }
            let entry = entries[index]
            ownApply = (running, position + offset)
            let list =
                offset < 0
                ? entry.before.recordingRenames(entry.renames.map { ($0.old, $0.item) })
                : entry.after.recordingRenames(entry.renames)
            do throws(DiffableError) { return try source.change(to: list, running) } catch {
                throw source.passing(error)
            }
        }
        return transaction.state == .refused ? nil : transaction
    }
}

// A history belongs to the task of its data source.
@available(*, unavailable)
extension DiffableHistory: Sendable {}
