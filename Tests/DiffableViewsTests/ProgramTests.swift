import Foundation
import Testing

@testable import DiffableEngine
@testable import DiffableViews
@testable import TestSupport

private let environment = ProcessInfo.processInfo.environment
private let generatedSeeds: ClosedRange<UInt64> = 1...240

/// Random programs over the whole API: engine and model say the same. Tests/Programs runs programs with the model's traces in C
/// and in Lua: nine are kept there to be read, and the others are written there when they are needed.
@Suite struct ProgramTests {
    /// The programs that are kept, and their seeds. Together they make every kind of call. Recording them anew fails as well.
    @Test(arguments: [
        ("lists-providers-that-fail", 16),
        ("lists-deleted-with-faulty-cells", 127),
        ("lists-compared-and-copied", 131),
        ("lists-footers-that-call", 132),
        ("trees-replaced-and-collapsed", 23),
        ("trees-reconfigured", 154),
        ("trees-copied-and-reloaded", 155),
        ("gestures-refused-and-nested", 116),
        ("gestures-children-on-demand", 235),
    ] as [(name: String, seed: UInt64)])
    func whatIsKeptIsWhatTheModelSays(name: String, seed: UInt64) throws {
        let trace = ProgramGenerator.program(seed: seed).file
        let file = repository.appendingPathComponent("Tests/Programs/programs/\(name).txt")
        if environment["RECORD"] != nil {
            try trace.write(to: file, atomically: true, encoding: .utf8)
            Issue.record("recorded \(name)")
        } else {
            #expect(try String(contentsOf: file, encoding: .utf8) == trace, "\(name) is another one; RECORD=1 records it")
        }
    }

    /// The programs that Tests/Programs/run runs beside those that are kept.
    @Test(arguments: generatedSeeds) func engineAndModelAgreeOnWhatIsGenerated(seed: UInt64) {
        expectAgreement(seed, ProgramGenerator.program(seed: seed))
    }

    /// PROGRAMS names the folder that the generated programs are written into; SEED asks for one of any seed.
    @Test(.enabled(if: environment["PROGRAMS"] != nil)) func generatedProgramsAreWritten() throws {
        let folder = URL(fileURLWithPath: environment["PROGRAMS"]!)
        let seeds = try environment["SEED"].map { seed in [try #require(UInt64(seed), "SEED is no number")] } ?? Array(generatedSeeds)
        for seed in seeds {
            let file = folder.appendingPathComponent("\(seed).txt")
            try ProgramGenerator.program(seed: seed).file.write(to: file, atomically: false, encoding: .utf8)
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

extension ProgramGenerator {
    /// The program of a seed for Tests/Programs. The theme changes with every 20 seeds.
    fileprivate static func program(seed: UInt64) -> Program {
        let themes: [Theme] = [.lists, .trees, .gestures]
        return program(seed: seed, calls: 50, theme: themes[Int((seed &- 1) / 20 % 3)])
    }
}

extension Program {
    /// The text of a file of Tests/Programs.
    fileprivate var file: String { trace.joined(separator: "\n") + "\n" }
}
