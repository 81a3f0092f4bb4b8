@testable import Diffable

/// What runs a program: the model and the engine, each behind the same calls.
protocol Interpreter {
    var trace: Trace { get set }

    mutating func perform(_ call: Call)
}

extension Interpreter {
    /// Every call, as the program spells it, and below it what came of it.
    static func trace(of program: [Call], _ interpreter: Self) -> [String] {
        var interpreter = interpreter
        for call in program {
            interpreter.trace.add("> \(call)")
            interpreter.perform(call)
        }
        return interpreter.trace.lines
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

extension Reaction {
    /// Failures come after everything else that is due.
    var isFailure: Bool {
        if case .fail = self { true } else { false }
    }
}

extension Event {
    /// What a call ends with where a callback fails.
    var failure: DiffableError.Code {
        switch self {
        case .cell, .header, .footer: .providerFailed
        case .write: .outputFailed
        default: .callbackFailed
        }
    }
}
