import Testing

@testable import DiffableEngine
@testable import TestSupport

/// What a user is told who gets it wrong. That nothing changes then is seen to by the random programs.
@Suite struct SnapshotErrorTests {
    private func screen() throws -> Snapshot {
        var snapshot = Snapshot()
        try snapshot.appendSections(["breakdown", "options"])
        try snapshot.appendItems(["fare", "total"], toSection: "breakdown")
        try snapshot.appendItems(["card", "cash"], toSection: "options")
        return snapshot
    }

    private static let cases: [(Edit, String)] = [
        (
            .appendItems(["a", "b", "a"], toSection: nil),
            "DUPLICATE_IDENTIFIER: append_items: item \"a\" is in the call twice, at 0 and 2"
        ),
        (
            .appendItems(["new", "cash"], toSection: "breakdown"),
            "DUPLICATE_IDENTIFIER: append_items: item \"cash\" is already at section \"options\", item 1"
        ),
        (
            .insertItems(["fare", "x", "total"], .before, "card"),
            "DUPLICATE_IDENTIFIER: insert_items_before: item \"fare\" is already at section \"breakdown\", item 0; "
                + "item \"total\" is already at section \"breakdown\", item 1"
        ),
        (
            .insertItems(["cash", "fare", "card", "total"], .after, "total?"),
            "DUPLICATE_IDENTIFIER: insert_items_after: item \"cash\" is already at section \"options\", item 1; item \"fare\" is already "
                + "at section \"breakdown\", item 0; item \"card\" is already at section \"options\", item 0; and 1 more"
        ),
        (
            .appendItems(["a"], toSection: "nowhere"),
            "UNKNOWN_IDENTIFIER: append_items: there is no section \"nowhere\""
        ),
        (
            .insertItems(["a"], .before, "nobody"),
            "UNKNOWN_IDENTIFIER: insert_items_before: there is no item \"nobody\""
        ),
        (
            .insertItems(["a", "b"], .after, "b"),
            "INVALID_DESTINATION: insert_items_after: item \"b\" is the anchor and is itself inserted"
        ),
        (
            .moveItem("fare", .before, "fare"),
            "INVALID_DESTINATION: move_item_before: item \"fare\" is the anchor and is itself moved"
        ),
        (.moveItem("nobody", .after, "fare"), "UNKNOWN_IDENTIFIER: move_item_after: there is no item \"nobody\""),
        (.moveItem("fare", .after, "nobody"), "UNKNOWN_IDENTIFIER: move_item_after: there is no item \"nobody\""),
        (
            .moveItems(["fare", "fare"], toSection: "options"),
            "DUPLICATE_IDENTIFIER: move_items_to_section: item \"fare\" is in the call twice, at 0 and 1"
        ),
        (
            .moveItems(["fare", 5], toSection: "options"),
            "UNKNOWN_IDENTIFIER: move_items_to_section: there is no item 5"
        ),
        (.moveItems(["fare"], toSection: "x"), "UNKNOWN_IDENTIFIER: move_items_to_section: there is no section \"x\""),
        (.reloadItems(["fare", "nobody\n"]), "UNKNOWN_IDENTIFIER: reload_items: there is no item \"nobody\\n\""),
        (.reconfigureItems(["nobody"]), "UNKNOWN_IDENTIFIER: reconfigure_items: there is no item \"nobody\""),
        (
            .appendSections(["new", "options"]),
            "DUPLICATE_IDENTIFIER: append_sections: section \"options\" is already at index 1 of the sections"
        ),
        (
            .insertSections(["a", "a"], .before, "options"),
            "DUPLICATE_IDENTIFIER: insert_sections_before: section \"a\" is in the call twice, at 0 and 1"
        ),
        (
            .insertSections(["options"], .after, "options"),
            "INVALID_DESTINATION: insert_sections_after: section \"options\" is the anchor and is itself inserted"
        ),
        (
            .insertSections(["a"], .after, "nowhere"),
            "UNKNOWN_IDENTIFIER: insert_sections_after: there is no section \"nowhere\""
        ),
        (.moveSection("x", .before, "options"), "UNKNOWN_IDENTIFIER: move_section_before: there is no section \"x\""),
        (
            .moveSection("options", .after, "options"),
            "INVALID_DESTINATION: move_section_after: section \"options\" is the anchor and is itself moved"
        ),
        (.reloadSections(["x"]), "UNKNOWN_IDENTIFIER: reload_sections: there is no section \"x\""),
        (.reconfigureSections(["x"]), "UNKNOWN_IDENTIFIER: reconfigure_sections: there is no section \"x\""),
        (
            .updateItems([Element("fare", revision: 1), "nobody"]),
            "UNKNOWN_IDENTIFIER: update_items: there is no item \"nobody\""
        ),
        (
            .updateItems([Element("fare", revision: 1), "fare"]),
            "DUPLICATE_IDENTIFIER: update_items: item \"fare\" is in the call twice, at 0 and 1"
        ),
        (
            .replaceItems(["fare", "card", "new"], inSection: "breakdown"),
            "DUPLICATE_IDENTIFIER: replace_items: item \"card\" is already at section \"options\", item 0"
        ),
        (
            .replaceItems(["a", "a"], inSection: nil),
            "DUPLICATE_IDENTIFIER: replace_items: item \"a\" is in the call twice, at 0 and 1"
        ),
        (
            .replaceItems(["a"], inSection: "fare"),
            "UNKNOWN_IDENTIFIER: replace_items: there is no section \"fare\", but there is an item of that name"
        ),
        (
            .reloadItems(["options"]),
            "UNKNOWN_IDENTIFIER: reload_items: there is no item \"options\", but there is a section of that name"
        ),
        (
            .appendItems(["new"], toSection: "new"),
            "UNKNOWN_IDENTIFIER: append_items: there is no section \"new\""
        ),
        (
            .moveItem(.bytes([UInt8](repeating: 0x61, count: 1_234)), .before, "fare"),
            "UNKNOWN_IDENTIFIER: move_item_before: there is no item \"\(String(repeating: "a", count: 80))\"... (1,234 bytes)"
        ),
    ]

    @Test(arguments: cases) func theMessageNamesCallAndCulprit(edit: Edit, message: String) throws {
        var snapshot = try screen()
        #expect(try snapshot.message(of: edit) == message)
        #expect(try snapshot == screen())
    }

    @Test func itemsBeforeAnySection() throws {
        var snapshot = Snapshot()
        #expect(
            try snapshot.message(of: .appendItems(["a"], toSection: nil))
                == "NO_SECTIONS: append_items: there are no sections yet; append a section before its items")
        #expect(
            try snapshot.message(of: .replaceItems([], inSection: "a"))
                == "NO_SECTIONS: replace_items: there are no sections yet; append a section before its items")
    }

    @Test func lookUpsInsideASectionThatIsNotThere() throws {
        let snapshot = try screen()
        #expect(throws: DiffableError.self) { try snapshot.itemIdentifiers(inSection: "fare") }
        do throws(DiffableError) {
            _ = try snapshot.numberOfItems(inSection: "fare")
            Issue.record("found a section that is not there")
        } catch {
            #expect(
                error.description
                    == "UNKNOWN_IDENTIFIER: number_of_items: there is no section \"fare\", but there is an item of that name"
            )
        }
    }

    /// Lua counts from 1, and the position in the message with it; `position` itself always counts from 0.
    @Test func indexesCountFromWhereTheReaderDoes() throws {
        var snapshot = try screen()
        do throws(DiffableError) {
            try snapshot.appendItems(["new", "cash"])
        } catch {
            #expect(
                error.message(countingFrom: 1)
                    == "DUPLICATE_IDENTIFIER: append_items: item \"cash\" is already at section \"options\", item 2")
            #expect(error.position == 1 && error.identifier == "cash" && error.code == .duplicateIdentifier)
            return
        }
        Issue.record("a duplicate was accepted")
    }

    @Test func codesHaveTheNumbersAndNamesOfTheCAPI() {
        #expect(DiffableError.Code.allCases.map { $0.rawValue } == (-15...(-1)).reversed())
        #expect(Set(DiffableError.Code.allCases.map { "\($0.name)" }).count == 15)
        #expect(ChangeKind.allCases.map { $0.rawValue } == Array(0...8))
        #expect(RowAnimation.allCases.map { $0.rawValue } == Array(1...8))
    }
}

extension Snapshot {
    /// The message of an edit that is refused; nil of one that is not.
    fileprivate mutating func message(of edit: Edit) throws -> String? {
        let before = self
        var message: String?
        if case .failed(let failure) = perform(edit) { message = "\(failure.code.name): \(failure.message)" }
        #expect(self == before && brokenInvariant() == nil)
        return message
    }
}
