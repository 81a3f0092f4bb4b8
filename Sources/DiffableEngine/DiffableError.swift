/// An error of the engine. A function that throws it has changed nothing, unless its documentation says otherwise.
public struct DiffableError: Error, Sendable {
    /// The numbers are those of the C API and never change.
    public enum Code: Int32, Sendable, CaseIterable {
        case invalidArgument = -1
        case duplicateIdentifier = -2
        case unknownIdentifier = -3
        case noSections = -4
        case invalidDestination = -5
        case noProvider = -6
        case providerFailed = -7
        case invalidCell = -8
        case callbackFailed = -9
        case outputFailed = -10
        case limitExceeded = -11
        case applyLoop = -12
        case staleSnapshot = -13
        case malformed = -14
        case wrongVersion = -15

        /// The name, as in messages.
        public var name: StaticString {
            switch self {
            case .invalidArgument: "INVALID_ARGUMENT"
            case .duplicateIdentifier: "DUPLICATE_IDENTIFIER"
            case .unknownIdentifier: "UNKNOWN_IDENTIFIER"
            case .noSections: "NO_SECTIONS"
            case .invalidDestination: "INVALID_DESTINATION"
            case .noProvider: "NO_PROVIDER"
            case .providerFailed: "PROVIDER_FAILED"
            case .invalidCell: "INVALID_CELL"
            case .callbackFailed: "CALLBACK_FAILED"
            case .outputFailed: "OUTPUT_FAILED"
            case .limitExceeded: "LIMIT_EXCEEDED"
            case .applyLoop: "APPLY_LOOP"
            case .staleSnapshot: "STALE_SNAPSHOT"
            case .malformed: "MALFORMED"
            case .wrongVersion: "WRONG_VERSION"
            }
        }
    }

    /// A part of a message. Indexes are separate from text because C counts from 0 and Lua from 1.
    package enum Fragment: Sendable {
        case text(String)
        case index(Int)
        /// The first fragment of an error about an argument. The C API replaces it by the name of the function that was
        /// called.
        case function
    }

    /// A single reference. An error of several words would have to be passed in memory by each function on its way.
    private let details: Details

    private final class Details: Sendable {
        let code: Code
        let identifier: Identifier?
        let position: Int?
        let fragments: [Fragment]
        let object: ErrorObject?

        init(_ code: Code, _ identifier: Identifier?, _ position: Int?, _ fragments: [Fragment], _ object: ErrorObject?)
        {
            self.code = code
            self.identifier = identifier
            self.position = position
            self.fragments = fragments
            self.object = object
        }
    }

    public var code: Code { details.code }
    /// The identifier that the error is about.
    public var identifier: Identifier? { details.identifier }
    /// The index of the identifier that the error is about, in the array that was passed, or among all items of the
    /// tree that was passed.
    public var position: Int? { details.position }
    /// The object that the failed callback handed over with its error.
    package var object: ErrorObject? { details.object }

    package init(
        _ code: Code, identifier: Identifier? = nil, position: Int? = nil, _ fragments: [Fragment],
        object: ErrorObject? = nil
    ) {
        details = Details(code, identifier, position, fragments, object)
    }

    /// For providers, observers and completions, which throw errors of their own.
    public init(_ code: Code, _ message: String, identifier: Identifier? = nil) {
        self.init(code, identifier: identifier, [.text(message)])
    }

    /// Whether the error is about an argument of the C API, so that its message begins with the name of the function
    /// that was called.
    package var isAboutArgument: Bool {
        if case .function? = details.fragments.first { true } else { false }
    }

    /// Returns this error with the name of the function at the beginning of its message. The error must be about an
    /// argument.
    package func naming(_ function: String) -> Self {
        Self(code, identifier: identifier, position: position, [.text("\(function): ")] + details.fragments.dropFirst())
    }

    /// One line, "CODE: what is wrong", with indexes that count from `first`.
    public func message(countingFrom first: Int = 0) -> String {
        details.fragments.reduce("\(code.name): ") { line, fragment in
            switch fragment {
            case .text(let text): line + text
            case .function: line
            // Int.max stays Int.max: adding to it would overflow.
            case .index(let index): line + String(min(index, Int.max - first) + first)
            }
        }
    }
}

extension DiffableError: CustomStringConvertible {
    public var description: String { message() }
}

extension [DiffableError.Fragment] {
    /// "section 0, item 3"
    package static func indexPath(_ path: IndexPath) -> Self {
        [.text("section "), .index(path.section), .text(", item "), .index(path.item)]
    }
}

/// An object of the program, which an error keeps for those that read it: the exception of another language, for
/// example.
package final class ErrorObject: @unchecked Sendable {
    package let pointer: UnsafeMutableRawPointer
    private let finalize: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?

    package init(_ pointer: UnsafeMutableRawPointer, _ finalize: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?) {
        self.pointer = pointer
        self.finalize = finalize
    }

    deinit {
        finalize?(pointer)
    }
}

/// Whether an element is a section or an item. The raw value is the word for messages.
enum ElementKind: String {
    case section, item
}

extension DiffableError {
    /// An identifier that was passed to a call although the list has it already.
    struct Duplicate {
        var identifier: Identifier
        /// Its index in the array that was passed.
        var position: Int?
        var place: Place
    }

    /// Where an identifier is in a list.
    enum Place {
        case indexOfSection(Int)
        case item(section: Identifier, Int)
        /// The index of a visible item of a section snapshot.
        case indexOfTree(Int)
        /// Below a collapsed item.
        case below(Identifier)
        /// Visible, and a child of an item.
        case child(of: Identifier)

        var fragments: [Fragment] {
            switch self {
            case .indexOfSection(let index): [.text("at index "), .index(index), .text(" of the sections")]
            case .item(let section, let index): [.text("at section \(section), item "), .index(index)]
            case .indexOfTree(let index): [.text("at index "), .index(index), .text(" of the tree")]
            case .below(let item): [.text("below the collapsed item \(item)")]
            case .child(let parent): [.text("below item \(parent)")]
            }
        }
    }

    static func duplicateInList(_ kind: ElementKind, _ call: StaticString, _ duplicates: [Duplicate]) -> Self {
        let named = 3
        var fragments: [Fragment] = [.text("\(call): ")]
        for (number, duplicate) in duplicates.prefix(named).enumerated() {
            fragments.append(.text("\(number > 0 ? "; " : "")\(kind.rawValue) \(duplicate.identifier) is already "))
            fragments += duplicate.place.fragments
        }
        if duplicates.count > named {
            fragments.append(.text("; and \(duplicates.count - named) more"))
        }
        return Self(
            .duplicateIdentifier, identifier: duplicates[0].identifier, position: duplicates[0].position, fragments)
    }

    static func duplicateInCall(
        _ kind: ElementKind, _ call: StaticString, _ identifier: Identifier, at first: Int, and second: Int
    ) -> Self {
        Self(
            .duplicateIdentifier, identifier: identifier, position: second,
            [
                .text("\(call): \(kind.rawValue) \(identifier) is in the call twice, at "), .index(first),
                .text(" and "),
                .index(second),
            ])
    }

    /// The error for a concatenation of two lists that have the same identifier.
    static func duplicateInLists(_ kind: ElementKind, _ identifier: Identifier, at first: Int, and second: Int) -> Self
    {
        Self(
            .duplicateIdentifier, identifier: identifier,
            [
                .text("concat: \(kind.rawValue) \(identifier) is in list "), .index(first), .text(" and in list "),
                .index(second),
            ])
    }

    /// - Parameters:
    ///   - lookAlike: what the list has instead: the number that a string spells, or the string that spells a number.
    ///   - isSection: whether a section has the identifier of the unknown item.
    ///   - isItem: whether an item has the identifier of the unknown section.
    static func unknown(
        _ kind: ElementKind, _ call: StaticString, _ identifier: Identifier, position: Int? = nil,
        lookAlike: Identifier?,
        isSection: Bool = false, isItem: Bool = false
    ) -> Self {
        let other = isSection ? "a section of that name" : isItem ? "an item of that name" : nil
        let hint = (lookAlike.map { "\($0)" } ?? other).map { ", but there is \($0)" } ?? ""
        return Self(
            .unknownIdentifier, identifier: identifier, position: position,
            [.text("\(call): there is no \(kind.rawValue) \(identifier)\(hint)")])
    }

    static func hidden(_ call: StaticString, _ identifier: Identifier, below collapsed: Identifier) -> Self {
        Self(
            .unknownIdentifier, "\(call): item \(identifier) is below the collapsed item \(collapsed)",
            identifier: identifier)
    }

    static func moveBelowItself(_ call: StaticString, _ identifier: Identifier, _ below: Identifier) -> Self {
        let reason = identifier == below ? "" : "; \(below) is below it"
        return Self(
            .invalidDestination, "\(call): item \(identifier) cannot move below itself\(reason)", identifier: identifier
        )
    }

    static func duplicateMove(
        _ call: StaticString, _ identifier: Identifier, _ position: Int, below ancestor: Identifier
    )
        -> Self
    {
        Self(
            .duplicateIdentifier, identifier: identifier, position: position,
            [.text("\(call): item \(identifier) is below item \(ancestor), which moves as well")])
    }

    package static func sectionSnapshot(_ call: StaticString, _ reason: StaticString) -> Self {
        Self(.invalidArgument, "\(call): \(reason)")
    }

    static func noSections(_ call: StaticString) -> Self {
        Self(.noSections, "\(call): there are no sections yet; append a section before its items")
    }

    /// - Parameter section: nil for the section of a section snapshot.
    static func outOfRange(_ call: StaticString, _ index: Int, count: Int, of section: Identifier?) -> Self {
        let list = section.map { "section \($0)" } ?? "the tree"
        let items = count == 1 ? "1 item" : "\(count) items"
        return Self(
            .invalidArgument, identifier: section,
            [.text("\(call): there is no index "), .index(index), .text("; \(list) has \(items)")])
    }

    static func destination(
        _ kind: ElementKind, _ call: StaticString, _ identifier: Identifier, isItself verb: StaticString
    ) -> Self {
        Self(
            .invalidDestination, "\(call): \(kind.rawValue) \(identifier) is the anchor and is itself \(verb)",
            identifier: identifier)
    }

    package static func invalidIdentifier(_ element: BorrowedIdentifier, at position: Int) -> Self {
        Self(
            .invalidArgument, position: position,
            [.function, .text("ids: element "), .index(position), .text(" \(element.errorMessage)")])
    }

    static func stringEndsBeforeStart(at position: Int) -> Self {
        Self(
            .invalidArgument, position: position,
            [.function, .text("ends: the string at "), .index(position), .text(" ends before it begins")])
    }

    /// - Parameters:
    ///   - isChain: whether each apply was called by a callback of the apply before it.
    ///   - callback: the callback that called the refused apply.
    static func applyLoop(isChain: Bool, _ callback: StaticString) -> Self {
        let applies =
            isChain
            ? "100 applies were queued, each by a callback of the one before" : "10,000 applies were queued by one call"
        return Self(
            .applyLoop,
            "apply: \(applies), the last by \(callback); a callback that applies each time it is called does not end")
    }

    static func staleSnapshot() -> Self {
        Self(
            .staleSnapshot,
            "apply: this snapshot was taken before another apply, whose changes it would undo; take a new one, or let a history undo changes"
        )
    }

    static func tableFull(_ call: StaticString) -> Self {
        Self(
            .limitExceeded, "\(call): the identifiers of this list take more than 4 GiB, or there are too many of them")
    }

    static func contentsFull(_ call: StaticString) -> Self {
        Self(.limitExceeded, "\(call): the contents of this list take more than 16 GiB")
    }
}
