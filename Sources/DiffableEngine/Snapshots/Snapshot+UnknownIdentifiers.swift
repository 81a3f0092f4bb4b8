// Identifiers that a list lacks. A string that spells a number is often meant as that number, for example because it
// was read from JSON. So every message about an identifier that the list lacks names the look-alike that the list has.
// If there is none, the message says whether the identifier of an unknown item is that of a section, or the reverse.

extension Snapshot {
    func unknownItem(_ raw: BorrowedIdentifier, _ call: StaticString, position: Int? = nil) -> DiffableError {
        let item = Identifier(raw)
        let lookAlike = item.lookAlike.flatMap { other in other.withRaw { hasItem($0) } ? other : nil }
        return .unknown(
            .item, call, item, position: position, lookAlike: lookAlike,
            isSection: !isSectionSnapshot && indexOfSection(raw) != nil)
    }

    func unknownSection(_ raw: BorrowedIdentifier, _ call: StaticString, position: Int? = nil) -> DiffableError {
        let section = Identifier(raw)
        let lookAlike = section.lookAlike.flatMap { containsSection($0) ? $0 : nil }
        return .unknown(.section, call, section, position: position, lookAlike: lookAlike, isItem: hasItem(raw))
    }

    /// Whether the list has an item. An item that the running call adds is not in the list yet.
    private func hasItem(_ raw: BorrowedIdentifier) -> Bool {
        handle(ofItem: raw).map { leafNumbers[$0] != LeafDirectory.pending } ?? false
    }

    /// Checks that all items are in the list, visible or hidden.
    @export(interface)
    package func requireItems(_ items: BorrowedElements, _ call: StaticString) throws(DiffableError) {
        for position in 0..<items.count where !containsItem(items.identifiers[position]) {
            throw unknownItem(items.identifiers[position], call, position: position)
        }
    }

    /// Checks that the list has no look-alike of an item that it lacks.
    func requireNoLookAlike(ofItem raw: BorrowedIdentifier, _ call: StaticString, position: Int) throws(DiffableError) {
        if let other = Identifier(raw).lookAlike, containsItem(other) {
            throw unknownItem(raw, call, position: position)
        }
    }

    /// Checks that the list has no look-alike of a section that it lacks.
    func requireNoLookAlike(ofSection raw: BorrowedIdentifier, _ call: StaticString, position: Int)
        throws(DiffableError)
    {
        if let other = Identifier(raw).lookAlike, containsSection(other) {
            throw unknownSection(raw, call, position: position)
        }
    }
}

extension Identifier {
    /// The string that spells an integer, or the integer that a string spells; nil for any other string.
    package var lookAlike: Identifier? {
        switch self {
        case .integer(let value): return Identifier(String(value))
        case .bytes(let bytes):
            let isNegative = bytes.first == UInt8(ascii: "-")
            var value: Int64 = 0
            for digit in bytes.dropFirst(isNegative ? 1 : 0) {
                guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") else { return nil }
                let (tenfold, isTooLarge) = value.multipliedReportingOverflow(by: 10)
                let digit = Int64(digit - UInt8(ascii: "0"))
                let (sum, overflows) =
                    isNegative ? tenfold.subtractingReportingOverflow(digit) : tenfold.addingReportingOverflow(digit)
                if isTooLarge || overflows { return nil }
                value = sum
            }
            // A string such as "007" is not how a program would print the number, so it has no look-alike.
            return Identifier(String(value)) == self ? .integer(value) : nil
        }
    }
}
