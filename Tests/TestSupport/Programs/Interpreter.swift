@testable import DiffableEngine

/// What runs a program: the model and the engine, each behind the same calls.
protocol Interpreter: AnyObject {
    var trace: Trace { get set }
    var reactions: Reactions { get set }

    func perform(_ call: Call)
}

extension Interpreter {
    /// Says the call, as the program spells it, and below it what came of it.
    func performSpelled(_ call: Call) {
        trace.add("> \(call)")
        perform(call)
    }

    /// Performs what is due at a call of a callback, and returns how that is to end.
    func react(to event: Event) -> Answer {
        var answer = Answer()
        for reaction in reactions.take(event) {
            switch reaction {
            case .fail: answer.fails = true
            case .refuse: answer.refuses = true
            case .spoil: answer.spoils = true
            case .children(let register): answer.children = register
            case .perform(let call): perform(call)
            }
        }
        return answer
    }
}

/// What callbacks are still to do, each thing once, and only after so many calls of its kind.
struct Reactions {
    private var waiting: [(event: Event, calls: Int, reaction: Reaction)] = []

    mutating func add(_ event: Event, _ calls: Int, _ reaction: Reaction) {
        waiting.append((event, calls, reaction))
    }

    /// What this call of a callback is to do.
    mutating func take(_ event: Event) -> [Reaction] {
        for index in waiting.indices where waiting[index].event == event { waiting[index].calls -= 1 }
        let due = waiting.filter { $0.calls == 0 }
        waiting.removeAll { $0.calls == 0 }
        return due.map { $0.reaction }
    }
}

/// How a callback ends: failing comes before all else.
struct Answer {
    var fails = false
    var refuses = false
    var spoils = false
    /// The register of the section snapshot that it answers with.
    var children: Int?
}

extension Event {
    /// What a call ends with where a callback fails.
    var failure: DiffableError.Code {
        switch self {
        case .cell, .framed, .header, .footer, .badge: .providerFailed
        case .write: .outputFailed
        default: .callbackFailed
        }
    }
}
