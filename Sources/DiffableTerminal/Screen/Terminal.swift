import CLibc
import CTerminal
import DiffableEngine
import DiffableViews

/// The functions of a terminal that a list or a motion needs. Tests use a terminal without a screen.
package struct Terminal {
    package enum Input {
        case bytes([UInt8])
        /// No input came in time, or the size changed.
        case nothing
        /// The process was stopped and continued, so the screen is blank.
        case resumed
        /// There are no keys, but the watched file has input, or is at its end.
        case watched
        /// A signal arrived that the program handles itself.
        case signal
        /// The input is at its end.
        case end
    }

    package var size: () -> (columns: Int, rows: Int)
    /// Whether the screen is only a part of the terminal. Then the terminal has saved the cursor at the first position
    /// of that part.
    package var isPart = false
    /// The file that keys are read from.
    package var descriptor: Int32
    /// Waits for input for at most `milliseconds`; if nil, without a limit.
    package var read: (_ milliseconds: Int?) -> Input
    /// Makes `read` also wait for input of another file. Nil removes that file.
    package var watch: (_ descriptor: Int32?) -> Void
    package var write: ([UInt8]) throws(DiffableError) -> Void
    /// The time in milliseconds, from an arbitrary start.
    package var now: () -> Int
    /// Restores the state that the terminal had before.
    package var close: () -> Void

    package init(
        size: @escaping () -> (columns: Int, rows: Int), descriptor: Int32 = -1,
        read: @escaping (_ milliseconds: Int?) -> Input,
        watch: @escaping (_ descriptor: Int32?) -> Void = { _ in },
        write: @escaping ([UInt8]) throws(DiffableError) -> Void,
        now: @escaping () -> Int, close: @escaping () -> Void
    ) {
        self.size = size
        self.descriptor = descriptor
        self.read = read
        self.watch = watch
        self.write = write
        self.now = now
        self.close = close
    }
}

extension Terminal {
    /// Whether standard input and output are a terminal that `ofProcess` can use, and no screen is open.
    package static var isAvailable: Bool { terminal_screen_is_available() }

    /// Opens a full screen on the terminal of the process: on standard input and output if they are a terminal,
    /// otherwise on /dev/tty. Only one screen can be open at a time. The terminal is restored by `close`, and also when
    /// the process exits, calls `abort`, or is ended by SIGINT, SIGTERM, SIGHUP or SIGQUIT.
    /// - Parameter height: the number of lines of the screen, from the line of the cursor on, but at least 3; 0 for the
    ///   whole terminal, and a negative number for a percentage of its lines.
    /// - Throws: `invalidArgument` if there is no capable terminal, or if it is in use; `outputFailed` if a pending
    ///   motion could not be written.
    package static func ofProcess(height: Int = 0) throws(DiffableError) -> Terminal {
        try StandardOutput.finishMotion()
        if let message = terminal_screen_open(Int32(height)) {
            throw DiffableError(.invalidArgument, "terminal: \(String(cString: message))")
        }
        var terminal = Terminal(
            size: {
                var (columns, rows): (Int32, Int32) = (0, 0)
                terminal_screen_size(&columns, &rows)
                return bounded(columns, rows)
            },
            descriptor: terminal_screen_descriptor(),
            read: { milliseconds in
                var bytes = [UInt8](repeating: 0, count: 4096)
                let count = bytes.withUnsafeMutableBytes {
                    terminal_screen_read($0.baseAddress, $0.count, milliseconds ?? -1)
                }
                switch count {
                case Int(TERMINAL_READ_END): return .end
                case Int(TERMINAL_READ_RESUMED): return .resumed
                case Int(TERMINAL_READ_SIGNAL): return .signal
                case Int(TERMINAL_READ_WATCHED): return .watched
                default: return count > 0 ? .bytes(Array(bytes.prefix(count))) : .nothing
                }
            },
            watch: { terminal_screen_watch($0 ?? -1) },
            write: { (bytes) throws(DiffableError) in
                try check(bytes.withUnsafeBytes { terminal_screen_write($0.baseAddress, $0.count) })
            },
            now: { terminal_now() },
            close: { terminal_screen_close() })
        terminal.isPart = terminal_screen_is_part()
        return terminal
    }

    /// Writes to standard output without the buffer of stdio.
    static func write(_ bytes: [UInt8]) throws(DiffableError) {
        try check(bytes.withUnsafeBytes { terminal_write(STDOUT_FILENO, $0.baseAddress, $0.count) })
    }

    private static func check(_ isWritten: Bool) throws(DiffableError) {
        if !isWritten { throw DiffableError(.outputFailed, "the terminal could not be written to") }
    }

    /// Limits the size that a terminal reports, and with it the memory of a grid.
    static func bounded(_ columns: Int32, _ rows: Int32) -> (columns: Int, rows: Int) {
        (min(Int(columns), 1000), min(Int(rows), 1000))
    }
}
