import Foundation
import Testing

/// Every public declaration of the module has a comment that documents it.
struct DocumentationTests {
    @Test func everyPublicDeclarationIsDocumented() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let folder = root.appendingPathComponent("Sources/Diffable").path
        let files = (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".swift") }
        #expect(files.count > 20)
        var declarations = 0
        for file in files {
            let lines = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
            for (index, line) in lines.enumerated() {
                let isCase = line.hasPrefix("        case ") && !line.contains(":") && line.firstIndex(of: ".") == nil && file.contains("Error")
                guard line.drop(while: { $0 == " " }).hasPrefix("public ") || isCase else { continue }
                declarations += 1
                var above = index - 1
                while above >= 0, lines[above].drop(while: { $0 == " " }).hasPrefix("@") { above -= 1 }
                #expect(lines[above].contains("///"), "\(file):\(index + 1): \(line)")
            }
        }
        #expect(declarations > 150)
    }
}
