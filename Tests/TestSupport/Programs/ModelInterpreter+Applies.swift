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
    case to(ReferenceModel)
    case refused
    case failed(Failure)
}

/// The changes from one list to the next.
struct Transition {
    var naive: NaiveDifference
    var changes: Changes
    var animation: RowAnimation
    var asksForAll: Bool
}

extension KeptTransaction {
    init(_ transition: Transition) {
        let (old, new) = (transition.naive.old, transition.naive.new)
        animation = transition.animation
        (initialCount, finalCount) = (old.items.count, new.items.count)
        description = transition.changes.description
        sections = new.sections.reversed().compactMap { section in
            guard old.index(ofSection: section.identifier) != nil else { return nil }
            let initial = old.tree(ofSection: section.identifier)
            let final = new.withoutMarks.tree(ofSection: section.identifier)
            let changes = Changes(NaiveDifference(from: initial, to: final))
            return changes.changesItems
                ? Section(identifier: section.identifier, initial: initial, final: final, changes: changes) : nil
        }
    }
}

extension ModelInterpreter {
    /// Performs a call that changes the list of the data source. Returns false for any other call.
    func performApply(_ call: Call) -> Bool {
        switch call {
        case .apply(let register, let choice): apply(snapshots[register], "\(register.name)", choice)
        case .reloadData(let register): apply(snapshots[register].withoutMarks, "\(register.name)", nil)
        case .undo:
            if let kept { apply(kept.naive.old, "undo", .byDefault) } else { trace.add("ok none") }
        case .applySection(let register, let section, let choice):
            let tree = snapshots[register]
            start(Apply(completion: register.name, choice: choice) { $0.change(to: tree, of: section) })
        case .toggle(let item): start(Apply { $0.toggle(item) })
        case .reorder(let from, let to):
            start(Apply(willCommit: .willReorder, didCommit: .didReorder) { $0.reorder(from, to) })
        default: return false
        }
        return true
    }

    private func apply(_ new: ReferenceModel, _ completion: String, _ choice: AnimationChoice?) {
        start(
            Apply(completion: completion, choice: choice) { _ in
                new.isTree
                    ? .failed(Failure(.invalidArgument, "apply: this is a section snapshot; apply_section applies it"))
                    : .to(new)
            })
    }

    private func change(to tree: ReferenceModel, of section: Element) -> Change {
        if !tree.isTree {
            return .failed(Failure(.invalidArgument, "apply_section: this is a snapshot of a list; apply applies it"))
        }
        var new = list
        do throws(Failure) {
            try new.setSectionSnapshot(tree, ofSection: section.identifier, "apply_section")
        } catch {
            return .failed(error)
        }
        if section.content != nil { new.sections[new.index(ofSection: section.identifier)!].content = section.content }
        return .to(new)
    }

    private func start(_ apply: Apply) {
        queue.append(apply)
        if isApplying { return trace.add("queued") }
        var state: ApplyOutcome.State?
        let failure = queueingApplies {
            let (reached, failure) = perform(queue.removeFirst())
            state = reached
            return failure
        }
        guard let failure else { return trace.add(state == .refused ? "refused" : "ok") }
        trace.add(.failed(failure), after: state == .applied ? "applied" : nil)
    }

    /// Runs `body`, which may call callbacks, and then the applies that these queued. Returns the first failure.
    func queueingApplies(_ body: () -> Failure?) -> Failure? {
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
    private func perform(_ apply: Apply) -> (state: ApplyOutcome.State?, failure: Failure?) {
        switch apply.change(self) {
        case .refused: return (.refused, nil)
        case .failed(let failure): return (nil, failure)
        case .to(let new):
            let naive = NaiveDifference(from: list, to: new.keeping(stateOf: list))
            let transition = Transition(
                naive: naive, changes: Changes(naive),
                animation: apply.choice?.animation(default: defaultAnimation) ?? .none,
                asksForAll: apply.choice == nil)
            return perform(transition, apply)
        }
    }

    private func perform(_ transition: Transition, _ apply: Apply) -> (state: ApplyOutcome.State?, failure: Failure?) {
        if let event = apply.willCommit, let failure = tell(event, of: transition) { return (nil, failure) }
        let old = list
        list = transition.naive.new.withoutMarks
        shownList = old
        var failure = askProviders(transition)
        shownList = nil
        if failure == nil, let event = apply.didCommit { failure = tell(event, of: transition) }
        if let failure {
            list = old
            return (nil, failure)
        }
        var failures = [call(.write) { write(transition) }]
        failures.append(call(.observer, " \(transition.animation.name)") { trace.add(transition.changes) })
        failures.append(tell(.second, of: transition))
        if let completion = apply.completion { failures.append(call(.completion, " \(completion)")) }
        return (.applied, failures.compactMap { $0 }.first)
    }

    private func tell(_ event: Event, of transition: Transition) -> Failure? {
        if Event.handlers.contains(event) && !handlers.contains(event) { return nil }
        kept = transition
        return call(event)
    }

    private func write(_ transition: Transition) {
        if transition.asksForAll {
            trace.add(text: TextModel.lines(of: list) + ["=  everything reloaded (no animation)"])
        } else {
            let text = TextModel(naive: transition.naive, changes: transition.changes)
            let summary = TextModel.summary(of: transition.changes, transition.animation)
            trace.add(text: text.lines + [summary], moved: text.movedRows, deleted: text.deletedLines)
        }
    }

    /// Calls the providers as a view does: from top to bottom, for inserted and updated elements.
    private func askProviders(_ transition: Transition) -> Failure? {
        let naive = transition.naive
        let items = Set((naive.insertedItems + naive.reloadedItems + naive.reconfiguredItems).map { $0.identifier })
        let sections = Set((naive.insertedSections + naive.updatedSections).map { $0.identifier })
        for (index, section) in naive.newSections.enumerated() {
            let name = " \(Element(section.identifier, content: section.content).token) \(index)"
            let isAsked = transition.asksForAll || sections.contains(section.identifier)
            if isAsked, let failure = call(.header, name) { return failure }
            for (itemIndex, item) in section.items.enumerated()
            where transition.asksForAll || items.contains(item.identifier) {
                if let failure = call(item.provider, " \(item.token) \(index).\(itemIndex)") { return failure }
            }
            if isAsked, let failure = call(.footer, name) { return failure }
        }
        return nil
    }

    // MARK: - Callbacks

    /// The body of each callback: adds its arguments and the number of items to the trace, then carries out the
    /// reactions that are due.
    func answer(_ event: Event, _ arguments: String, _ more: () -> Void = {}) -> Answer {
        trace.add("\(event.rawValue)\(arguments) of \(list.items.count)")
        more()
        return react(to: event)
    }

    func call(_ event: Event, _ arguments: String = "", _ more: () -> Void = {}) -> Failure? {
        let answer = answer(event, arguments, more)
        if answer.fails { return Failure(event.failure, "refused") }
        return answer.spoils ? Failure(.invalidCell, "") : nil
    }
}
