@testable import DiffableEngine

/// Runs a program and records a trace. There is one interpreter for the model and one for the engine.
protocol Interpreter: AnyObject {
    var trace: Trace { get set }
    var reactions: Reactions { get set }

    func perform(_ call: Call)
}

extension Interpreter {
    /// Adds the call to the trace, and after it the results.
    func performSpelled(_ call: Call) {
        trace.add("> \(call)")
        perform(call)
    }

    /// Performs the reactions that are due when a callback is called, and returns how the callback must end.
    func react(to event: Event) -> Answer {
        var answer = Answer()
        for reaction in reactions.removeDue(event) {
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

/// The pending reactions of callbacks. Each is carried out once, at the call whose number was given.
struct Reactions {
    private var waiting: [(event: Event, calls: Int, reaction: Reaction)] = []

    mutating func add(_ event: Event, _ calls: Int, _ reaction: Reaction) {
        waiting.append((event, calls, reaction))
    }

    /// Removes and returns the reactions that are due at this call.
    mutating func removeDue(_ event: Event) -> [Reaction] {
        for index in waiting.indices where waiting[index].event == event { waiting[index].calls -= 1 }
        let due = waiting.filter { $0.calls == 0 }
        waiting.removeAll { $0.calls == 0 }
        return due.map { $0.reaction }
    }
}

/// How a callback ends. If it fails, the other fields are ignored.
struct Answer {
    var fails = false
    var refuses = false
    var spoils = false
    /// The register of the section snapshot that it returns.
    var children: Register?
}

extension Event {
    /// The error code of a call whose callback failed.
    var failure: DiffableError.Code {
        switch self {
        case .cell, .framed, .header, .footer, .badge: .providerFailed
        case .write: .outputFailed
        default: .callbackFailed
        }
    }
}

// MARK: - The content that providers return

extension Element {
    /// Revision 4 has the kind "framed". Revision 3 has the kind "odd", for which no provider is registered.
    var kind: String? { revision == 4 ? "framed" : revision == 3 ? "odd" : nil }

    /// The cell provider of an item.
    var provider: Event { kind == "framed" ? .framed : .cell }

    /// The text of a section's supplementary view; nil if it has none.
    func text(of event: Event) -> String? {
        switch event {
        case .header: token
        case .footer: revision == 0 ? nil : "(\(token))"
        case .badge: "#\(token)"
        default: nil
        }
    }

    /// The text of an item's cell.
    var shown: String { kind == "framed" ? "[\(token)]" : token }
}
