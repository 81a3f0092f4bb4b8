import CFuzz
@testable import Diffable

/// What libFuzzer calls with each input. Most are programs; some are a person at a terminal.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: size))
    if bytes.first.map({ $0 >= 0xF0 }) == true {
        TerminalSession.run(bytes.dropFirst())
    } else {
        runProgram(bytes)
    }
    return 0
}

private func runProgram(_ bytes: [UInt8]) {
    let program = ProgramGenerator.program(bytes: bytes, calls: 120)
    bytes.withUnsafeBufferPointer { fuzz_begin_calls($0.baseAddress, $0.count) }
    fuzz_run_program(program.trace.joined(separator: "\n") + "\n")
    fuzz_end_calls()
}
