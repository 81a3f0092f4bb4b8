import DiffableEngine

/// A rule that was broken. A call that throws it has changed nothing.
///
/// Print the error, or show its `message` to a user: Foundation's `localizedDescription` contains neither.
public struct DiffableError: Error, Sendable {
    /// The kinds of rules that an error can be about.
    public enum Code: Int32, Sendable, CaseIterable {
        /// A value that the call does not accept, such as an index that is not in the list, or a call that is not
        /// possible at this point, such as an undo inside a group of changes.
        case invalidArgument = -1
        /// An item or section that is in the list already, or twice in one call.
        case duplicateIdentifier = -2
        /// An item or section that is not in the list.
        case unknownIdentifier = -3
        /// Items were appended to a list without sections.
        case noSections = -4
        /// An item or section would be moved or inserted beside itself, or an item would move below itself.
        case invalidDestination = -5
        /// A cell that cannot be shown.
        case invalidCell = -8
        /// A callback failed. Throwing forms throw the callback's own error, so only messages of the other forms have
        /// this code.
        case callbackFailed = -9
        /// The output of a view failed.
        case outputFailed = -10
        /// There are too many items.
        case limitExceeded = -11
        /// Callbacks queued too many applies, probably because an apply calls a callback that applies again.
        case applyLoop = -12
        /// A snapshot that was taken from a strict data source before another apply.
        case staleSnapshot = -13
        /// Bytes that are not the document that the call expects.
        case malformed = -14
        /// A patch that starts from another list.
        case wrongVersion = -15
    }

    /// What kind of rule was broken.
    public let code: Code
    /// The item or section that the error is about.
    public let identifier: (any Hashable & Sendable)?
    /// The index of the identifier in the array that was passed; nil if the error is not about an element of an array.
    public let position: Int?
    /// What is wrong, in one line: "item 7 is already at section 0, item 2". The code and the call are in
    /// `description`.
    public let message: String
    /// The call that broke the rule; nil if the engine found it.
    let call: StaticString?

    @usableFromInline
    init(
        _ code: Code, _ message: String, call: StaticString? = nil, identifier: (any Hashable & Sendable)? = nil,
        position: Int? = nil
    ) {
        self.code = code
        self.call = call
        self.identifier = identifier
        self.position = position
        self.message = message
    }

    /// An error of the engine that is not about an item. Names of callbacks, which are the only words with `_`, are
    /// converted to camel case, as in Swift. The name of the call is left out, because the engine has another name for
    /// it.
    @usableFromInline
    init(_ error: EngineError) {
        var message = error.message().dropFirst("\(error.code.name): ".utf8.count)
        for call in ["apply: ", "derive: ", "set: ", "hold: ", "release: ", "pending: ", "concat: "]
        where message.hasPrefix(call) {
            message = message.dropFirst(call.utf8.count)
            break
        }
        let words = message.split(separator: "_", omittingEmptySubsequences: false)
        let spelled = words.dropFirst().reduce(String(words[0])) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
        self.init(Code(rawValue: error.code.rawValue) ?? .callbackFailed, spelled)
    }
}

extension DiffableError: CustomStringConvertible {
    /// One line, "CODE: call: what is wrong". Indexes count from 0.
    public var description: String {
        let name = DiffableEngine.DiffableError.Code(rawValue: code.rawValue)?.name ?? "ERROR"
        return "\(name): \(messageOfCall)"
    }

    /// The message with the call before it.
    var messageOfCall: String { call.map { "\($0): \(message)" } ?? message }
}

extension DiffableError {
    @usableFromInline
    static func duplicateInCall<Value: Hashable & Sendable>(
        _ kind: Kind, _ call: StaticString, _ value: Value, at first: Int, and second: Int
    ) -> Self {
        Self(
            .duplicateIdentifier, "\(kind.word) \(name(value)) is in the call twice, at \(first) and \(second)",
            call: call,
            identifier: value, position: second)
    }

    /// The same error. If the snapshot compares items in another way than the data source, the message explains why
    /// items are duplicates for the data source.
    @usableFromInline
    func comparing<Item>(by identity: Identity<Item>?, unlike other: Identity<Item>?) -> Self {
        if Identity.areEqual(identity, other) { return self }
        let property = identity?.keyPath.map { "\($0)" } ?? "id"
        return Self(
            code, "\(message); the data source compares items by `\(property)`: begin with its `newSnapshot()`",
            call: call,
            identifier: identifier, position: position)
    }

    @usableFromInline
    static func destination<Value: Hashable & Sendable>(
        _ kind: Kind, _ call: StaticString, _ value: Value, isItself verb: StaticString
    ) -> Self {
        Self(
            .invalidDestination, "\(kind.word) \(name(value)) is the anchor and is itself \(verb)", call: call,
            identifier: value)
    }

    @usableFromInline
    static func noSections(_ call: StaticString) -> Self {
        Self(.noSections, "there are no sections yet; append a section before its items", call: call)
    }

    /// Ends the program, for calls that have no other way to fail, as the standard library does for an index out of
    /// range.
    @usableFromInline
    func stop() -> Never {
        fatalError(description)
    }
}
