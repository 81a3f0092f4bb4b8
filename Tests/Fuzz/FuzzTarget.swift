import CFuzz
@testable import DiffableEngine
@testable import DiffableTerminal
@testable import DiffableViews

/// libFuzzer calls this with each input. The first byte chooses what the other bytes are: mostly a program for the C
/// library, else a program for the Swift engine, with identifiers of any bytes, or a session at a terminal.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: size))
    switch bytes.first ?? 0 {
    case 0xF0...: TerminalSession.run(bytes.dropFirst())
    case 0xEC...: MotionSession.run(bytes.dropFirst())
    case 0xE8...: moveRuns(bytes)
    case 0xE0...: runProgramOnEngine(bytes)
    default: runProgram(bytes)
    }
    return 0
}

private func runProgram(_ bytes: [UInt8]) {
    let program = ProgramGenerator.program(bytes: bytes, calls: 120)
    bytes.withUnsafeBufferPointer { fuzz_begin_calls($0.baseAddress, $0.count) }
    fuzz_run_program(program.trace.joined(separator: "\n") + "\n")
    fuzz_end_calls()
}

private func runProgramOnEngine(_ bytes: [UInt8]) {
    let program = ProgramGenerator.program(bytes: bytes, calls: 120, shape: .tiny)
    let engine = EngineInterpreter()
    for call in program.calls { engine.performSpelled(call) }
    if engine.trace.lines != program.trace {
        let same = zip(engine.trace.lines, program.trace).prefix { $0 == $1 }.count
        report("\(program.trace.joined(separator: "\n"))\nline \(same + 1) differs from the model")
    }
    let list = engine.source.snapshot()
    if let broken = list.brokenInvariant() { report(broken) }
    for item in list.itemIdentifiers {
        let path = engine.source.indexPath(for: item)
        if path.flatMap({ engine.source.itemIdentifier(for: $0) }) != item {
            report("an item is not found at its index path")
        }
        let section = path.flatMap { engine.source.sectionIdentifier(for: $0.section) }
        if section.flatMap({ engine.source.index(for: $0) }) != path?.section {
            report("a section is not found at its index")
        }
    }
    for outline in ([list] + engine.snapshots).map({ $0.description })
    where outline.utf8.contains(where: { $0 < 0x20 && $0 != 0x0A }) { report("an outline has a control character") }
}

/// Moves runs of consecutive items. The difference must have as few moves as the model's, and must produce the new
/// list.
private func moveRuns(_ bytes: [UInt8]) {
    var random = Choices(Choices.Bytes(bytes))
    var count = 0
    let runs = (0..<random.number(in: 2...7)).map { _ in
        let first = count
        count += random.number(in: 1...40)
        return (first..<count).map { Element(.integer(Int64($0))) }
    }
    func list(_ runs: [[Element]]) -> ReferenceModel {
        ReferenceModel(sections: [.init(identifier: "s", content: nil, items: runs.flatMap { $0 })])
    }
    let (old, new) = (list(runs), list(runs.shuffled(using: &random)))
    guard let from = try? Snapshot(old), let to = try? Snapshot(new, sharing: random.once(in: 2) ? from : nil) else {
        return report("a model that cannot be built")
    }
    let changes = Changes(Difference(from: from, to: to), from: old, to: new)
    let expected = Changes(NaiveDifference(from: old, to: new))
    if changes.movedItems != expected.movedItems || changes.batch != new.visibleSections
        || changes.steps != new.visibleSections
    {
        report("\(changes.movedItems) moves instead of \(expected.movedItems), or they do not produce the new list")
    }
}
