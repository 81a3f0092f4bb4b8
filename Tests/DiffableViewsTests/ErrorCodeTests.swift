import DiffableEngine
import DiffableViews
import Foundation
import Testing

@testable import TestSupport

/// Each error of include/diffable.h is thrown by engine and views, or the test says why it is not.
@Suite struct ErrorCodeTests {
    private static func made(_ cell: Cell? = Cell(text: "a")) -> DataSource {
        let source = DataSource()
        if let cell { source.cellProvider = { _, _ in cell } }
        source.view = TextView { _ in }.view
        return source
    }

    private static let nowhere = DiffableEngine.IndexPath(section: 0, item: 0)

    private static let causes: [String: @Sendable () throws -> Void] = [
        "INVALID_ARGUMENT": { _ = try made().reorderItem(from: nowhere, to: nowhere) },
        "DUPLICATE_IDENTIFIER": {
            var snapshot = try list("s: a")
            try snapshot.appendItems(["b", "a"], toSection: "s")
        },
        "UNKNOWN_IDENTIFIER": {
            var snapshot = try list("s: a")
            try snapshot.reloadItems(["b"])
        },
        "NO_SECTIONS": {
            var snapshot = Snapshot()
            try snapshot.appendItems(["a"])
        },
        "INVALID_DESTINATION": {
            var snapshot = try list("s: a")
            try snapshot.moveItem("a", beforeItem: "a")
        },
        "NO_PROVIDER": { try made(nil).apply(try list("s: a")) },
        "PROVIDER_FAILED": {
            let source = made()
            source.cellProvider = { (_, _) throws(DiffableError) in throw DiffableError(.providerFailed, "refused") }
            try source.apply(try list("s: a"))
        },
        "INVALID_CELL": { try made(Cell(text: "a", height: -1)).apply(try list("s: a")) },
        "CALLBACK_FAILED": {
            let source = made()
            source.addObserver { (_) throws(DiffableError) in throw DiffableError(.callbackFailed, "refused") }
            if let failure = try source.apply(try list("s: a")).failure { throw failure }
        },
        "OUTPUT_FAILED": {
            let source = made()
            source.view = TextView { (_) throws(DiffableError) in throw DiffableError(.outputFailed, "refused") }.view
            if let failure = try source.apply(try list("s: a")).failure { throw failure }
        },
        "APPLY_LOOP": {
            let source = made()
            source.addObserver { [unowned source] (_) throws(DiffableError) in try source.apply(source.snapshot()) }
            if let failure = try source.apply(try list("s: a")).failure { throw failure }
        },
        "STALE_SNAPSHOT": {
            let source = made()
            source.isStrict = true
            let old = source.snapshot()
            try source.apply(try list("s: a"))
            try source.apply(old)
        },
        "MALFORMED": { _ = try Snapshot(decoding: []) },
        "WRONG_VERSION": {
            var snapshot = try list("s: a")
            let patch = try Difference(from: Snapshot(), to: snapshot).encoded().bytes
            try snapshot.apply(patch: patch)
        },
    ]

    private static let exceptions = [
        "LIMIT_EXCEEDED": "it takes 4 GiB of identifiers; scale_test.c has the memory for them"
    ]

    private static let codes: [String] = {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let header = try! String(contentsOf: root.appendingPathComponent("include/diffable.h"), encoding: .utf8)
        return header.matches(of: #/DIFFABLE_ERROR_([A-Z_]+) =/#).map { String($0.1) }
    }()

    /// Also in the same order: the numbers are those of the header.
    @Test func theCodesAreThoseOfTheHeader() {
        #expect(Self.codes.count >= 12 && Self.codes == DiffableError.Code.allCases.map(\.name.description))
    }

    @Test(arguments: codes) func eachErrorIsThrown(code: String) {
        #expect((Self.causes[code] == nil) != (Self.exceptions[code] == nil))
        guard let cause = Self.causes[code] else { return }
        let error = #expect(throws: DiffableError.self) { try cause() }
        #expect(error?.code.name.description == code && error?.description.hasPrefix("\(code): ") == true)
    }
}
