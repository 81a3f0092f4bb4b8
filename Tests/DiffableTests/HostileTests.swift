import Diffable
import Testing

/// The texts of Tests/TestSupport/hostile.txt as strings, and as what a type of a program writes of itself:
/// descriptions and messages have nothing of them that is raw.
@Suite struct HostileTests {
    /// Writes of itself what it has.
    private struct Frank: Hashable, Sendable, CustomStringConvertible {
        let description: String
    }

    /// Does not describe itself.
    private struct Plain: Hashable, Sendable {
        let text: String
    }

    private func isHarmless(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy {
            switch $0.value {
            case 0x0A: true
            case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069, 0x200E...0x200F, 0x061C: false
            default: true
            }
        }
    }

    /// What is written about lists of a value.
    private func outputs<Value: Hashable & Sendable>(_ value: Value) -> [String] {
        var written: [String] = []
        func fails(_ body: () throws(DiffableError) -> Void) {
            do throws(DiffableError) {
                try body()
                Issue.record("nothing is thrown")
            } catch {
                written += [error.message, error.description]
            }
        }
        var snapshot = DiffableDataSourceSnapshot<Value, Value>()
        let empty = snapshot
        snapshot.appendSections([value])
        snapshot.appendItems([value])
        var tree = DiffableDataSourceSectionSnapshot<Value>()
        tree.append([value])
        written += [
            snapshot.description, snapshot.debugDescription, tree.description,
            snapshot.difference(from: empty).description,
        ]
        fails { () throws(DiffableError) in try snapshot.checked.appendItems([value]) }
        fails { () throws(DiffableError) in try snapshot.checked.appendSections([value]) }
        fails { () throws(DiffableError) in try tree.checked.append([value]) }
        return written
    }

    @Test func descriptionsAndMessagesAreHarmless() {
        #expect(hostileTexts.count > 80)
        for text in hostileTexts {
            for written in outputs(text) + outputs(Frank(description: text)) + outputs(Plain(text: text))
                + outputs([text])
            {
                #expect(isHarmless(written), "\(written.debugDescription.prefix(200))")
                // A value has at most 80 characters there, and is named at most twice.
                #expect(written.utf8.count < 2000)
            }
        }
    }
}
