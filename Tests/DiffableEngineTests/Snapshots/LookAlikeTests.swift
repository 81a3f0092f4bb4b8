import Testing

@testable import DiffableEngine

@Suite struct LookAlikeTests {
    @Test(arguments: [
        (Identifier.integer(3), Identifier("3")), (.integer(0), "0"), (.integer(-17), "-17"),
        (.integer(.max), "9223372036854775807"), (.integer(.min), "-9223372036854775808"),
    ])
    func numbersLookLikeTheirDecimals(number: Identifier, string: Identifier) {
        #expect(number.lookAlike == string)
        #expect(string.lookAlike == number)
    }

    /// A section snapshot has a section without a name, so no item is taken for a section there.
    @Test func itemsOfASectionSnapshotAreNoSections() {
        let tree = Snapshot.sectionSnapshot()
        for item in [0, 1] as [Identifier] {
            var copy = tree
            let error = #expect(throws: DiffableError.self) { try copy.reloadItems([Element(item)]) }
            #expect(error?.description == "UNKNOWN_IDENTIFIER: reload_items: there is no item \(item)")
        }
    }

    @Test(arguments: [
        "", "-", "03", "+3", "-0", "3.0", "3 ", " 3", "0x3", "three", "9223372036854775808", "-9223372036854775809",
    ])
    func otherStringsLookLikeNoNumber(string: String) {
        #expect(Identifier(string).lookAlike == nil)
    }
}
