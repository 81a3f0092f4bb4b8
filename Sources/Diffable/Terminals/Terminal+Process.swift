import CLibc

extension Terminal {
    /// Whether the terminal of the process can be made a full screen.
    package static var isAvailable: Bool { diffable_tty_flaw() == nil }

    /// The terminal of the process, made a full screen; there is one at a time. However the process ends, it is left again.
    /// - Throws: `invalidArgument` where standard input and output are no terminal that can be one.
    package static func ofProcess() throws(DiffableError) -> Terminal {
        try StandardOutput.settle()
        if let reason = diffable_tty_open() {
            throw DiffableError(.invalidArgument, "terminal: \(String(cString: reason))")
        }
        return Terminal(
            size: {
                var (columns, rows): (Int32, Int32) = (0, 0)
                diffable_tty_size(&columns, &rows)
                // More is no screen, but an invitation to run out of memory.
                return (min(Int(columns), 1000), min(Int(rows), 1000))
            },
            read: { milliseconds in
                var bytes = [UInt8](repeating: 0, count: 4096)
                let count = bytes.withUnsafeMutableBytes { diffable_tty_read($0.baseAddress, $0.count, milliseconds ?? -1) }
                if count == Int(DIFFABLE_TTY_END) { return .end }
                if count == Int(DIFFABLE_TTY_RESUMED) { return .resumed }
                return count > 0 ? .bytes(Array(bytes.prefix(count))) : .nothing
            },
            write: { (bytes) throws(DiffableError) in
                guard bytes.withUnsafeBytes({ diffable_tty_write($0.baseAddress, $0.count) }) else {
                    throw DiffableError(.outputFailed, "the terminal could not be written to")
                }
            },
            now: { diffable_tty_now() },
            close: { diffable_tty_close() })
    }
}
