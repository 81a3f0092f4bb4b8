@testable import DiffableEngine

/// One call that changes the list.
struct Apply {
    /// The name of the completion in the trace; nil without a completion.
    var completion: String?
    /// Nil if the apply reloads all data.
    var choice: AnimationChoice? = .byDefault
    /// Handlers that are called before and after the list is replaced.
    var willCommit: Event?
    var didCommit: Event?
    /// Computes the new list, when the apply begins.
    var change: (ModelInterpreter) -> Change
}

/// The result of an apply's `change`.
enum Change {
    case to(ReferenceModel, [Identifier: TreeModel])
    case refused
    case failed(Outcome)
}

/// A new list and its trees, with the changes from the old list.
struct Transition {
    var naive: NaiveDifference
    var changes: Changes
    var trees: [Identifier: TreeModel]
    var animation: RowAnimation
    var asksForAll: Bool
}

extension KeptTransaction {
    init(_ transition: Transition, _ oldTrees: [Identifier: TreeModel]) {
        let (old, new) = (transition.naive.old, transition.naive.new)
        animation = transition.animation
        (initialCount, finalCount) = (old.items.count, new.items.count)
        description = transition.changes.description
        sections = new.sections.reversed().compactMap { section in
            guard let before = old.index(ofSection: section.identifier).map({ old.sections[$0] }) else { return nil }
            let changes = Changes(NaiveDifference(from: ReferenceModel(sections: [before]), to: ReferenceModel(sections: [section])))
            let initial = oldTrees[section.identifier] ?? TreeModel(roots: before.items)
            let final = transition.trees[section.identifier] ?? TreeModel(roots: section.items)
            return changes.changesItems ? Section(identifier: section.identifier, initial: initial, final: final, changes: changes) : nil
        }
    }
}

extension ModelInterpreter {
    func start(_ apply: Apply) {
        queue.append(apply)
        if isApplying { return trace.add("queued") }
        var state: ApplyOutcome.State?
        let failure = queueingApplies {
            let (reached, failure) = perform(queue.removeFirst())
            state = reached
            return failure
        }
        guard let failure else { return trace.add(state == .refused ? "refused" : "ok") }
        trace.add(failure, after: state == .applied ? "applied" : nil)
    }

    /// Runs `body`, which may call callbacks, and then the applies that these queued. Returns the first failure.
    func queueingApplies(_ body: () -> Outcome?) -> Outcome? {
        if isApplying { return body() }
        isApplying = true
        var failure = body()
        while !queue.isEmpty {
            let (_, failed) = perform(queue.removeFirst())
            failure = failure ?? failed
        }
        isApplying = false
        return failure
    }

    /// The state is nil if the apply changed nothing because of a failure.
    private func perform(_ apply: Apply) -> (state: ApplyOutcome.State?, failure: Outcome?) {
        switch apply.change(self) {
        case .refused: return (.refused, nil)
        case .failed(let failure): return (nil, failure)
        case .to(let new, let trees):
            let new = apply.choice == nil ? new.withoutMarks : new
            let naive = NaiveDifference(from: list, to: new)
            let transition = Transition(
                naive: naive, changes: Changes(naive), trees: trees, animation: apply.choice?.animation(default: defaultAnimation) ?? .none,
                asksForAll: apply.choice == nil)
            return perform(transition, apply)
        }
    }

    private func perform(_ transition: Transition, _ apply: Apply) -> (state: ApplyOutcome.State?, failure: Outcome?) {
        if let failure = askProviders(transition) { return (nil, failure) }
        let (oldList, oldTrees) = (list, trees)
        if let event = apply.willCommit, let failure = tell(event, of: (transition, oldTrees)) { return (nil, failure) }
        list = transition.naive.new.withoutMarks
        trees = transition.trees
        if let event = apply.didCommit, let failure = tell(event, of: (transition, oldTrees)) {
            (list, trees) = (oldList, oldTrees)
            return (nil, failure)
        }
        var failures = [call(.write) { write(transition, oldTrees) }]
        failures.append(call(.observer, " \(transition.animation.name)") { trace.add(transition.changes) })
        failures.append(tell(.second, of: (transition, oldTrees)))
        if let completion = apply.completion { failures.append(call(.completion, " \(completion)")) }
        return (.applied, failures.compactMap { $0 }.first)
    }

    private func tell(_ event: Event, of kept: (Transition, oldTrees: [Identifier: TreeModel])) -> Outcome? {
        if Event.handlers.contains(event) && !handlers.contains(event) { return nil }
        self.kept = kept
        return call(event)
    }

    private func write(_ transition: Transition, _ oldTrees: [Identifier: TreeModel]) {
        if transition.asksForAll {
            trace.add(text: TextModel.lines(of: list, trees) + ["=  everything reloaded (no animation)"])
        } else {
            let text = TextModel(naive: transition.naive, changes: transition.changes, oldTrees: oldTrees, newTrees: trees)
            let summary = TextModel.summary(of: transition.changes, transition.animation)
            trace.add(text: text.lines + [summary], moved: text.movedRows, deleted: text.deletedLines)
        }
    }

    /// Calls the providers as a view does: from top to bottom, for inserted and updated elements.
    private func askProviders(_ transition: Transition) -> Outcome? {
        let naive = transition.naive
        let items = Set((naive.insertedItems + naive.reloadedItems + naive.reconfiguredItems).map { $0.identifier })
        let sections = Set((naive.insertedSections + naive.updatedSections).map { $0.identifier })
        for (index, section) in naive.new.sections.enumerated() {
            let name = " \(Element(section.identifier, revision: section.revision).token) \(index)"
            let isAsked = transition.asksForAll || sections.contains(section.identifier)
            if isAsked, let failure = call(.header, name) { return failure }
            for (itemIndex, item) in section.items.enumerated() where transition.asksForAll || items.contains(item.identifier) {
                if let failure = call(item.kind == "framed" ? .framed : .cell, " \(item.token) \(index).\(itemIndex)") { return failure }
            }
            if isAsked, let failure = call(.footer, name) { return failure }
        }
        return nil
    }

    // MARK: - Callbacks

    /// The body of each callback: adds its arguments and the number of items to the trace, then carries out the reactions
    /// that are due.
    func answer(_ event: Event, _ arguments: String, _ more: () -> Void = {}) -> Answer {
        trace.add("\(event.rawValue)\(arguments) of \(list.items.count)")
        more()
        return react(to: event)
    }

    func call(_ event: Event, _ arguments: String = "", _ more: () -> Void = {}) -> Outcome? {
        let answer = answer(event, arguments, more)
        if answer.fails { return .failed(event.failure, nil, position: nil) }
        return answer.spoils ? .failed(.invalidCell, nil, position: nil) : nil
    }
}
