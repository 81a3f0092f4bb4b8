import Foundation
import Testing

@testable import DiffableEngine
@testable import DiffableViews
@testable import TestSupport

/// Random programs over the whole API: engine and model say the same. What is recorded in Tests/Programs
/// is run there in C and in Lua.
@Suite struct ProgramTests {
    /// The programs that are recorded, by their seeds; recording them anew fails as well.
    @Test(arguments: 1...60 as ClosedRange<UInt64>) func whatIsRecordedIsWhatTheModelSays(seed: UInt64) throws {
        let theme: ProgramGenerator.Theme = seed <= 20 ? .lists : seed <= 40 ? .trees : .gestures
        let name = "Tests/Programs/programs/\(theme)-\(seed < 10 ? "0" : "")\(seed).txt"
        let program = ProgramGenerator.program(seed: seed, calls: 50, theme: theme)
        expectAgreement(seed, program)
        let trace = program.trace.joined(separator: "\n") + "\n"
        let file = repository.appendingPathComponent(name)
        if ProcessInfo.processInfo.environment["RECORD"] != nil {
            try trace.write(to: file, atomically: true, encoding: .utf8)
            Issue.record("recorded \(name)")
        } else {
            #expect(try String(contentsOf: file, encoding: .utf8) == trace, "\(name) is another one; RECORD=1 records it")
        }
    }

    @Test(arguments: 1_000..<1_400 as Range<UInt64>) func engineAndModelAgree(seed: UInt64) {
        expectAgreement(seed, ProgramGenerator.program(seed: seed, calls: 60))
    }

    @Test(arguments: [Shape.tiny, .longIdentifiers, .middle], 0..<9 as Range<UInt64>)
    func onListsOfOtherShapes(shape: Shape, seed: UInt64) {
        let theme: ProgramGenerator.Theme = seed % 3 == 0 ? .lists : seed % 3 == 1 ? .trees : .gestures
        expectAgreement(seed, ProgramGenerator.program(seed: seed, calls: 120, shape: shape, theme: theme))
    }

    @Test(arguments: 2_000..<2_400 as Range<UInt64>) func onTrees(seed: UInt64) {
        expectAgreement(seed, ProgramGenerator.program(seed: seed, calls: 60, theme: .trees))
    }

    @Test(arguments: 3_000..<3_400 as Range<UInt64>) func onGestures(seed: UInt64) {
        expectAgreement(seed, ProgramGenerator.program(seed: seed, calls: 60, theme: .gestures))
    }

    private var repository: URL {
        var place = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        for _ in 0..<3 { place.deleteLastPathComponent() }
        return place
    }

    private func expectAgreement(_ seed: UInt64, _ program: Program) {
        let engine = EngineInterpreter()
        for call in program.calls { engine.performSpelled(call) }
        let (found, expected) = (engine.trace.lines, program.trace)
        guard found != expected else { return }
        let line = zip(found, expected).prefix { $0 == $1 }.count
        Issue.record(
            """
            seed \(seed), line \(line + 1): \(found.dropFirst(line).first ?? "nothing") in place of \
            \(expected.dropFirst(line).first ?? "nothing")
            \(expected.prefix(line + 1).suffix(40).joined(separator: "\n"))
            """)
    }
}
