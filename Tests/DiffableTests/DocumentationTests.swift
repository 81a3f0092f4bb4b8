import Foundation
import Testing

/// Every public declaration of the module has a comment that documents it.
struct DocumentationTests {
    /// A declaration, and the number of its line.
    private struct Declaration: Equatable {
        let line: Int
        let text: String
        /// The first line of the comment above it; empty if there is none.
        let summary: String

        var isDocumented: Bool { summary.hasPrefix("///") }
        /// Whether the summary says what the declaration is to a reader who sees no other comment, as Quick Help shows
        /// it.
        var standsAlone: Bool {
            summary.split(separator: " ").count > 2
                && summary.prefixMatch(of: #/\/\/\/ (The same|As|Its|Does nothing|UIKit's name\.)\b/#) == nil
        }
    }

    /// The public declarations of a source file, with the cases of public enumerations, the requirements of public
    /// protocols and the members of public extensions. Each begins a line, and the brace that ends a type has the
    /// indentation of the type.
    private func declarations(_ source: String) -> [Declaration] {
        let lines = source.components(separatedBy: "\n")
        let codes = lines.map { $0.trimmingCharacters(in: .whitespaces) }
        // The type whose members are public without the word, and how such a member begins.
        var type: (indentation: Int, members: Regex<AnyRegexOutput>)?
        var result: [Declaration] = []
        for (index, line) in lines.enumerated() {
            let indentation = line.prefix { $0 == " " }.count
            let code = codes[index].replacing(#/^(@\w+(\([^)]*\))?\s+)+/#, with: "")
            if let open = type, indentation == open.indentation, code.hasPrefix("}") { type = nil }
            let isMember =
                type.map { indentation == $0.indentation + 4 && code.prefixMatch(of: $0.members) != nil } ?? false
            let isPublic = code.prefixMatch(of: #/(\w+ )*?(public|open) /#) != nil
            guard isMember || isPublic else { continue }
            if isPublic, !code.hasSuffix("}"), let kind = code.prefixMatch(of: #/.*?\b(enum|protocol|extension)\b/#) {
                let members =
                    kind.1 == "enum"
                    ? "(indirect )?case "
                    : "(\\w+ )*(func|var|let|init|subscript|associatedtype|typealias|case|struct|class|enum)\\b"
                type = (indentation, try! Regex(members))
            }
            if code.hasPrefix("public extension") { continue }
            let above = codes[..<index].lastIndex { !$0.hasPrefix("@") } ?? 0
            let first = (codes[..<above].lastIndex { !$0.hasPrefix("///") } ?? -1) + 1
            result.append(
                Declaration(line: index + 1, text: code, summary: codes[above].hasPrefix("///") ? codes[first] : ""))
        }
        return result
    }

    @Test func everyPublicDeclarationIsDocumented() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let folder = root.appendingPathComponent("Sources/Diffable").path
        let files = (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []).filter {
            $0.hasSuffix(".swift")
        }
        #expect(files.count > 20)
        var count = 0
        for file in files {
            for declaration in declarations(try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)) {
                count += 1
                #expect(declaration.isDocumented, "\(file):\(declaration.line): \(declaration.text)")
                #expect(declaration.standsAlone, "\(file):\(declaration.line): \(declaration.summary)")
            }
        }
        #expect(count > 220)
    }

    @Test(arguments: [
        ("/// Makes a list.\n/// As that one does.", true), ("/// The same, for trees of items.", false),
        ("/// 0.", false),
    ])
    func summaries(comment: String, standsAlone: Bool) {
        #expect(declarations("\(comment)\n@inlinable\npublic func make() {}").map(\.standsAlone) == [standsAlone])
    }

    /// The declarations of every kind are found, and only they.
    @Test func kindsOfDeclarations() {
        let source = """
            /// Documented.
            public struct List<
                Item: Hashable
            > {
                public typealias Name = String
                /// Documented.
                @inlinable
                @available(*, deprecated)
                public init() {}
                // Not documented.
                public static func < (left: Self, right: Self) -> Bool { false }
                @discardableResult public mutating func edit() -> Int { 1 }
                public internal(set) var count = 0
                func hidden() {}
                public enum State: Sendable {
                    case one
                    /// Documented.
                    case two
                    indirect case three(State)
                    func answer() -> Int {
                        switch self {
                        case .one: 1
                        default: 2
                        }
                    }
                }
                private enum Hidden {
                    case one
                }
                nonisolated public subscript(index: Int) -> Int { index }
            }

            public protocol View<Item> {
                associatedtype Item
                /// Documented.
                func prepare()
                static func make() -> Self
                var isReady: Bool { get }
                init()
            }

            public extension List {
                func added() {}
                /// Documented.
                var documented: Int { 1 }
            }

            extension List: Sendable {}
            let hidden = 1
            """
        let undocumented = [
            "public typealias Name = String", "public static func <", "public mutating func edit",
            "public internal(set) var count",
            "public enum State", "case one", "indirect case three", "nonisolated public subscript",
            "public protocol View",
            "associatedtype Item", "static func make", "var isReady", "init()", "func added",
        ]
        let found = declarations(source)
        let missing = found.filter { !$0.isDocumented }.map(\.text)
        #expect(
            missing.count == undocumented.count && zip(missing, undocumented).allSatisfy { $0.hasPrefix($1) },
            "\(missing)")
        #expect(found.filter(\.isDocumented).map(\.line) == [2, 9, 18, 36, 45])
    }
}
