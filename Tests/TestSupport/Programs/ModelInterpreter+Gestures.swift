@testable import DiffableEngine

// Toggles and drags.
extension ModelInterpreter {
    func toggle(_ item: Identifier) -> Change {
        guard let place = list.place(of: item) else {
            let hint = Edit.hint(.item, item, in: list)
            return .failed(
                Failure(.unknownIdentifier, "toggle_item: there is no item \(item)\(hint)", identifier: item))
        }
        let section = list.sections[place.section]
        if let collapsed = section.ancestors(of: place.node).last(where: { !section.nodes[$0].isExpanded }) {
            let name = section.nodes[collapsed].element.identifier
            return .failed(
                Failure(
                    .unknownIdentifier, "toggle_item: item \(item) is below the collapsed item \(name)",
                    identifier: item))
        }
        let isBranch = section.isBranch(place.node)
        if !isBranch && !handlers.contains(.children) { return .refused }
        let isExpanded = isBranch && section.nodes[place.node].isExpanded
        if let refusal = ask(isExpanded ? .shouldCollapse : .shouldExpand, item, answerWithoutHandler: true) {
            return refusal
        }
        if let refusal = ask(isExpanded ? .willCollapse : .willExpand, item, answerWithoutHandler: true) {
            return refusal
        }
        var new = list
        if !isExpanded, handlers.contains(.children) {
            let children = list.tree(below: item, includingParent: false)
            let answer = answer(.children, " \(item.token)") { trace.add(children) }
            if answer.fails { return Self.failed }
            if let register = answer.children {
                let outcome = new.perform(.replaceChildren(of: item, with: register), registers: snapshots)
                if case .failed(var failure) = outcome {
                    failure.message = "snapshot_for_expanding_parent:" + failure.message.drop { $0 != ":" }.dropFirst()
                    return .failed(failure)
                }
            }
        }
        if !isBranch, new.tree(below: item, includingParent: false).nodes.isEmpty { return .refused }
        _ = new.perform(isExpanded ? .collapse([item]) : .expand([item]))
        return .to(new)
    }

    func reorder(_ from: IndexPath, _ to: IndexPath) -> Change {
        guard let item = item(at: from, in: list)?.identifier else {
            return .failed(Failure(.invalidArgument, "reorder_item: there is no row at \(from.words)"))
        }
        if let refusal = ask(.canReorder, item, answerWithoutHandler: false) { return refusal }
        guard let new = list.reordered(item, to) else {
            return .failed(
                Failure(
                    .invalidArgument,
                    "reorder_item: item \(item) cannot go to \(to.words); \(list.lastPlace(from, to))", identifier: item
                ))
        }
        return .to(new)
    }

    private static let failed = Change.failed(Failure(.callbackFailed, "refused"))

    /// Asks a handler. Returns nil for yes.
    /// - Parameter answerWithoutHandler: what the engine assumes if the handler is not set.
    private func ask(_ handler: Event, _ item: Identifier, answerWithoutHandler: Bool) -> Change? {
        guard handlers.contains(handler) else { return answerWithoutHandler ? nil : .refused }
        let answer = answer(handler, " \(item.token)")
        if answer.fails { return Self.failed }
        return answer.refuses ? .refused : nil
    }
}

extension ReferenceModel {
    /// Where a row can go, for a message that says that it cannot go elsewhere.
    fileprivate func lastPlace(_ from: IndexPath, _ to: IndexPath) -> String {
        guard sections.indices.contains(to.section) else { return "the last section is \(sections.count - 1)" }
        var count = sections[to.section].visible.count
        if from.section == to.section {
            let item = sections[from.section].visible[from.item]
            let moved = item..<sections[from.section].end(of: item)
            count -= sections[from.section].visible.filter { moved.contains($0) }.count
        }
        return "the last place there is item \(count), counted without the rows that move"
    }

    /// The list after an item was dragged with everything below it; nil for an index path that is not in the list
    /// without its rows.
    fileprivate func reordered(_ item: Identifier, _ path: IndexPath) -> ReferenceModel? {
        let origin = place(of: item)!
        let tree = tree(below: item, includingParent: true).nodes
        let parent = sections[origin.section].parent(of: origin.node).map {
            sections[origin.section].nodes[$0].element.identifier
        }
        var new = self
        new.sections[origin.section].nodes.removeSubrange(origin.node..<origin.node + tree.count)
        guard new.sections.indices.contains(path.section) else { return nil }
        let section = new.sections[path.section]
        let rows = section.visible
        guard path.item <= rows.count else { return nil }
        let next = path.item < rows.count ? rows[path.item] : nil
        var (level, index) = (0, 0)
        if path.item > 0 {
            let previous = rows[path.item - 1]
            let highest = next.map { section.nodes[$0].level } ?? 0
            let lowest = section.nodes[previous].level
            let above = [previous] + section.ancestors(of: previous)
            let parentIndex = parent.flatMap { section.index(of: $0) }
            if highest > lowest {
                // The next row is the first child of the one before.
                level = highest
            } else if parentIndex == previous, section.nodes[previous].isExpanded {
                // It was the only child of the row before.
                level = lowest + 1
            } else {
                // Below its parent, if that is above the row before and not too far above.
                level =
                    parent == nil
                    ? 0 : parentIndex.flatMap { above.contains($0) ? section.nodes[$0].level + 1 : nil } ?? lowest
                if level < highest { level = lowest }
            }
            // Behind everything below the row before, if that is collapsed.
            index = next ?? section.nodes.count
        }
        new.sections[path.section].nodes.insert(contentsOf: tree.raised(by: level), at: index)
        return new
    }
}
