// The lines are those of pages, as they stand there.
// swift-format-ignore-file

#if canImport(UIKit)
import UIKit
#else
import Diffable
#endif
import Foundation
import Testing

struct Fare: Identifiable, Hashable { let id: Int; var title: String; var price: String }

/// The code of README and of the articles of the DocC catalog compiles, and does what they say.
struct SnippetTests {
    @Test func readme() {
        let source = DiffableDataSource<String, Fare>(cellProvider: { _, fare in Cell(text: fare.title, detail: fare.price) })
        var snapshot = NSDiffableDataSourceSnapshot<String, Fare>()
        var text = ""
        source.view = source.textView()
        source.view = source.textView { text += $0 }
        snapshot.appendSections(["Fares"])
        snapshot.appendItems([Fare(id: 1, title: "Bus", price: "2.50"), Fare(id: 2, title: "Train", price: "7.00")])
        source.apply(snapshot)
        snapshot.reconfigureItems([Fare(id: 2, title: "Train", price: "6.50")])
        func print(_ parts: String...) { text += parts.joined(separator: " ") }
        for change in source.apply(snapshot).difference.reconfiguredItems { print(change.old!.price, "->", change.new!.price) }
        #expect(text.hasSuffix("7.00 -> 6.50"))
    }

    @Test func fromUIKit() throws {
        var snapshot = NSDiffableDataSourceSnapshot<String, Int>()
        snapshot.appendSections(["fares"])
        snapshot.appendItems([1, 2, 3])
        #expect(throws: DiffableError.self) {
            try snapshot.checked.appendItems([3, 4])
        }
        #expect(snapshot.numberOfItems == 3)
    }

    @Test func listsAsBytes() throws {
        struct Fare: Identifiable, Codable, Hashable { let id: Int; var title: String; var price: Double }
        var fares = DiffableDataSourceSnapshot<String, Fare>()
        fares.appendSections(["fares"])
        fares.appendItems([Fare(id: 1, title: "Bus", price: 2.5), Fare(id: 2, title: "Tram", price: 3)])
        let document = try fares.encoded()
        var copy = try DiffableDataSourceSnapshot<String, Fare>(decoding: document)
        #expect(copy == fares)
        var next = fares
        next.updateItems([Fare(id: 1, title: "Bus", price: 2.75)])
        let patch = try next.difference(from: fares).encoded()
        try copy.apply(patch: patch)
        #expect(copy.itemIdentifiers.map(\.price) == [2.75, 3])
        let error = #expect(throws: DiffableError.self) { try copy.apply(patch: patch) }
        #expect(error?.code == .wrongVersion)
        #expect(try copy.version() != fares.version())
    }

    @Test func treesFromUIKit() {
        let files = DiffableDataSource<String, String>(cellProvider: { _, file in Cell(text: file) })
        var folders = NSDiffableDataSourceSnapshot<String, String>()
        folders.appendSections(["files"])
        folders.appendItems(["docs", "src"])
        folders.appendItems(["guide"], toParent: "docs")
        files.apply(folders)
        files.toggleItem("docs")
        #expect(files.snapshot().itemIdentifiers == ["docs", "guide", "src"])
        files.apply(folders)
        #expect(files.snapshot() == folders && files.snapshot().itemIdentifiers == ["docs", "src"])
    }

    @Test func dataSourcesFromUIKit() {
        let source = UITableViewDiffableDataSource<String, Fare>(cellProvider: { indexPath, fare in Cell(text: fare.title) })
        source.supplementaryViewProvider = { kind, indexPath, section in
            kind == SupplementaryKind.header ? Cell(text: section) : nil
        }
        let first = source.itemIdentifier(for: IndexPath(row: 0, section: 0))
        #expect(first == nil)
        var printed: [String] = []
        func print(_ texts: [String]) { printed += texts }
        var fares = NSDiffableDataSourceSnapshot<String, Fare>()
        fares.appendSections(["fares"])
        fares.appendItems([Fare(id: 1, title: "Bus", price: "2.50")])
        source.apply(fares)
        fares.replaceItems([Fare(id: 1, title: "Bus", price: "2.75"), Fare(id: 2, title: "Train", price: "7.00")])
        let transaction = source.apply(fares, animatingDifferences: true, caption: "new prices")
        print(transaction.difference.reconfiguredItems.map { $0.old!.price + " -> " + $0.new!.price })
        #expect(printed == ["2.50 -> 2.75"] && transaction.caption == "new prices")
        printed = []
        func print(_ text: String) { printed.append(text) }
        fares.renameItem(Fare(id: 2, title: "Train", price: "7.00"), to: Fare(id: 40, title: "Train", price: "7.00"))
        for change in source.apply(fares).difference.reconfiguredItems { print("\(change.old!.id) is \(change.new!.id)") }
        let history = DiffableHistory(of: source)
        history.group("delete the fares") {
            fares.deleteItems(withIDs: [1])
            source.apply(fares)
            fares.deleteItems(withIDs: [40])
            source.apply(fares)
        }
        print(history.undoCaption ?? "nothing to undo")
        history.undo()
        #expect(printed == ["2 is 40", "delete the fares"] && source.snapshot().itemIdentifiers.map(\.id) == [1, 40])
        history.redo()
        #expect(source.snapshot().numberOfItems == 0)
    }

    @Test func errors() {
        let source = DiffableDataSource<String, Fare>(cellProvider: { _, fare in Cell(text: fare.title) })
        source.isStrict = true
        var printed: [String] = []
        func print(_ text: String) { printed.append(text) }
        var fares = source.snapshot()
        fares.appendSections(["fares"])
        fares.appendItems([Fare(id: 1, title: "Bus", price: "2.50")])
        do {
            try fares.checked.appendItems([Fare(id: 1, title: "Bus", price: "2.50")])
        } catch {
            print("\(error.code): \(error.message)")
        }
        func apply() {
            do {
                try source.checked.apply(fares)
            } catch let error as DiffableError where error.code == .staleSnapshot {
                print("the list has changed since")
            } catch {
                print("a provider failed: \(error)")
            }
        }
        source.apply(source.snapshot())
        apply()
        source.isStrict = false
        source.view = source.textView { _ in }
        source.cellProvider = { _, _ in throw CancellationError() }
        apply()
        #expect(
            printed == [
                #"duplicateIdentifier: item Fare(id: 1, title: "Bus", price: "2.50") is already at section "fares", item 0"#,
                "the list has changed since", "a provider failed: CancellationError()",
            ])
    }

    @MainActor @Test func concurrency() async {
        let source = DiffableDataSource<String, Int>(cellProvider: { _, item in Cell(text: "\(item)") })
        @Sendable func makeFares() -> NSDiffableDataSourceSnapshot<String, Int> {
            var fares = NSDiffableDataSourceSnapshot<String, Int>()
            fares.appendSections(["fares"])
            fares.appendItems([1, 2])
            return fares
        }
        @MainActor func refresh() async {
            let next = await Task.detached { makeFares() }.value
            await source.apply(next)
        }
        await refresh()
        #expect(source.snapshot().itemIdentifiers == [1, 2])
    }

    @Test func testingOnLinux() throws {
        let source = DiffableDataSource<String, Int>(cellProvider: { _, item in Cell(text: "\(item)") })
        var snapshot = source.snapshot()
        snapshot.appendSections(["fares"])
        snapshot.appendItems([1, 2, 3])
        let transaction = source.apply(snapshot)
        #expect(transaction.difference.insertedItems.map(\.identifier) == [1, 2, 3])

        #expect(try source.text(width: 12).split(separator: "\n").last == "     3")

        var changes = ""
        source.view = source.textView(width: 20) { changes = $0 }
        snapshot.deleteItems([2])
        source.apply(snapshot)
        #expect(changes.contains("-    2\n"))

        final class InsertedRows: DiffableView {
            var texts: [String] = []

            func prepare(_ preparation: DiffablePreparation<String, Int>) throws {
                texts = try preparation.transaction.difference.insertedItems.map { try preparation.cell(at: $0.to!).text }
            }

            func commit(_ transaction: DiffableDataSourceTransaction<String, Int>) {}
        }
        let rows = InsertedRows()
        source.view = rows
        snapshot.appendItems([8, 9])
        source.apply(snapshot)
        #expect(rows.texts == ["1", "3", "8", "9"])

        source.cellProvider = { indexPath, item in throw CancellationError() }
        snapshot.appendItems([10])
        #expect(throws: CancellationError.self) { try source.checked.apply(snapshot) }
        #expect(source.snapshot().numberOfItems == 4)
    }

    @Test func derivedLists() {
        struct Task: Identifiable, Hashable { let id: Int; var title: String; var priority: Int; var due: String?; var isDone = false }
        var printed: [[String]] = []
        func print(_ texts: [String]) { printed.append(texts) }

        let tasks = DiffableDataSource<String, Task>(cellProvider: { _, task in Cell(text: task.title) })
        var list = tasks.snapshot()
        list.appendSections(["tasks"])
        list.appendItems([
            Task(id: 1, title: "Buy milk", priority: 3, due: "Monday"),
            Task(id: 2, title: "Call Ann", priority: 1),
            Task(id: 3, title: "Pay rent", priority: 3, due: "Friday", isDone: true),
        ])
        tasks.apply(list)

        let open = tasks.derived(filter: { !$0.isDone }, sortedBy: [.descending(\.priority), .ascending(\.title)], limit: 100)
        print(open.snapshot().itemIdentifiers.map(\.title))  // ["Buy milk", "Call Ann"]
        let days = tasks.derived(section: { $0.due ?? "Later" }, sectionSortedBy: [.ascending(\.self)])
        print(days.snapshot().sectionIdentifiers)  // ["Friday", "Later", "Monday"]

        list.updateItems([Task(id: 3, title: "Pay rent", priority: 9, due: "Friday")])
        tasks.apply(list)
        print(open.snapshot().itemIdentifiers.map(\.title))  // ["Pay rent", "Buy milk", "Call Ann"]

        open.set { $0.filter = { $0.title.contains("e") } }
        print(open.snapshot().itemIdentifiers.map(\.title))  // ["Pay rent"]
        let both = DiffableDataSource.concatenating([
            open.derived(section: { _ in "Found" }), tasks.derived(filter: { !$0.title.contains("e") }, section: { _ in "Others" }),
        ])
        print(both.snapshot().itemIdentifiers.map(\.title))  // ["Pay rent", "Buy milk", "Call Ann"]
        #expect(
            printed == [
                ["Buy milk", "Call Ann"], ["Friday", "Later", "Monday"], ["Pay rent", "Buy milk", "Call Ann"], ["Pay rent"],
                ["Pay rent", "Buy milk", "Call Ann"],
            ])
    }

    /// A program that uses the module reads like this.
    @Test func howItReads() {
        struct PaymentDetail: Identifiable, Hashable, Sendable { let id: String; var title: String; var price: String }
        enum Section: Hashable, Sendable { case breakdown, options }

        let source = DiffableDataSource<Section, PaymentDetail>(cellProvider: { indexPath, detail in
            Cell(text: detail.title, detail: detail.price)
        })
        var printed: [String] = []
        func print(_ parts: String...) { printed.append(parts.joined(separator: " ")) }
        source.view = source.textView { _ in }
        source.apply(source.snapshot())
        var details = [PaymentDetail(id: "fare", title: "Fare", price: "2.50"), PaymentDetail(id: "total", title: "Total", price: "2.50")]
        for price in ["2.50", "2.75"] {
            var snapshot = NSDiffableDataSourceSnapshot<Section, PaymentDetail>()
            snapshot.appendSections([.breakdown])
            details[0].price = price
            snapshot.appendItems(details)
            let transaction = source.apply(snapshot, animatingDifferences: false)
            for change in transaction.difference.reconfiguredItems { print(change.old!.price, "->", change.new!.price) }
        }
        source.view = nil
        source.apply(source.snapshot()) { print("done") }
        #expect(printed == ["2.50 -> 2.75", "done"])
    }

    /// Each line of their blocks is above.
    @Test func everyLineIsHere() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        func lines(_ path: String) throws -> [String] {
            try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let here = Set(try lines(#filePath))
        for page in ["README.md", "Sources/Diffable/Diffable.docc/FromUIKit.md", "Sources/Diffable/Diffable.docc/Errors.md",
            "Sources/Diffable/Diffable.docc/TestingOnLinux.md", "Sources/Diffable/Diffable.docc/ListsAsBytes.md", "docs/derived.md"] {
            var (isCode, count) = (false, 0)
            for line in try lines(root.appendingPathComponent(page).path) {
                if line.hasPrefix("```") {
                    isCode = line == "```swift"
                } else if isCode, !line.isEmpty {
                    count += 1
                    #expect(here.contains(line), "\(page): \(line)")
                }
            }
            #expect(count > 5)
        }
    }
}
