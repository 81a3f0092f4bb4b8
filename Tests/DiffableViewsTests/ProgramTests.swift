import Foundation
import Testing

@testable import DiffableEngine
@testable import DiffableViews
@testable import TestSupport

private let environment = ProcessInfo.processInfo.environment
private let generatedSeeds: ClosedRange<UInt64> = 1...240

/// Random programs over the whole API: the traces of engine and model must be equal. Tests/Programs runs programs in C
/// and in Lua, and compares with the traces of the model. Eleven programs are kept there as readable files. The others
/// are generated when needed.
@Suite struct ProgramTests {
    /// The kept programs and their seeds. Together they make every kind of call. RECORD=1 writes them again, and fails.
    @Test(
        arguments: [
            ("lists-replaced-with-faulty-cells", 73),
            ("lists-whose-output-fails", 68),
            ("lists-footers-that-look", 61),
            ("trees-inserted-beside-items", 156),
            ("trees-moved-with-their-parents", 36),
            ("trees-replaced-and-taken-out", 150),
            ("trees-whose-hidden-items-are-found", 148),
            ("trees-whose-children-are-kept", 217),
            ("gestures-children-on-demand", 171),
            ("gestures-on-cleared-trees", 163),
            ("gestures-undone", 43),
        ] as [(name: String, seed: UInt64)])
    func keptProgramsHaveTheTracesOfTheModel(name: String, seed: UInt64) throws {
        let trace = ProgramGenerator.program(seed: seed).file
        let file = repository.appendingPathComponent("Tests/Programs/programs/\(name).txt")
        if environment["RECORD"] != nil {
            try trace.write(to: file, atomically: true, encoding: .utf8)
            Issue.record("recorded \(name)")
        } else {
            #expect(
                try String(contentsOf: file, encoding: .utf8) == trace, "\(name) has another trace; RECORD=1 records it"
            )
        }
    }

    /// The programs that Tests/Programs/run runs beside the kept ones.
    @Test(arguments: generatedSeeds) func engineAndModelAgreeOnGeneratedPrograms(seed: UInt64) {
        expectAgreement(seed, ProgramGenerator.program(seed: seed))
    }

    /// Writes the generated programs into the folder that PROGRAMS names. With SEED, only the program of that seed.
    @Test(.enabled(if: environment["PROGRAMS"] != nil)) func generatedProgramsAreWritten() throws {
        let folder = URL(fileURLWithPath: environment["PROGRAMS"]!)
        let seeds =
            try environment["SEED"].map { seed in [try #require(UInt64(seed), "SEED is not a number")] }
            ?? Array(generatedSeeds)
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
        var url = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        for _ in 0..<3 { url.deleteLastPathComponent() }
        return url
    }

    private func expectAgreement(_ seed: UInt64, _ program: Program) {
        let engine = EngineInterpreter()
        for call in program.calls { engine.performSpelled(call) }
        let (found, expected) = (engine.trace.lines, program.trace)
        guard found != expected else { return }
        let line = zip(found, expected).prefix { $0 == $1 }.count
        Issue.record(
            """
            seed \(seed), line \(line + 1): \(found.dropFirst(line).first ?? "nothing") instead of \
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
