import Diffable
import Foundation
@testable import TestSupport

extension SourceSession {
    /// The data source agrees with its list.
    func check() {
        let list = source.snapshot()
        if !Lists(list).isIdentical(to: shown) { report("the list is \(list), not \(shown.groups)", trace) }
        if list.description != source.description { report("description", trace) }
        if !list.reloadedItemIdentifiers.isEmpty || !list.reconfiguredItemIdentifiers.isEmpty {
            report("the list has marks", trace)
        }
        for (section, group) in shown.groups.enumerated() {
            if source.index(for: group.section) != section || source.sectionIdentifier(for: section) != group.section {
                report("section \(section)", trace)
            }
            for (index, item) in group.items.enumerated() {
                let path = DiffableIndexPath(item: index, section: section)
                if source.indexPath(for: item) != path || !areIdentical(source.itemIdentifier(for: path), item) {
                    report("\(item) at \(path)", trace)
                }
            }
            let tree = source.snapshot(for: group.section)
            if !areIdentical(tree.visibleItems, group.items) {
                report("the tree of \(group.section) shows \(tree.visibleItems)", trace)
            }
            if !tree.reloadedItemIdentifiers.isEmpty || !tree.reconfiguredItemIdentifiers.isEmpty {
                report("a tree has marks", trace)
            }
        }
        let items = shown.sections.flatMap { source.snapshot(for: $0).items.map(\.identity) }
        if Set(items).count != items.count || items.count != list.numberOfAllItems {
            report("an item is in a tree twice: \(items)", trace)
        }
        if items != list.allItemIdentifiers.map(\.identity) { report("trees have \(items)", trace) }
        if !source.snapshot(for: Section.make(100, content: 0)).items.isEmpty { report("a tree of no section", trace) }
        checkIndexPaths()
        guard let text = try? source.text(width: 20) else { report("no text", trace) }
        let rows = text.split(separator: "\n").count
        if rows < shown.items.count { report("\(rows) lines for \(shown.items.count) items", trace) }
    }

    /// Foundation's index paths.
    private func checkIndexPaths() {
        guard let item = shown.items.last, let path = shown.path(of: item) else { return }
        let foundation: IndexPath? = source.indexPath(for: item)
        if foundation != IndexPath(path) || foundation != IndexPath(row: path.row, section: path.section) {
            report("\(path) and \(foundation!)", trace)
        }
        if !areIdentical(source.itemIdentifier(for: IndexPath(item: path.item, section: path.section)), item) {
            report("item at \(path)", trace)
        }
        if source.itemIdentifier(for: IndexPath(index: 0)) != nil {
            report("an item at an index path of one index", trace)
        }
        var moved = foundation!
        (moved.section, moved.item) = (path.section + 1, path.item + 2)
        moved.row -= 1
        if moved != IndexPath(item: path.row + 1, section: path.section + 1)
            || (moved.section, moved.row) != (path.section + 1, moved.item)
        {
            report("\(path) moved to \(moved)", trace)
        }
        if path != DiffableIndexPath(row: path.row, section: path.section) { report("an index path of a row", trace) }
        var other = DiffableIndexPath(foundation!)
        if other != path || "\(other)" != "[\(path.section), \(path.item)]"
            || Array(other) != [path.section, path.item]
        {
            report("\(other)", trace)
        }
        other.row += 1
        if !(path < other) || shown.path(of: item) == other { report("order of \(other)", trace) }
    }

    func check(_ transaction: Source.Transaction, _ expected: Lists?) {
        let (old, new) = (Lists(transaction.initialSnapshot), Lists(transaction.finalSnapshot))
        if !old.isIdentical(to: shown) { report("the initial list is \(transaction.initialSnapshot)", trace) }
        if let expected, !new.isIdentical(to: expected) {
            report("the final list is \(transaction.finalSnapshot), not \(expected.groups)", trace)
        }
        if let mismatch = transaction.difference.mismatch(from: old, to: new) { report(mismatch, trace) }
        if transaction.description != transaction.difference.description {
            report("description of a transaction", trace)
        }
        var dumped = ""
        dump(transaction, to: &dumped, maxItems: 50)
        let sections = transaction.sectionTransactions
        for section in sections {
            guard let before = old.index(of: section.sectionIdentifier),
                let after = new.index(of: section.sectionIdentifier)
            else {
                report("a transaction of a section that was not in both lists", trace)
            }
            if !areIdentical(section.initialSnapshot.visibleItems, old.groups[before].items) {
                report("initial tree of a section", trace)
            }
            if !areIdentical(section.finalSnapshot.visibleItems, new.groups[after].items) {
                report("final tree of a section", trace)
            }
        }
        for group in new.groups
        where !sections.contains(where: { $0.sectionIdentifier.identity == group.section.identity }) {
            guard let before = old.index(of: group.section) else { continue }
            if !areIdentical(old.groups[before].items, group.items) {
                report("no transaction of section \(group.section)", trace)
            }
        }
    }
}
