import Diffable
import Foundation
import Testing

/// Each error of include/diffable.h is thrown by the module, or the test says why it is not.
struct ErrorCodeTests {
    typealias Source = DiffableDataSource<String, String>

    private static func list() -> Source.Snapshot {
        var snapshot = Source.Snapshot()
        snapshot.appendSections(["fares"])
        snapshot.appendItems(["bus", "train"])
        return snapshot
    }

    private static func made(_ cell: Cell = Cell(text: "bus")) -> Source {
        let source = Source(cellProvider: { _, _ in cell })
        source.view = source.textView { _ in }
        return source
    }

    private static let causes: [String: @Sendable () throws -> Void] = [
        "INVALID_ARGUMENT": {
            let source = made()
            try source.checked.reorderItem(
                from: DiffableIndexPath(item: 0, section: 0), to: DiffableIndexPath(item: 0, section: 0))
        },
        "DUPLICATE_IDENTIFIER": {
            var snapshot = list()
            try snapshot.checked.appendItems(["ferry", "bus"])
        },
        "UNKNOWN_IDENTIFIER": {
            var snapshot = list()
            try snapshot.checked.reloadItems(["ferry"])
        },
        "NO_SECTIONS": {
            var snapshot = Source.Snapshot()
            try snapshot.checked.appendItems(["bus"])
        },
        "INVALID_DESTINATION": {
            var snapshot = list()
            try snapshot.checked.moveItem("bus", beforeItem: "bus")
        },
        "INVALID_CELL": { try made(Cell(text: "bus", height: -1)).checked.apply(list()) },
        "STALE_SNAPSHOT": {
            let source = made()
            source.isStrict = true
            let old = source.snapshot()
            source.apply(list())
            try source.checked.apply(old)
        },
        "APPLY_LOOP": {
            let source = made()
            source.apply(list())
            source.reorderingHandlers.canReorderItem = { _ in true }
            source.reorderingHandlers.didReorder = { _ in while true { try source.checked.apply(list()) } }
            try source.checked.reorderItem(
                from: DiffableIndexPath(item: 0, section: 0), to: DiffableIndexPath(item: 1, section: 0))
        },
        "MALFORMED": { _ = try Source.Snapshot(decoding: [1, 2, 3]) },
        "WRONG_VERSION": {
            var snapshot = list()
            try snapshot.apply(patch: list().difference(from: Source.Snapshot()).encoded())
        },
    ]

    private static let exceptions = [
        "NO_PROVIDER": "a data source is made with a provider",
        "PROVIDER_FAILED": "the error that a provider throws is thrown unchanged",
        "CALLBACK_FAILED": "the error that a handler or a view throws is thrown unchanged",
        "OUTPUT_FAILED": "the error that the function that writes throws is the failure of the outcome, unchanged",
        "LIMIT_EXCEEDED": "it takes more than 2,147,483,647 items",
    ]

    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static let codes: [String] = {
        let header = try! String(contentsOf: root.appendingPathComponent("include/diffable.h"), encoding: .utf8)
        return header.matches(of: #/DIFFABLE_ERROR_([A-Z_]+) =/#).map { String($0.1) }
    }()

    /// The article lists each code, by its name in Swift and in messages.
    @Test func theArticleHasAllCodes() throws {
        let article = try String(
            contentsOf: Self.root.appendingPathComponent("Sources/Diffable/Diffable.docc/Errors.md"), encoding: .utf8)
        let rows = article.matches(of: #/\| `\.(\w+)` \| `(\w+)` \|/#).map { "\($0.1) \($0.2)" }
        #expect(
            rows
                == DiffableError.Code.allCases.map { code in
                    "\(code) \("\(code)".replacing(#/[A-Z]/#) { "_\($0.0)" }.uppercased())"
                })
    }

    @Test func theHeaderHasErrors() {
        #expect(Self.codes.count >= 12)
    }

    @Test(arguments: codes) func eachErrorIsThrown(code: String) {
        #expect((Self.causes[code] == nil) != (Self.exceptions[code] == nil))
        guard let cause = Self.causes[code] else { return }
        let error = #expect(throws: DiffableError.self) { try cause() }
        #expect(error?.description.hasPrefix("\(code): ") == true)
        // What a program shows to its user has neither the code nor the name of a call.
        let message = error?.message ?? ""
        #expect(!message.isEmpty && !message.contains(code) && message.prefixMatch(of: #/\w+\([\w:]*\)/#) == nil)
        #expect(error?.description.hasSuffix(message) == true)
    }
}
