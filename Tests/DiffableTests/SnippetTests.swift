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

    @Test func testingOnLinux() {
        let source = DiffableDataSource<String, Int>(cellProvider: { _, item in Cell(text: "\(item)") })
        source.view = nil
        var snapshot = source.snapshot()
        snapshot.appendSections(["fares"])
        snapshot.appendItems([1, 2, 3])
        let transaction = source.apply(snapshot)
        #expect(transaction.difference.insertedItems.map(\.identifier) == [1, 2, 3])
    }

    /// Each line of their blocks is above.
    @Test func everyLineIsHere() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        func lines(_ path: String) throws -> [String] {
            try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let here = Set(try lines(#filePath))
        for page in ["README.md", "Sources/Diffable/Diffable.docc/FromUIKit.md", "Sources/Diffable/Diffable.docc/TestingOnLinux.md"] {
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
