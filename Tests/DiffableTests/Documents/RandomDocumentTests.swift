import Diffable
import Foundation
import Testing

/// Random lists with trees, which are followed by patches; and the vectors of the format.
struct RandomDocumentTests {
    /// An identifier or a value of any type that a document has.
    enum Value: Codable, Hashable {
        case integer(Int64)
        case number(Double)
        case text(String)
        case bool(Bool)
        case list([Value])
        case fields([String: Value])
        case null

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let value = try? container.decode(Int64.self) {
                self = .integer(value)
            } else if let value = try? container.decode(Double.self) {
                self = .number(value)
            } else if let value = try? container.decode(String.self) {
                self = .text(value)
            } else if let value = try? container.decode(Bool.self) {
                self = .bool(value)
            } else if let value = try? container.decode([Value].self) {
                self = .list(value)
            } else {
                self = .fields(try container.decode([String: Value].self))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .integer(let value): try container.encode(value)
            case .number(let value): try container.encode(value)
            case .text(let value): try container.encode(value)
            case .bool(let value): try container.encode(value)
            case .list(let value): try container.encode(value)
            case .fields(let value): try container.encode(value)
            case .null: try container.encodeNil()
            }
        }
    }

    /// An item or a section with fields of any names, or with none.
    struct Row: Identifiable, Codable, Hashable {
        let id: Value
        var fields: [String: Value]?

        init(id: Value, fields: [String: Value]?) { (self.id, self.fields) = (id, fields) }

        init(from decoder: any Decoder) throws {
            if case .fields(var fields) = try Value(from: decoder) {
                guard let id = fields.removeValue(forKey: "id") else {
                    throw DecodingError.dataCorrupted(
                        .init(codingPath: decoder.codingPath, debugDescription: "there is no id"))
                }
                self.init(id: id, fields: fields)
            } else {
                self.init(id: try Value(from: decoder), fields: nil)
            }
        }

        func encode(to encoder: any Encoder) throws {
            guard var fields else { return try id.encode(to: encoder) }
            fields["id"] = id
            try Value.fields(fields).encode(to: encoder)
        }
    }

    typealias List = DiffableDataSourceSnapshot<Row, Row>

    private struct Numbers: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 29
        }
    }

    private func value(_ depth: Int, _ numbers: inout Numbers) -> Value {
        switch Int.random(in: 0..<(depth > 2 ? 4 : 7), using: &numbers) {
        case 0: .integer(.random(in: -70000...70000, using: &numbers))
        case 1: .number(Double(Int.random(in: -9...9, using: &numbers)) / 4 + 0.125)
        case 2: .text(String(repeating: "ä", count: .random(in: 0...30, using: &numbers)))
        case 3: .bool(.random(using: &numbers))
        case 4: .null
        case 5: .list((0..<Int.random(in: 0...3, using: &numbers)).map { _ in value(depth + 1, &numbers) })
        default: .fields(fields(depth + 1, &numbers))
        }
    }

    private func fields(_ depth: Int, _ numbers: inout Numbers) -> [String: Value] {
        let entries = (0..<Int.random(in: 0...4, using: &numbers)).map { ("field \($0 * 7)", value(depth, &numbers)) }
        return Dictionary(uniqueKeysWithValues: entries)
    }

    private func row(_ numbers: inout Numbers) -> Row {
        let number = Int.random(in: 0..<40, using: &numbers)
        let id: Value = number % 3 == 0 ? .integer(Int64(number) * 100_000 - 500_000) : .text("id \(number)")
        return Row(id: id, fields: Bool.random(using: &numbers) ? fields(1, &numbers) : nil)
    }

    /// Edits that break a rule change nothing.
    private func edit(_ list: inout List, _ numbers: inout Numbers) {
        let (first, second) = (row(&numbers), row(&numbers))
        switch Int.random(in: 0..<12, using: &numbers) {
        case 0: try? list.checked.appendSections([first])
        case 1: try? list.checked.appendItems([first, second], toSection: row(&numbers))
        case 2: try? list.checked.appendItems([first, second])
        case 3: try? list.checked.appendItems([first], toParent: second)
        case 4: try? list.checked.insertItems([first], beforeItem: second)
        case 5: try? list.checked.moveItem(first, afterItem: second)
        case 6: try? list.checked.moveSection(first, beforeSection: second)
        case 7: _ = try? list.checked.updateItems([first])
        case 8: _ = list.deleteItems([first])
        case 9: list.expand([first, second])
        case 10: list.setExpandable([first], .random(using: &numbers))
        default: list.collapse([first])
        }
    }

    @Test(arguments: 0..<6) func randomListsAreFollowed(seed: Int) throws {
        var numbers = Numbers(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1)
        var list = List()
        list.appendSections([Row(id: .text("first"), fields: nil)])
        var follower = try List(decoding: list.encoded())
        for step in 0..<40 {
            let old = list
            for _ in 0..<Int.random(in: 1...6, using: &numbers) { edit(&list, &numbers) }
            let patch = try list.difference(from: old).encoded(withOldContents: step % 2 == 0)
            try follower.apply(patch: patch)
            let document = try list.encoded()
            #expect(try follower.encoded() == document)
            #expect(try follower.version() == list.version())
            let read = try List(decoding: document)
            #expect(read == follower && read.allItemIdentifiers == list.allItemIdentifiers)
            #expect(zip(read.allItemIdentifiers, list.allItemIdentifiers).allSatisfy { $0.fields == $1.fields })
        }
        #expect(list.numberOfAllItems > 5)
    }

    private struct Vector: Decodable {
        let what: String
        let hex: String
        let base: String?
        let version: String
    }

    @Test func theVectorsAreReadAndWrittenAgain() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let folder = root.appendingPathComponent("WireTests/vectors")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
        #expect(names.count >= 10)
        var written = 0
        for name in names.sorted() {
            let vector = try JSONDecoder().decode(
                Vector.self, from: Data(contentsOf: folder.appendingPathComponent(name)))
            let document = bytes(vector.base ?? vector.hex)
            do {
                var list = try List(decoding: document)
                if vector.base != nil { try list.apply(patch: bytes(vector.hex)) }
                #expect(try list.version() == vector.version, "\(name)")
                // A document with a name has it as its third text.
                let hasName = document.dropFirst(20).first != 0xF6
                if vector.base == nil && !hasName { #expect(try list.encoded() == document, "\(name)") }
                written += 1
            } catch {
                // Typed lists have no identifiers and contents that are bytes, and a section snapshot is no list.
                #expect(
                    error.code == .malformed
                        && (error.message.contains("is no Row") || error.message.contains("no object with fields")
                            || error.message.contains("the tree of one section")),
                    "\(name): \(error)")
            }
        }
        #expect(written >= 5)
    }

    private func bytes(_ hex: String) -> [UInt8] {
        let digits = hex.utf8.map { UInt8($0 > 57 ? $0 - 87 : $0 - 48) }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
