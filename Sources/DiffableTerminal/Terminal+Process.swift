import CLibc
import CTerminal
import DiffableEngine

extension Terminal {
    /// Whether the terminal of the process can become a full screen.
    package static var isAvailable: Bool { terminal_screen_obstacle() == nil }

    /// The terminal of the process as a full screen; there is one at a time. It is restored however the process ends.
    /// - Throws: `invalidArgument` where standard input and output are no terminal that can be one.
    package static func ofProcess() throws(DiffableError) -> Terminal {
        try StandardOutput.finishMotion()
        if let obstacle = terminal_screen_open() {
            throw DiffableError(.invalidArgument, "terminal: \(String(cString: obstacle))")
        }
        return Terminal(
            size: {
                var (columns, rows): (Int32, Int32) = (0, 0)
                terminal_screen_size(&columns, &rows)
                return bounded(columns, rows)
            },
            read: { milliseconds in
                var bytes = [UInt8](repeating: 0, count: 4096)
                let count = bytes.withUnsafeMutableBytes { terminal_screen_read($0.baseAddress, $0.count, milliseconds ?? -1) }
                if count == Int(TERMINAL_READ_END) { return .end }
                if count == Int(TERMINAL_READ_RESUMED) { return .resumed }
                return count > 0 ? .bytes(Array(bytes.prefix(count))) : .nothing
            },
            write: { (bytes) throws(DiffableError) in try write(bytes) },
            now: { terminal_now() },
            close: { terminal_screen_close() })
    }

    static func write(_ bytes: [UInt8]) throws(DiffableError) {
        guard bytes.withUnsafeBytes({ terminal_write($0.baseAddress, $0.count) }) else {
            throw DiffableError(.outputFailed, "the terminal could not be written to")
        }
    }

    /// A terminal that claims to be larger would make the list run out of memory.
    static func bounded(_ columns: Int32, _ rows: Int32) -> (columns: Int, rows: Int) {
        (min(Int(columns), 1000), min(Int(rows), 1000))
    }
}
