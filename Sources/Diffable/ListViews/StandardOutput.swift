import CLibc

/// The process's standard output, as views write to it and see it. What it is may change from one apply to the next.
package enum StandardOutput {
    /// Set by what knows terminals, before anything is applied.
    nonisolated(unsafe) static var stage: Stage?

    /// Has what is to move do so. Whoever writes to standard output by another way, or waits, calls it before.
    package static func settle() throws(DiffableError) {
        try stage?.settle()
    }

    /// Writes in step with what the program itself prints there, and to the end: what stayed in a buffer could get lost
    /// when nobody is there any more to be told.
    static func write(_ text: String) throws(DiffableError) {
        try settle()
        var text = text
        let isWritten = text.withUTF8 { fwrite($0.baseAddress, 1, $0.count, diffable_stdout()) == $0.count }
        guard isWritten, fflush(diffable_stdout()) == 0 else {
            let reason = String(cString: strerror(diffable_errno()))
            throw DiffableError(.outputFailed, "stdout could not be written to: \(reason)")
        }
    }

    /// The columns of the terminal that it is, which COLUMNS may say otherwise; nil where it is none.
    static var columns: Int? {
        guard isatty(STDOUT_FILENO) != 0 else { return nil }
        if let text = getenv("COLUMNS"), case let columns = strtol(text, nil, 10), columns > 0 { return columns }
        let columns = Int(diffable_terminal_columns(STDOUT_FILENO))
        return columns > 0 ? columns : nil
    }

    static var wantsColor: Bool { Diffable.wantsColor(STDOUT_FILENO) }
}

/// Whether what is written to a file descriptor should have colours: https://no-color.org and
/// https://bixense.com/clicolors, and else whether it is a terminal that knows any.
package func wantsColor(_ descriptor: Int32) -> Bool {
    if let no = getenv("NO_COLOR"), no[0] != 0 { return false }
    if let force = getenv("CLICOLOR_FORCE"), force[0] != 0, strcmp(force, "0") != 0 { return true }
    if let terminal = getenv("TERM"), strcmp(terminal, "dumb") == 0 { return false }
    return isatty(descriptor) != 0
}
