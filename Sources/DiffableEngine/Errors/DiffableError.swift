/// What went wrong, and with what. Whatever throws it has changed nothing.
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

        /// The name, as messages spell it.
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
            }
        }
    }

    /// A piece of a message. Indexes are kept apart from text because C counts them from 0 and Lua from 1.
    package enum Fragment: Sendable {
        case text(String)
        case index(Int)
    }

    public let code: Code
    /// The identifier that the error is about.
    public let identifier: Identifier?
    /// The place, in the array handed over, of the identifier that the error is about.
    public let position: Int?
    private let fragments: [Fragment]

    package init(_ code: Code, identifier: Identifier? = nil, position: Int? = nil, _ fragments: [Fragment]) {
        self.code = code
        self.identifier = identifier
        self.position = position
        self.fragments = fragments
    }

    /// An error of a provider, an observer or a completion.
    public init(_ code: Code, _ message: String, identifier: Identifier? = nil) {
        self.init(code, identifier: identifier, [.text(message)])
    }

    /// One line, "CODE: what is wrong", with indexes that count from `first`.
    public func message(countingFrom first: Int = 0) -> String {
        fragments.reduce("\(code.name): ") { line, fragment in
            switch fragment {
            case .text(let text): line + text
            // Whoever handed in the last number there is is told of that one.
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
