/// The commands of the REPL: a dot and letters, which is never Lua.
enum REPLCommand {
    case help, quit, unknown

    init?(_ line: [UInt8]) {
        let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        let word = line.reversed().drop(while: isBlank).reversed().drop(while: isBlank)
        let isLetter = { (byte: UInt8) in (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
        guard word.count > 1, word.first == UInt8(ascii: "."), word.dropFirst().allSatisfy(isLetter) else { return nil }
        self = Options.equal(Array(word), ".help") ? .help : Options.equal(Array(word), ".quit") ? .quit : .unknown
    }
}
