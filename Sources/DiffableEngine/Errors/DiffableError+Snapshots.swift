/// What sections and items are called in messages.
enum ElementKind: String {
    case section, item
}

extension DiffableError {
    /// One identifier that stands in the list already.
    struct Duplicate {
        var identifier: Identifier
        var position: Int
        /// Where it stands: a section's index, or an item's section and its index there.
        var section: Identifier?
        var index: Int
    }

    static func alreadyThere(_ kind: ElementKind, _ call: StaticString, _ duplicates: [Duplicate]) -> Self {
        let named = 3
        var fragments: [Fragment] = [.text("\(call): ")]
        for (number, duplicate) in duplicates.prefix(named).enumerated() {
            fragments.append(.text("\(number > 0 ? ", " : "")\(kind.rawValue) \(duplicate.identifier) is already "))
            if let section = duplicate.section {
                fragments.append(.text("in section \(section) "))
            } else {
                fragments.append(.text("there "))
            }
            fragments += [.text("at "), .index(duplicate.index)]
        }
        if duplicates.count > named {
            fragments.append(.text(", and \(duplicates.count - named) more"))
        }
        return Self(
            .duplicateIdentifier, identifier: duplicates[0].identifier, position: duplicates[0].position, fragments)
    }

    static func twice(_ kind: ElementKind, _ call: StaticString, _ identifier: Identifier, at first: Int, and second: Int) -> Self {
        Self(
            .duplicateIdentifier, identifier: identifier, position: second,
            [
                .text("\(call): \(kind.rawValue) \(identifier) is in the call twice, at "), .index(first), .text(" and "),
                .index(second),
            ])
    }

    static func unknown(_ kind: ElementKind, _ call: StaticString, _ identifier: Identifier, position: Int? = nil) -> Self {
        Self(
            .unknownIdentifier, identifier: identifier, position: position,
            [.text("\(call): there is no \(kind.rawValue) \(identifier)")])
    }

    static func noSections(_ call: StaticString) -> Self {
        Self(.noSections, "\(call): there are no sections yet; append a section before its items")
    }

    static func destination(_ kind: ElementKind, _ call: StaticString, _ identifier: Identifier, isItself verb: StaticString) -> Self {
        Self(
            .invalidDestination, "\(call): \(kind.rawValue) \(identifier) is the anchor and is itself \(verb)",
            identifier: identifier)
    }

    package static func noIdentifier(at position: Int) -> Self {
        Self(.invalidArgument, position: position, [.text("ids: what stands at "), .index(position), .text(" is not an identifier")])
    }

    static func tableFull(_ call: StaticString) -> Self {
        Self(.limitExceeded, "\(call): the identifiers of this list take more than 4 GiB, or there are too many of them")
    }
}
