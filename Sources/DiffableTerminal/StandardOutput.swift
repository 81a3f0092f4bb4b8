import CLibc
import CTerminal
import DiffableEngine
import DiffableViews

/// The standard output of the process, as views write to it. What it is may change from one apply to the next.
package enum StandardOutput {
    /// Set by `showMotion`, before anything is applied.
    nonisolated(unsafe) static var animationSink: AnimationSink?

    /// Finishes a pending motion. Whoever writes to standard output by another way, or waits, calls it before.
    package static func finishMotion() throws(DiffableError) {
        try animationSink?.finish()
    }

    /// For text views.
    static var textOutput: TextOutput {
        TextOutput(
            columns: { columns }, wantsColor: { wantsColor(STDOUT_FILENO) }, animationSink: { animationSink },
            write: { (text) throws(DiffableError) in try write(text) })
    }

    /// Writes through stdio, in order with what the program itself prints, and flushes, so that a failure is reported now.
    static func write(_ text: String) throws(DiffableError) {
        try finishMotion()
        var text = text
        let isWritten = text.withUTF8 { fwrite($0.baseAddress, 1, $0.count, diffable_stdout()) == $0.count }
        guard isWritten, fflush(diffable_stdout()) == 0 else {
            let reason = String(cString: strerror(diffable_errno()))
            throw DiffableError(.outputFailed, "stdout could not be written to: \(reason)")
        }
    }

    /// The columns of the terminal, or what COLUMNS says in their place; nil where standard output is no terminal.
    private static var columns: Int? {
        if terminal_kind_of(STDOUT_FILENO) == TERMINAL_NONE { return nil }
        if let text = getenv("COLUMNS"), case let columns = strtol(text, nil, 10), columns > 0 { return columns }
        return terminalColumns(STDOUT_FILENO)
    }
}

/// The columns of a terminal; nil where a file descriptor is none, or reports none.
package func terminalColumns(_ descriptor: Int32) -> Int? {
    var (columns, rows): (Int32, Int32) = (0, 0)
    return terminal_size(descriptor, &columns, &rows) ? Int(columns) : nil
}

/// Whether what is written to a file descriptor has colors by default: https://no-color.org and
/// https://bixense.com/clicolors, and else whether it is a terminal that is not dumb.
package func wantsColor(_ descriptor: Int32) -> Bool {
    if let no = getenv("NO_COLOR"), no[0] != 0 { return false }
    if let force = getenv("CLICOLOR_FORCE"), force[0] != 0, strcmp(force, "0") != 0 { return true }
    let kind = terminal_kind_of(descriptor)
    return kind == TERMINAL_CAPABLE || kind == TERMINAL_UNNAMED
}
