import Diffable
import Dispatch
@testable import TestSupport

/// What the callbacks of a data source do: one of them, which the input chooses, fails or applies another list.
final class Callbacks<Section: TestItem, Item: TestItem> {
    typealias Source = DiffableDataSource<Section, Item>
    struct Failure: Error {}

    enum Action: CaseIterable {
        case nothing, fail, makeBadCell, apply, applyAwaited
    }

    /// What the callback does whose turn it is, and how many are called before it.
    var action = Action.nothing
    var countdown = 0
    /// Whether a callback has failed since the last call of the data source.
    private(set) var hasFailed = false
    /// How many applies are queued, and how many of them have ended.
    private(set) var queued = 0
    private(set) var ended = 0
    /// Applies a list from inside a callback.
    var apply: (_ isAwaited: Bool) -> Void = { _ in }
    private let semaphore = DispatchSemaphore(value: 0)

    func arm(_ random: inout Choices) {
        (hasFailed, queued, ended) = (false, 0, 0)
        action = random.pick([.fail, .makeBadCell, .apply, .applyAwaited, .nothing, .nothing, .nothing, .nothing])
        countdown = action == .nothing ? 0 : random.number(in: 1...8)
    }

    private func isTurn() -> Bool {
        countdown -= 1
        return countdown == 0
    }

    /// Called by callbacks that cannot fail.
    func notice() {
        guard isTurn() else { return }
        switch action {
        case .apply: apply(false)
        case .applyAwaited: apply(true)
        default: break
        }
    }

    /// Called by callbacks that can fail.
    func callback() throws {
        guard isTurn() else { return }
        switch action {
        case .nothing: break
        case .fail, .makeBadCell:
            hasFailed = true
            throw Failure()
        case .apply: apply(false)
        case .applyAwaited: apply(true)
        }
    }

    func cell(_ text: String) throws -> Cell {
        if action == .makeBadCell, isTurn() {
            hasFailed = true
            return Cell(text: text, height: text.count % 2 == 0 ? 1_001 : 0, indentation: -1)
        }
        try callback()
        return Cell(
            text: text, detail: text, secondaryText: text.count % 3 == 0 ? "below" : "", image: "*",
            accessory: "checkmark", height: text.count % 3,
            indentation: 1)
    }

    func queue(_ source: Source, _ list: Source.Snapshot, isAwaited: Bool) {
        queued += 1
        if isAwaited {
            Task.immediate {
                if try await source.checked.apply(list).state != .applied { report("an awaited apply is not finished") }
                self.ended += 1
                self.semaphore.signal()
            }
        } else {
            let transaction = source.apply(list) { self.ended += 1 }
            if transaction.state != .queued || "\(transaction)" != "queued" {
                report("an apply in a callback is not queued")
            }
        }
    }

    /// Waits until the task goes on whose apply was queued.
    func waitForTasks() {
        if queued > 0, action == .applyAwaited, semaphore.wait(timeout: .now() + 10) == .timedOut {
            report("an awaited apply does not end")
        }
    }
}

/// A view that asks for cells, and carries out the steps. Each `prepare` that does not fail is followed by one `commit`
/// or `cancel`.
final class Table<Section: TestItem, Item: TestItem>: DiffableView {
    private let callbacks: Callbacks<Section, Item>
    private var isPrepared = false

    init(_ callbacks: Callbacks<Section, Item>) { self.callbacks = callbacks }

    func prepare(_ preparation: DiffablePreparation<Section, Item>) throws {
        if isPrepared { report("prepare is called again before commit or cancel") }
        try callbacks.callback()
        let difference = preparation.transaction.difference
        for change in Array(difference.insertedItems) + Array(difference.reloadedItems) {
            _ = try preparation.cell(at: change.to!)
        }
        for section in difference.insertedSections {
            if try preparation.supplementaryView(SupplementaryKind.header, section: section.to!) == nil {
                report("no header")
            }
            if try preparation.supplementaryView("other", section: section.to!) != nil { report("another view") }
        }
        let list = preparation.transaction.finalSnapshot
        let end = DiffableIndexPath(item: 0, section: list.numberOfSections)
        if (try? preparation.cell(at: end)) != nil { report("a cell at an index path without item") }
        if (try? preparation.supplementaryView(SupplementaryKind.header, section: end.section)) != nil {
            report("a header without section")
        }
        isPrepared = true
    }

    func commit(_ transaction: DiffableDataSourceTransaction<Section, Item>) throws {
        end("commit")
        try callbacks.callback()
    }

    func cancel(_ transaction: DiffableDataSourceTransaction<Section, Item>) { end("cancel") }

    private func end(_ call: String) {
        if !isPrepared { report("\(call) without prepare") }
        isPrepared = false
    }
}
