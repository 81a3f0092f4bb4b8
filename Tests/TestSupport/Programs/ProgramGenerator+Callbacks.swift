@testable import DiffableEngine

extension ProgramGenerator {
    // MARK: - Taps and drags

    /// A tap or a drag, mostly with a reaction of a handler.
    mutating func addGestureStep() {
        switch random.below(13) {
        case 0, 12: addItemsToTree()
        case 1: removeHandler()
        case 2: if random.once(in: 2) { addReaction() } else { addSeveralFailures() }
        case 3: addLateChildren()
        case 4, 5, 6: drag()
        case 7: add(random.once(in: 3) ? .render : .transaction)
        default: tap()
        }
    }

    private mutating func addItemsToTree() {
        let tree = tree()
        let section = section()
        if random.once(in: 2) { add(.fetchSection(tree, section)) }
        for _ in 0..<2 {
            let parent = edits.item(model.snapshots[tree])
            let new = [Element(newItem())]
            add(.edit(tree, random.once(in: 4) ? .appendItems(new, toSection: nil) : .appendItemsToParent(new, parent)))
            edit(tree)
        }
        add(.applySection(tree, Element(section), animationChoice()))
    }

    private mutating func tap() {
        let item = parent()
        if random.once(in: 2) {
            let expands: [Event] = [.shouldExpand, .willExpand, .children]
            let isExpanded = model.list.nodes.contains { $0.element.identifier == item && $0.isExpanded }
            let event = random.pick(isExpanded ? [.shouldCollapse, .willCollapse] : expands)
            add(.when(event, 1, reaction(to: event)))
        }
        add(.toggle(item))
        if random.once(in: 8) { add(.undo) }
    }

    private mutating func drag() {
        if random.once(in: 2) {
            let event = random.pick([Event.canReorder, .willReorder, .didReorder])
            add(.when(event, 1, reaction(to: event)))
        }
        let row = row()
        let section =
            model.list.sections.indices.contains(row.section) ? model.list.sections[row.section].identifier : section()
        add(.reorder(row, insertionPath()))
        switch random.below(4) {
        case 0: add(.transaction)
        case 1:
            add(.fetchSection(tree(), section))
            add(.source)
        case 2: if random.once(in: 2) { add(.undo) }
        default: break
        }
    }

    /// Several failures in one call, which reports the first.
    private mutating func addSeveralFailures() {
        add(.when(.observer, 1, .perform(.toggle(newItem()))))
        add(.when(.second, 1, random.once(in: 2) ? .fail : .perform(.reorder(insertionPath(), insertionPath()))))
        if random.once(in: 2) { add(.when(.second, 1, .perform(.toggle(newItem())))) }
        add(.toggle(parent()))
    }

    /// Children that a handler provides when their parent is expanded.
    private mutating func addLateChildren() {
        let tree = tree()
        let parent = newItem()
        add(.new(tree))
        add(.edit(tree, .appendItems([Element(parent, revision: UInt64(random.below(3)))], toSection: nil)))
        if random.once(in: 2) {
            add(.edit(tree, .appendItemsToParent([Element(newItem())], parent)))
            add(.edit(tree, .expand([parent])))
        }
        if random.once(in: 2) { add(.edit(tree, nextEdit(tree))) }
        add(.when(.children, 1, .children(tree)))
        add(.toggle(edits.item(model.list)))
    }

    /// A tap or a drag without one of the handlers.
    private mutating func removeHandler() {
        let event = random.pick(Event.handlers)
        add(.handler(event, isOn: false))
        if [.canReorder, .willReorder, .didReorder].contains(event) {
            add(.reorder(row(), insertionPath()))
        } else {
            add(.toggle(parent()))
        }
        if !random.once(in: 4) { add(.handler(event, isOn: true)) }
    }

    // MARK: - Reactions

    mutating func addReaction() {
        let events = theme == .lists ? Event.ofApplies : Event.ofApplies + Event.handlers
        let event = random.pick(events)
        let count = random.number(in: 1...3)
        add(.when(event, count, reaction(to: event)))
        // Sometimes several reactions for one call, such as a queued apply and then a failure.
        while random.once(in: 3) { add(.when(event, count, reaction(to: event))) }
    }

    /// Asks for a supplementary cell that no view has, outside of an apply.
    mutating func addBadge() {
        for _ in 0..<random.below(3) { add(.when(.badge, 1, reaction(to: .badge))) }
        add(.supplementary("badge", random.below(max(1, model.list.sections.count))))
    }

    private mutating func reaction(to event: Event, depth: Int = 0) -> Reaction {
        switch random.below(7) {
        case 0: return .fail
        case 1, 2:
            if event.isQuestion { return .refuse }
            if event.isProvider { return .spoil }
            if event == .children { return .children(tree()) }
            return random.once(in: 3) ? .fail : .perform(callInCallback(depth))
        default: return .perform(callInCallback(depth))
        }
    }

    /// A call for a reaction. Applies are queued there, all other calls are carried out at once.
    private mutating func callInCallback(_ depth: Int) -> Call {
        let register = register()
        switch random.below(theme == .lists ? 14 : 21) {
        case 0...4: return .apply(register, animationChoice())
        case 5: return .reloadData(register)
        case 6: return .edit(register, nextEdit(register))
        case 7: return .fetch(register)
        case 8: return random.once(in: 2) ? .cell(row()) : supplementary()
        case 9: return random.once(in: 2) ? .render : .source
        case 10: return random.once(in: 2) ? .transaction : .lookUp(edits.item(model.list))
        case 11: return .defaultAnimation(animation())
        case 12, 13:
            let event = random.pick(depth > 2 ? [.completion] : Event.ofApplies)
            return .when(event, random.number(in: 1...2), depth > 2 ? .fail : reaction(to: event, depth: depth + 1))
        case 14, 15: return .applySection(tree(), describedSection(), animationChoice())
        case 16, 17: return .toggle(edits.item(model.list))
        case 18: return random.once(in: 2) ? .reorder(row(), insertionPath()) : .undo
        case 19:
            let tree = tree()
            return .edit(tree, nextEdit(tree))
        default: return .fetchSection(tree(), section())
        }
    }
}
