import Testing

@testable import DiffableEngine
@testable import TestSupport

/// What moves in trees refuse.
@Suite struct TreeMovingErrorTests {
    @Test func anItemCannotMoveBelowItself() throws {
        for text in ["f: docs{guide}", "f: docs[guide]", "f: docs{x{guide}}", "f: r[docs[x[guide]]]", "docs{guide}"] {
            try expect(
                text,
                refuses:
                    #"INVALID_DESTINATION: move_item_before: item "docs" cannot move below itself; "guide" is below it"#
            ) {
                (list) throws(DiffableError) in try list.moveItem("docs", beforeItem: "guide")
            }
            try expect(
                text,
                refuses:
                    #"INVALID_DESTINATION: move_item_after: item "docs" cannot move below itself; "guide" is below it"#
            ) {
                (list) throws(DiffableError) in try list.moveItem("docs", afterItem: "guide")
            }
            try expect(
                text,
                refuses:
                    #"INVALID_DESTINATION: move_items_to_parent: item "docs" cannot move below itself; "guide" is below it"#
            ) {
                (list) throws(DiffableError) in try list.moveItems(["docs"], toParent: "guide")
            }
            try expect(
                text, refuses: #"INVALID_DESTINATION: move_items_to_parent: item "docs" cannot move below itself"#
            ) {
                (list) throws(DiffableError) in try list.moveItems(["docs"], toParent: "docs")
            }
        }
    }

    @Test func anItemAndOneBelowItCannotBothMove() throws {
        for text in ["f: docs{guide} r", "f: docs[guide] r", "f: docs{x[guide]} r"] {
            try expect(
                text,
                refuses:
                    #"DUPLICATE_IDENTIFIER: move_items_to_section: item "guide" is below item "docs", which moves as well"#
            ) {
                (list) throws(DiffableError) in try list.moveItems(["guide", "docs"], toSection: "f")
            }
            try expect(
                text,
                refuses:
                    #"DUPLICATE_IDENTIFIER: move_items_to_parent: item "guide" is below item "docs", which moves as well"#
            ) {
                (list) throws(DiffableError) in try list.moveItems(["docs", "guide"], toParent: "r")
            }
        }
    }

    @Test func anItemTwiceInOneCall() throws {
        try expect(
            "f: docs[guide]",
            refuses: #"DUPLICATE_IDENTIFIER: move_items_to_section: item "guide" is in the call twice, at 0 and 1"#
        ) {
            (list) throws(DiffableError) in try list.moveItems(["guide", "guide"], toSection: "f")
        }
        try expect(
            "f: docs[guide] x",
            refuses: #"DUPLICATE_IDENTIFIER: move_items_to_parent: item "guide" is in the call twice, at 0 and 2"#
        ) {
            (list) throws(DiffableError) in try list.moveItems(["guide", "x", "guide"], toParent: "docs")
        }
    }

    @Test func unknownItems() throws {
        for (text, name) in [("f: docs[guide]", "x"), ("f: docs[guide]", "f"), ("docs{guide}", "y")] {
            let unknown = "there is no item \"\(name)\"" + (name == "f" ? ", but there is a section of that name" : "")
            let name = Identifier(name)
            try expect(text, refuses: "UNKNOWN_IDENTIFIER: move_item_before: \(unknown)") {
                (list) throws(DiffableError) in
                try list.moveItem("guide", beforeItem: name)
            }
            try expect(text, refuses: "UNKNOWN_IDENTIFIER: move_item_after: \(unknown)") {
                (list) throws(DiffableError) in
                try list.moveItem(name, afterItem: "guide")
            }
            try expect(text, refuses: "UNKNOWN_IDENTIFIER: move_items_to_parent: \(unknown)") {
                (list) throws(DiffableError) in
                try list.moveItems(["guide"], toParent: name)
            }
            try expect(text, refuses: "UNKNOWN_IDENTIFIER: move_items_to_parent: \(unknown)") {
                (list) throws(DiffableError) in
                try list.moveItems(["guide", name], toParent: "docs")
            }
        }
        try expect("f: docs[guide]", refuses: #"UNKNOWN_IDENTIFIER: move_items_to_section: there is no section "g""#) {
            (list) throws(DiffableError) in
            try list.moveItems(["guide"], toSection: "g")
        }
        try expect("docs[guide]", refuses: #"UNKNOWN_IDENTIFIER: move_items_to_section: there is no section "g""#) {
            (list) throws(DiffableError) in
            try list.moveItems(["guide"], toSection: "g")
        }
    }

    @Test func anItemBesideItself() throws {
        for text in ["f: docs{guide}", "f: docs[guide]"] {
            try expect(
                text, refuses: #"INVALID_DESTINATION: move_item_before: item "guide" is the anchor and is itself moved"#
            ) {
                (list) throws(DiffableError) in try list.moveItem("guide", beforeItem: "guide")
            }
        }
    }

    @Test func thePositionOfAnItemThatMovesTwice() throws {
        var list = try trees("f: docs{guide} r")
        let error = thrown { () throws(DiffableError) in try list.moveItems(["r", "guide", "docs"], toSection: "f") }
        #expect(error?.position == 1 && error?.identifier == "guide")
    }
}
