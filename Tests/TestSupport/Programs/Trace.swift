@testable import DiffableEngine

/// The output of a program, in lines. The interpreters of model and engine both write it, so that the lines can be
/// compared.
struct Trace {
    private(set) var lines: [String] = []

    mutating func add(_ line: String) {
        lines.append(line)
    }

    /// - Parameter done: what a call did before something else failed.
    mutating func add(_ outcome: Outcome, after done: String? = nil) {
        let done = done.map { "\($0) with " } ?? ""
        switch outcome {
        case .done: add("ok")
        case .counted(let count): add("ok \(count)")
        case .failed(let failure):
            // The messages of other errors begin with words of the language.
            let codes: [DiffableError.Code] = [
                .invalidArgument, .duplicateIdentifier, .unknownIdentifier, .noSections, .invalidDestination,
            ]
            add("\(done)error \(failure.code.name)" + (codes.contains(failure.code) ? ": \(failure.message)" : ""))
        }
    }

    /// The last line has the numbers of sections, visible items, all items, roots and expanded items.
    mutating func add(_ state: ReferenceModel) {
        for section in state.sections {
            let name = state.isTree ? "tree" : "section \(Element(section.identifier, content: section.content).token)"
            add("\(name):\(section.nodes.outline)")
        }
        add("reload", state.reloadedItems)
        add("reconfigure", state.reconfiguredItems)
        add("reload_sections", state.reloadedSections)
        add("reconfigure_sections", state.reconfiguredSections)
        let nodes = state.nodes
        let (roots, expanded) = (nodes.filter { $0.level == 0 }, nodes.filter { $0.isExpanded })
        add("ok \(state.sections.count) \(state.items.count) \(nodes.count) \(roots.count) \(expanded.count)")
    }

    private mutating func add(_ mark: String, _ identifiers: [Identifier]) {
        if !identifiers.isEmpty { add("\(mark) " + identifiers.map { $0.token }.joined(separator: " ")) }
    }

    // MARK: - Differences

    mutating func add(_ changes: Changes) {
        add("deleted_sections", changes.deletedSections)
        add("inserted_sections", changes.insertedSections)
        add("updated_sections", changes.updatedSections)
        add("deleted_items", changes.deletedItems)
        add("inserted_items", changes.insertedItems)
        add("reloaded_items", changes.reloadedItems)
        add("reconfigured_items", changes.reconfiguredItems)
        add("moved \(changes.movedSections) \(changes.movedItems)")
        if changes.batch != changes.new { add("the batch leads elsewhere") }
        if changes.steps != changes.new { add("the steps lead elsewhere") }
    }

    private mutating func add(_ name: String, _ changes: [SectionChange]) {
        if changes.isEmpty { return }
        add(
            "\(name) "
                + changes.map { change in
                    "\(change.identifier.token) \(change.from.map { String($0) } ?? "-")>\(change.to.map { String($0) } ?? "-")"
                }.joined(separator: ", "))
    }

    private mutating func add(_ name: String, _ changes: [ItemChange]) {
        if changes.isEmpty { return }
        add(
            "\(name) "
                + changes.map { change in
                    let paths = "\(change.from.map { $0.token } ?? "-")>\(change.to.map { $0.token } ?? "-")"
                    return "\(change.identifier.token) \(paths)\(change.withSection ? "*" : "")"
                }.joined(separator: ", "))
    }

    mutating func add(_ transaction: KeptTransaction?) {
        guard let transaction else { return add("ok none") }
        for section in transaction.sections {
            add("changed \(section.identifier.token):\(section.initial.nodes.outline) >\(section.final.nodes.outline)")
            add(section.changes)
        }
        add(
            "ok \(transaction.animation.name) \(transaction.initialCount)>\(transaction.finalCount) \(transaction.description)"
        )
    }

    // MARK: - Text

    /// The text of a view. Several smallest sets of moves are possible, and the positions of deleted rows depend on
    /// them. So if anything moved, the signs of moves are left out, and the number of moved rows and the sorted deleted
    /// rows follow the text.
    mutating func add(text: String) {
        let written = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { String($0) }
        guard written.contains(where: { $0.hasPrefix(">") }) else { return add(text: written) }
        add(
            text: written.filter { !$0.hasPrefix("-") }.map { $0.hasPrefix(">") ? $0.withoutMove : $0 },
            moved: written.filter { $0.hasPrefix(">") && $0.dropFirst(3).hasPrefix(" ") }.count,
            deleted: written.filter { $0.hasPrefix("-") })
    }

    mutating func add(text: [String], moved: Int? = nil, deleted: [String] = []) {
        for line in text { add("|\(line)") }
        guard let moved else { return }
        add("|> \(moved)")
        for line in deleted.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) { add("|\(line)") }
    }
}

extension [ReferenceModel.Node] {
    /// " 6+ .7 ..8": a dot for each level, and a plus sign after an expanded item, an asterisk after an expandable
    /// one, and a question mark after one whose expansion an apply decides.
    fileprivate var outline: String {
        map { node in
            " " + String(repeating: ".", count: node.level) + node.element.token + (node.isExpanded ? "+" : "")
                + (node.isExpandable ? "*" : "") + (node.keepsExpansion ? "?" : "")
        }.joined()
    }
}

extension String {
    /// ">~ " becomes "~  ".
    fileprivate var withoutMove: String {
        let isUpdated = dropFirst().hasPrefix("~")
        return (isUpdated ? "~ " : "  ") + dropFirst(2)
    }
}
