import Diffable
import Foundation
@testable import TestSupport

/// Calls of a data source: applies of every kind, drags and taps, with callbacks that fail or apply. The list is that
/// of the model after each, transactions say what happened, and an error changes nothing.
final class SourceSession<Section: TestItem, Item: TestItem> {
    typealias Source = DiffableDataSource<Section, Item>
    typealias Lists = Model<Section, Item>

    let bytes: Choices.Bytes
    var program: Program<Section, Item>
    let callbacks = Callbacks<Section, Item>()
    private(set) var source: Source!
    /// The list of the data source.
    var shown = Lists()
    /// Whether an item of the list has others below it.
    var hasTrees: Bool {
        let list = source.snapshot()
        return list.allItemIdentifiers.contains { list.numberOfChildren(of: $0) > 0 }
    }
    var trees: TreeProgram<Item>
    private var streams: [AsyncStream<Source.Transaction>] = []
    private var queuedLists: Lists?
    var trace: [String] = []

    init(_ bytes: Choices.Bytes) {
        self.bytes = bytes
        program = Program(Choices(bytes), items: 30, sections: 4)
        trees = TreeProgram(Choices(bytes))
        source = Source(cellProvider: { [callbacks] path, item in try callbacks.cell("\(path) \(item)") })
        source.supplementaryViewProvider = { [callbacks] kind, _, section in
            kind == "other" ? nil : try callbacks.cell("\(kind) \(section)")
        }
        callbacks.apply = { [unowned self] isAwaited in
            edit()
            trace.append("apply in a callback: \(program.snapshot)")
            queuedLists = program.model.withoutMarks
            callbacks.queue(source, program.snapshot, isAwaited: isAwaited)
        }
        setView()
    }

    func run() {
        while !bytes.hasRunOut {
            switch program.random.below(20) {
            case 0, 1: reload()
            case 2: setView()
            case 3: setHandlers()
            case 4, 5: reorder()
            case 6, 7: toggle()
            case 8, 9: applyTree()
            case 10: follow()
            case 11: observe()
            default:
                for _ in 0..<program.random.number(in: 1...4) { edit() }
                apply()
            }
        }
        end()
    }

    func edit() {
        let edit = program.edit()
        trace.append("\(edit)")
        if let mismatch = program.perform(edit) { report(mismatch, trace) }
    }

    /// Goes on with the list of the data source. The model has no trees.
    private func follow() {
        program.snapshot = !hasTrees && program.random.once(in: 2) ? source.snapshot() : source.newSnapshot()
        program.model = program.snapshot.numberOfSections == 0 ? Lists() : shown
    }

    private func setView() {
        switch program.random.below(3) {
        case 0: source.view = nil
        case 1:
            let (width, context) = (program.random.below(80) - 1, program.random.below(4))
            source.view = source.textView(width: width, context: context, color: program.random.once(in: 2)) {
                [callbacks] text in
                if text.utf8.contains(where: { $0 < 0x20 && $0 != 0x0A && $0 != 0x1B }) {
                    report("text with control characters: \(text)")
                }
                try callbacks.callback()
            }
        default: source.view = Table(callbacks)
        }
        let animation = program.random.pick(Array(RowAnimation.allCases))
        source.defaultRowAnimation = animation
        if source.defaultRowAnimation != animation { report("the animation is \(source.defaultRowAnimation)", trace) }
        source.name = "list \(trace.count)"
        if source.name != "list \(trace.count)" { report("the name is \(source.name)", trace) }
    }

    private func observe() {
        if streams.count < 3 { streams.append(source.transactions) }
    }

    /// Calls the data source.
    /// - Parameters:
    ///   - expected: the list after it; nil if it is not known here.
    ///   - isInvalid: whether the call must fail; nil if it may.
    ///   - call: is given a completion.
    func call(
        _ name: String, expecting expected: Lists?, isInvalid: Bool? = false, completes: Bool = true,
        _ call: (@escaping () -> Void) throws -> Source.Transaction
    ) {
        trace.append(name)
        queuedLists = nil
        var completions = 0
        let result = Result {
            try call { [callbacks] in
                completions += 1
                callbacks.notice()
            }
        }
        callbacks.waitForTasks()
        callbacks.countdown = 0
        switch result {
        case .success(let transaction):
            trace.append("\(name): \(transaction)")
            if isInvalid == true { report("a wrong call succeeds", trace) }
            if transaction.state == .applied {
                check(transaction, expected)
                if completes, completions != 1 { report("the completion is called \(completions) times", trace) }
                if callbacks.hasFailed != (transaction.failure != nil) {
                    report("the failure is \(String(describing: transaction.failure))", trace)
                }
                shown = Lists(transaction.finalSnapshot)
            } else if transaction.state == .queued {
                report("queued", trace)
            }
        case .failure(let error):
            trace.append("\(name): \(error)")
            let isOwn = error is Callbacks<Section, Item>.Failure || (error as? DiffableError)?.code == .invalidCell
            if isOwn != callbacks.hasFailed { report("\(error), and callbacks failed: \(callbacks.hasFailed)", trace) }
            if !isOwn, isInvalid == false { report("a right call fails: \(error)", trace) }
            if completions != 0 { report("an apply that failed completes", trace) }
        }
        if callbacks.queued != callbacks.ended { report("an apply in a callback did not end", trace) }
        if let queuedLists { shown = queuedLists }
        check()
    }

    private func end() {
        check()
        var dumped = ""
        dump(source, to: &dumped, maxItems: 10)
        source = nil
        callbacks.apply = { _ in }
        for stream in streams {
            Task.immediate {
                var last: Source.Snapshot?
                for await transaction in stream {
                    if Item.isHonest, let last, last != transaction.initialSnapshot {
                        report("a transaction was not observed")
                    }
                    last = transaction.finalSnapshot
                }
            }
        }
    }
}

extension Model {
    init(_ list: DiffableDataSourceSnapshot<Section, Item>) {
        self.init()
        groups = list.sectionIdentifiers.map { Group(section: $0, items: list.itemIdentifiers(inSection: $0)) }
    }

    func isIdentical(to other: Model) -> Bool {
        areIdentical(sections, other.sections)
            && zip(groups, other.groups).allSatisfy { areIdentical($0.items, $1.items) }
    }
}
