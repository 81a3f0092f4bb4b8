import CFuzz
@testable import Diffable

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: size))
    let program = ProgramGenerator.program(bytes: bytes, calls: 120)
    fuzz_begin_calls(data, size)
    fuzz_run_program(program.trace.joined(separator: "\n") + "\n")
    fuzz_end_calls()
    return 0
}
