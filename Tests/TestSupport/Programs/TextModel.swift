@testable import DiffableEngine

/// The text that a text view writes for the cells of the interpreters. A header is the section's token. A footer, which
/// only sections with a revision have, is the token in parentheses. A row is the item's token.
struct TextModel {
    private struct Row {
        var item: Identifier
        var isDeleted: Bool
        var line: String
    }

    private struct Block {
        var section: Identifier
        var isDeleted: Bool
        var header: String
        var rows: [Row]
        var footer: String?
    }

    private var blocks: [Block] = []
    private let changes: Changes

    /// - Parameter naive: the changes. Moved rows get no sign.
    init(naive: NaiveDifference, changes: Changes) {
        self.changes = changes
        let insertedItems = Set(naive.insertedItems.map { $0.identifier })
        let updatedItems = Set((naive.reloadedItems + naive.reconfiguredItems).map { $0.identifier })
        let insertedSections = Set(naive.insertedSections.map { $0.identifier })
        let updatedSections = Set(naive.updatedSections.map { $0.identifier })
        for section in naive.new.sections {
            let name = section.identifier
            let sign = insertedSections.contains(name) ? "+" : updatedSections.contains(name) ? "~" : " "
            var block = Self.block(section, sign) { item in
                insertedItems.contains(item) ? "+" : updatedItems.contains(item) ? "~" : " "
            }
            if let before = naive.old.index(ofSection: name) { insertDeletedRows(naive, before, in: &block.rows) }
            blocks.append(block)
        }
        for (index, section) in naive.old.sections.enumerated()
        where naive.new.index(ofSection: section.identifier) == nil {
            var block = Self.block(section, "-") { _ in "-" }
            block.rows.removeAll { naive.new.path(ofItem: $0.item) != nil }
            block.isDeleted = true
            let before = index == 0 ? nil : blocks.firstIndex { $0.section == naive.old.sections[index - 1].identifier }
            blocks.insert(block, at: before.map { $0 + 1 } ?? 0)
        }
    }

    /// Inserts each deleted row after the row that it followed.
    private func insertDeletedRows(_ naive: NaiveDifference, _ index: Int, in rows: inout [Row]) {
        let old = Self.block(naive.old.sections[index], " ") { _ in "-" }.rows
        for (position, row) in old.enumerated() where naive.new.path(ofItem: row.item) == nil {
            let before = position == 0 ? nil : rows.firstIndex { $0.item == old[position - 1].item }
            rows.insert(Row(item: row.item, isDeleted: true, line: row.line), at: before.map { $0 + 1 } ?? 0)
        }
    }

    private var all: [(isDeleted: Bool, line: String)] {
        blocks.flatMap { block in
            [(block.isDeleted, block.header)] + block.rows.map { (block.isDeleted || $0.isDeleted, $0.line) }
                + (block.footer.map { [(block.isDeleted, $0)] } ?? [])
        }
    }

    /// The number of moved rows; nil if neither a row nor a section moved, so that the position of each line is
    /// determined.
    var movedRows: Int? { changes.movedSections + changes.movedItems == 0 ? nil : changes.movedItems }

    /// All lines; without the deleted ones if something moved.
    var lines: [String] { all.filter { movedRows == nil || !$0.isDeleted }.map { $0.line } }

    var deletedLines: [String] { movedRows == nil ? [] : all.filter { $0.isDeleted }.map { $0.line } }

    static func summary(of changes: Changes, _ animation: RowAnimation) -> String {
        "=  \(changes.description)"
            + (animation == .automatic ? "" : animation == .none ? " (no animation)" : " (\(animation.name))")
    }

    /// The lines of a whole list, unchanged.
    static func lines(of list: ReferenceModel) -> [String] {
        list.sections.flatMap { section in
            let block = block(section, " ") { _ in " " }
            return [block.header] + block.rows.map { $0.line } + (block.footer.map { [$0] } ?? [])
        }
    }

    private static func block(
        _ section: ReferenceModel.Section, _ sign: String, _ signOfItem: (Identifier) -> String
    ) -> Block {
        let element = Element(section.identifier, content: section.content)
        let rows = section.visible.map { index in
            let item = section.nodes[index].element
            let sign = signOfItem(item.identifier)
            return Row(
                item: item.identifier, isDeleted: false,
                line: "\(sign)    \(section.indentation(of: index))\(item.shown)")
        }
        return Block(
            section: section.identifier, isDeleted: false, header: "\(sign)  \(element.text(of: .header)!)", rows: rows,
            footer: element.text(of: .footer).map { "\(sign)  \($0)" })
    }
}

extension ReferenceModel.Section {
    /// What a text view writes before an item: two columns for each level and two for the disclosure sign, if the
    /// section has an item with a parent or an expandable one.
    func indentation(of index: Int) -> String {
        guard nodes.contains(where: { $0.level > 0 || $0.isExpandable }) else { return "" }
        let sign = !isBranch(index) ? "  " : nodes[index].isExpanded ? "▾ " : "▸ "
        return String(repeating: "  ", count: nodes[index].level) + sign
    }
}
