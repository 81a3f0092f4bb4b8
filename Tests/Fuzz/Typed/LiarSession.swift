import Diffable
@testable import TestSupport

/// Lists, trees and a data source of values that break the rules of `Hashable`. What they say is not defined. But
/// counts agree with what is in the list, no item is lost or doubled in storage, an error changes nothing, and nothing
/// traps.
final class LiarSession<Item: TestItem> {
    typealias Source = DiffableDataSource<Int, Item>

    private let bytes: Choices.Bytes
    private var program: Program<Int, Item>
    private var trees: TreeProgram<Item>
    private let source = Source(cellProvider: { _, _ in Cell(text: "cell") })
    private var tree = Source.SectionSnapshot()
    private var trace: [String] = []

    init(_ bytes: Choices.Bytes) {
        self.bytes = bytes
        program = Program(Choices(bytes), items: 30)
        trees = TreeProgram(Choices(bytes))
        source.view = source.textView(context: 1) { _ in }
    }

    func run() {
        while !bytes.hasRunOut {
            switch program.random.below(13) {
            case 0, 1: apply(try source.checked.apply(program.snapshot))
            case 2: apply(try source.checked.apply(tree, to: 1))
            case 3: editTree()
            case 4: program.snapshot = source.snapshot()
            case 5: apply(try source.checked.toggleItem(program.item()))
            case 6: rename()
            case 7: reorder()
            default: edit()
            }
        }
    }

    private func edit() {
        // Mostly, the generator leaves out items that the list has.
        let edit = program.random.once(in: 3) ? .appendItems(program.items(), nil) : program.edit()
        let before = contents(program.snapshot)
        _ = program.model.perform(edit)
        let code = edit.perform(&program.snapshot)
        trace.append("\(edit) \(code.map { "\($0)" } ?? "")")
        if code != nil, edit.isOneCall, contents(program.snapshot) != before {
            report("an error changed the list", trace)
        }
        check(program.snapshot)
        for item in program.model.items.prefix(3) {
            _ = (
                program.snapshot.indexPath(of: item), program.snapshot.item(sameAs: item),
                program.snapshot.indexOfItem(item)
            )
        }
    }

    private func editTree() {
        let edit = trees.edit()
        _ = trees.model.perform(edit)
        let before = tree.items.map(\.whole)
        let outcome = edit.perform(&tree)
        trace.append("\(edit) \(outcome)")
        if outcome.isFailure, tree.items.map(\.whole) != before { report("an error changed the tree", trace) }
        _ = (tree.visibleItems, tree.description)
    }

    private func apply(_ call: @autoclosure () throws -> Source.Transaction) {
        let before = contents(source.snapshot())
        do {
            let transaction = try call()
            trace.append("apply: \(transaction)")
            _ = (transaction.difference.steps, transaction.sectionTransactions.count)
            for changes in [
                transaction.difference.movedItems, transaction.difference.reconfiguredItems,
                transaction.difference.insertedItems,
            ] {
                for change in changes where change.new == nil { report("a change without an item", trace) }
            }
        } catch {
            trace.append("apply: \(error)")
            if contents(source.snapshot()) != before { report("an apply that failed changed the list", trace) }
        }
        check(source.snapshot())
        _ = source.snapshot(for: 1).items
    }

    /// A drag finds its item by the index path.
    private func reorder() {
        source.reorderingHandlers.canReorderItem = { _ in true }
        let from = DiffableIndexPath(item: program.random.below(4), section: program.random.below(2))
        let to = DiffableIndexPath(item: program.random.below(4), section: program.random.below(2))
        apply(try source.checked.reorderItem(from: from, to: to))
    }

    /// Changes the hashes of items that lists have.
    private func rename() {
        for item in program.snapshot.itemIdentifiers.prefix(program.random.below(4)) {
            (item as? Rehashed)?.id = program.random.below(8)
        }
    }

    private func contents(_ list: Source.Snapshot) -> [[AnyHashable]] {
        list.sectionIdentifiers.map { list.itemIdentifiers(inSection: $0).map(\.whole) }
    }

    private func check(_ list: Source.Snapshot) {
        let items = list.itemIdentifiers
        if items.count != list.numberOfItems {
            report("\(list.numberOfItems) items are counted, and \(items.count) are there", trace)
        }
        for (section, identifier) in list.sectionIdentifiers.enumerated() {
            let count = list.numberOfItems(inSection: identifier)
            for item in 0..<count where list.itemIdentifier(at: DiffableIndexPath(item: item, section: section)) == nil
            {
                report("no item at \(section), \(item)", trace)
            }
        }
    }
}
