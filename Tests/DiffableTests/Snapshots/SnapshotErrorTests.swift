import Diffable
import Foundation
import Testing

/// What a broken rule throws, and what it says.
struct SnapshotErrorTests {
    enum Section { case breakdown, options, others }

    private var snapshot = DiffableDataSourceSnapshot<Section, String>()

    init() {
        snapshot.appendSections([.breakdown, .options])
        snapshot.appendItems(["fare", "total"], toSection: .breakdown)
        snapshot.appendItems(["card"])
    }

    private mutating func message(
        _ edit: (inout DiffableDataSourceSnapshot<Section, String>.Checked) throws(DiffableError) -> Void
    ) -> String? {
        let before = snapshot
        do throws(DiffableError) {
            try edit(&snapshot.checked)
            return nil
        } catch {
            #expect(snapshot == before)
            return error.description
        }
    }

    @Test mutating func duplicates() {
        #expect(
            message { edits throws(DiffableError) in try edits.appendItems(["new", "total"], toSection: .options) }
                == "DUPLICATE_IDENTIFIER: appendItems(_:toSection:): item \"total\" is already at section .breakdown, item 1"
        )
        #expect(
            message { edits throws(DiffableError) in try edits.insertItems(["a", "b", "a"], beforeItem: "fare") }
                == "DUPLICATE_IDENTIFIER: insertItems(_:beforeItem:): item \"a\" is in the call twice, at 0 and 2")
        #expect(
            message { edits throws(DiffableError) in try edits.appendSections([.options]) }
                == "DUPLICATE_IDENTIFIER: appendSections(_:): section .options is already at index 1 of the sections")
        #expect(
            message { edits throws(DiffableError) in try edits.moveItems(["card", "card"], toSection: .breakdown) }
                == "DUPLICATE_IDENTIFIER: moveItems(_:toSection:): item \"card\" is in the call twice, at 0 and 1")
    }

    @Test mutating func severalDuplicates() {
        #expect(
            message { edits throws(DiffableError) in try edits.appendItems(["card", "total", "fare"]) }
                == """
                DUPLICATE_IDENTIFIER: appendItems(_:toSection:): item "card" is already at section .options, item 0; \
                item "total" is already at section .breakdown, item 1; item "fare" is already at section .breakdown, item 0
                """)
        snapshot.appendItems(["cash"])
        #expect(
            message { edits throws(DiffableError) in try edits.appendItems(["card", "total", "fare", "cash"]) }?
                .hasSuffix("; and 1 more") == true)
    }

    enum Kind: Hashable { case all, of(Section), between(from: Section, to: Section?) }
    struct Line: Hashable { let kind: Kind; var tags: [Section]; let owner: Named }
    struct Described: Hashable, CustomStringConvertible { var description: String { "described by itself" } }

    /// Types are written as in Swift, without the name of their module.
    @Test func values() {
        func name<Item: Hashable & Sendable>(_ item: Item) -> String? {
            var snapshot = DiffableDataSourceSnapshot<Int, Item>()
            do throws(DiffableError) { try snapshot.checked.reloadItems([item]) } catch {
                return error.message.replacingOccurrences(of: "there is no item ", with: "").components(
                    separatedBy: "; `")[0]
            }
            return nil
        }
        #expect(name(Kind.all) == ".all")
        #expect(name(Kind.of(.options)) == ".of(.options)")
        #expect(name(Kind.between(from: .breakdown, to: nil)) == ".between(from: .breakdown, to: nil)")
        #expect(
            name(Line(kind: .between(from: .options, to: .options), tags: [.breakdown], owner: Named(1)))
                == "Line(kind: .between(from: .options, to: .options), tags: [.breakdown], owner: Na ...")
        #expect(name(Named(1)) == "Named")
        #expect(name([Section?.some(.options), nil]) == "[.options, nil]")
        #expect(name(Described()) == "described by itself" && name(3) == "3" && name("a\"b") == #""a\"b""#)
    }

    @Test mutating func unknown() {
        #expect(
            message { edits throws(DiffableError) in try edits.reloadItems(["fare", "nobody"]) }
                == "UNKNOWN_IDENTIFIER: reloadItems(_:): there is no item \"nobody\"")
        #expect(
            message { edits throws(DiffableError) in try edits.moveItem("fare", afterItem: "nobody") }
                == "UNKNOWN_IDENTIFIER: moveItem(_:afterItem:): there is no item \"nobody\"")
        snapshot.deleteSections([.options])
        #expect(
            message { edits throws(DiffableError) in try edits.appendItems(["new"], toSection: .options) }
                == "UNKNOWN_IDENTIFIER: appendItems(_:toSection:): there is no section .options; the list has .breakdown"
        )
    }

    @Test mutating func updatesAndReplacements() {
        #expect(
            message { edits throws(DiffableError) in try edits.updateItems(["fare", "nobody"]) }
                == "UNKNOWN_IDENTIFIER: updateItems(_:): there is no item \"nobody\"")
        #expect(
            message { edits throws(DiffableError) in try edits.updateItems(["fare", "fare"]) }
                == "DUPLICATE_IDENTIFIER: updateItems(_:): item \"fare\" is in the call twice, at 0 and 1")
        #expect(
            message { edits throws(DiffableError) in try edits.reloadItems(["card", "fare", "card"]) }
                == "DUPLICATE_IDENTIFIER: reloadItems(_:): item \"card\" is in the call twice, at 0 and 2")
        #expect(
            message { edits throws(DiffableError) in try edits.reconfigureItems(["fare", "fare"]) }
                == "DUPLICATE_IDENTIFIER: reconfigureItems(_:): item \"fare\" is in the call twice, at 0 and 1")
        #expect(
            message { edits throws(DiffableError) in try edits.reloadSections([.options, .options]) }
                == "DUPLICATE_IDENTIFIER: reloadSections(_:): section .options is in the call twice, at 0 and 1")
        #expect(
            message { edits throws(DiffableError) in try edits.reconfigureSections([.options, .breakdown, .options]) }
                == "DUPLICATE_IDENTIFIER: reconfigureSections(_:): section .options is in the call twice, at 0 and 2")
        #expect(
            message { edits throws(DiffableError) in
                try edits.replaceItems(["new", "total", "card"], inSection: .options)
            }
                == """
                DUPLICATE_IDENTIFIER: replaceItems(_:inSection:): item "total" is already at section .breakdown, item 1; \
                `moveItems(_:toSection:)` moves it
                """)
        snapshot.appendItems(["bus"], toParent: "fare")
        snapshot.expand(["fare"])
        #expect(
            message { edits throws(DiffableError) in try edits.replaceItems(["fare", "bus"], inSection: .breakdown) }
                == """
                DUPLICATE_IDENTIFIER: replaceItems(_:inSection:): item "bus" is already at section .breakdown, item 1; \
                "bus" is a child of item "fare", not a root; `moveItems(_:toSection:)` moves it
                """)
        snapshot.deleteItems(["bus"])
        snapshot.appendSections([.others])
        #expect(
            message { edits throws(DiffableError) in try edits.replaceItems(["fare", "card"], inSection: .others) }?
                .hasSuffix(
                    "item 0; item \"card\" is already at section .options, item 0; `moveItems(_:toSection:)` moves them"
                ) == true)
        snapshot.deleteSections([.others])
        for twice in [["new", "new"], ["fare", "total", "fare"]] {
            #expect(
                message { edits throws(DiffableError) in try edits.replaceItems(twice, inSection: .breakdown) }?
                    .hasPrefix(
                        "DUPLICATE_IDENTIFIER: replaceItems(_:inSection:): item \"\(twice[0])\" is in the call twice, at 0 and "
                    ) == true)
        }
        snapshot.deleteSections([.options])
        #expect(
            message { edits throws(DiffableError) in try edits.replaceItems([], inSection: .options) }
                == "UNKNOWN_IDENTIFIER: replaceItems(_:inSection:): there is no section .options; the list has .breakdown"
        )
        snapshot.deleteAllItems()
        #expect(
            message { edits throws(DiffableError) in try edits.replaceItems([]) }?.hasPrefix(
                "NO_SECTIONS: replaceItems") == true)
    }

    @Test mutating func destinations() {
        #expect(
            message { edits throws(DiffableError) in try edits.moveItem("fare", beforeItem: "fare") }
                == "INVALID_DESTINATION: moveItem(_:beforeItem:): item \"fare\" is the anchor and is itself moved")
        #expect(
            message { edits throws(DiffableError) in try edits.insertSections([.options], afterSection: .options) }
                == "INVALID_DESTINATION: insertSections(_:afterSection:): section .options is the anchor and is itself inserted"
        )
        snapshot.deleteAllItems()
        #expect(
            message { edits throws(DiffableError) in try edits.appendItems(["new"]) }
                == "NO_SECTIONS: appendItems(_:toSection:): there are no sections yet; append a section before its items"
        )
    }

    @Test mutating func theErrorHasTheCulprit() throws {
        let error = #expect(throws: DiffableError.self) { try snapshot.checked.appendItems(["new", "card"]) }
        #expect(error?.code == .duplicateIdentifier)
        #expect(error?.position == 1)
        #expect(error?.identifier as? String == "card")
    }

    private func text(_ result: ExitTest.Result?) -> String {
        String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    }

    /// The plain edits end the program with the message.
    @Test func plainEditsStop() async {
        let appended = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var snapshot = DiffableDataSourceSnapshot<Int, String>()
            snapshot.appendSections([1])
            snapshot.appendItems(["fare"])
            snapshot.appendItems(["fare"])
        }
        #expect(
            text(appended).contains(
                "appendItems(_:toSection:): item \"fare\" is already at section 1, item 0"))
        let lookedUp = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = DiffableDataSourceSnapshot<Int, String>().itemIdentifiers(inSection: 3)
        }
        #expect(
            text(lookedUp).contains(
                "itemIdentifiers(inSection:): there is no section 3; append it with `appendSections` first"))
    }

    /// Equal values with different hashes are an error of the program.
    @Test func hashesThatLieStop() async {
        struct Liar: Hashable {
            let hash: Int
            static func == (left: Liar, right: Liar) -> Bool { true }
            func hash(into hasher: inout Hasher) { hasher.combine(hash) }
        }
        #if DEBUG
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var snapshot = DiffableDataSourceSnapshot<Int, Liar>()
            snapshot.appendSections([1])
            snapshot.appendItems([Liar(hash: 1)])
            snapshot.deleteAllItems()
            snapshot.appendSections([1])
            snapshot.appendItems([Liar(hash: 2)])
        }
        #expect(text(result).contains("are equal and have different hashes"))
        #endif
        // Without that check nothing is lost: the items are two.
        var snapshot = DiffableDataSourceSnapshot<Int, Liar>()
        snapshot.appendSections([1])
        snapshot.appendItems([Liar(hash: 1), Liar(hash: 2)])
        #expect(snapshot.numberOfItems == 2)
        snapshot.deleteItems([Liar(hash: 2)])
        #expect(snapshot.numberOfItems == 1)
    }
}
