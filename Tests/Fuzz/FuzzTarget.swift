import CFuzz
@testable import Diffable

/// What libFuzzer calls with each input. Most are programs on the C library; some are programs on the core, whose identifiers
/// may be any bytes, and some a person at a terminal.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: size))
    switch bytes.first ?? 0 {
    case 0xF0...: TerminalSession.run(bytes.dropFirst())
    case 0xE0...: runProgramOnCore(bytes)
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

private func runProgramOnCore(_ bytes: [UInt8]) {
    let program = ProgramGenerator.program(bytes: bytes, calls: 120, shape: .tiny)
    let engine = EngineInterpreter()
    for call in program.calls { engine.performSpelled(call) }
    if engine.trace.lines != program.trace {
        let same = zip(engine.trace.lines, program.trace).prefix { $0 == $1 }.count
        report("\(program.trace.joined(separator: "\n"))\nline \(same + 1) is not what the model says")
    }
    let list = engine.source.snapshot()
    if let broken = list.brokenInvariant() { report(broken) }
    for outline in [list.description] + engine.trees.map({ $0.description })
    where outline.utf8.contains(where: { $0 < 0x20 && $0 != 0x0A }) { report("an outline holds a control character") }
}
