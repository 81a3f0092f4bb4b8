import Diffable
import Foundation
@testable import TestSupport

/// Lists and trees as JSON: what is encoded is decoded as the same, and no JSON is a list that breaks the rules.
final class CodingSession {
    private let bytes: Choices.Bytes
    private var random: Choices

    init(_ bytes: Choices.Bytes) {
        self.bytes = bytes
        random = Choices(bytes)
    }

    func run() {
        switch random.below(5) {
        case 0: encodeList()
        case 1: encodeTree()
        case 4: encodeForest()
        case 2: decodeList()
        default: decodeTree()
        }
    }

    private func encodeList() {
        var program = Program<Payment, Row>(random)
        while !bytes.hasRunOut { if let mismatch = program.advance(1) { report(mismatch) } }
        let decoded = try? Self.copy(program.snapshot)
        if decoded != program.snapshot { report("\(String(describing: decoded)) instead of \(program.snapshot)") }
    }

    private func encodeTree() {
        var program = TreeProgram<Row>(random)
        while !bytes.hasRunOut { if let mismatch = program.advance(1) { report(mismatch) } }
        let decoded = try? Self.copy(program.tree)
        if decoded != program.tree { report("\(String(describing: decoded)) instead of \(program.tree)") }
    }

    private func encodeForest() {
        var program = ForestProgram<Payment, Row>(random)
        while !bytes.hasRunOut { if let mismatch = program.advance(1) { report(mismatch) } }
        let decoded = try? Self.copy(program.list)
        if decoded != program.list { report("\(String(describing: decoded)) instead of \(program.list)") }
    }

    private static func copy<Value: Codable>(_ value: Value) throws -> Value {
        try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
    }

    /// Sections and items may come twice.
    private func decodeList() {
        var names: [Int] = []
        var items: [[Int]] = []
        while !bytes.hasRunOut {
            names.append(random.below(10))
            items.append((0..<random.below(6)).map { _ in random.below(40) })
        }
        let sections = zip(names, items).map { #"{"identifier":\#($0),"items":\#($1)}"# }
        let isValid = Set(names).count == names.count && Set(items.joined()).count == items.joined().count
        let json = "[\(sections.joined(separator: ","))]"
        guard let list = decode(DiffableDataSourceSnapshot<Int, Int>.self, json, isValid) else { return }
        if list.sectionIdentifiers != names || list.itemIdentifiers != Array(items.joined()) {
            report("\(json) is decoded as \(list)")
        }
    }

    /// Levels may be wrong, and items may come twice.
    private func decodeTree() {
        var items: [Int] = []
        var levels: [Int] = []
        while !bytes.hasRunOut {
            items.append(random.below(10) == 0 ? 1 : items.count + 1)
            levels.append(random.below(10) == 0 ? random.below(5) - 1 : min(random.below(4), (levels.last ?? -1) + 1))
        }
        let extra = [#","isExpanded":true"#, #","isExpandable":true,"isExpanded":false"#, ""]
        let lines = zip(items, levels).map { #"{"identifier":\#($0),"level":\#($1)\#(extra[$0 % 3])}"# }
        let isValid =
            Set(items).count == items.count && zip([-1] + levels, levels).allSatisfy { (0...$0 + 1).contains($1) }
        let json = "[\(lines.joined(separator: ","))]"
        guard let tree = decode(DiffableDataSourceSectionSnapshot<Int>.self, json, isValid) else { return }
        if tree.items != items || tree.items.map({ tree.level(of: $0) }) != levels {
            report("\(json) is decoded as \(tree)")
        }
    }

    private func decode<Value: Decodable>(_ type: Value.Type, _ json: String, _ isValid: Bool) -> Value? {
        do {
            let value = try JSONDecoder().decode(type, from: Data(json.utf8))
            if !isValid { report("\(json) is decoded") }
            return value
        } catch let error as DecodingError {
            if isValid { report("\(json) is not decoded: \(error)") }
            return nil
        } catch {
            report("\(json): \(error)")
        }
    }
}
