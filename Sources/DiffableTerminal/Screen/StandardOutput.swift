import CLibc
import CTerminal
import DiffableEngine
import DiffableViews

/// The standard output of the process as a destination of views. It may be redirected between two applies, so it is
/// examined for each.
package enum StandardOutput {
    /// Set once, by `showMotion`, before the first apply.
    nonisolated(unsafe) static var animationSink: AnimationSink?
    /// The stream that NDJSON views write to, if the process has redirected its standard output; nil for stdout. Set
    /// once, before the first apply.
    package nonisolated(unsafe) static var events: UnsafeMutablePointer<FILE>?
    private nonisolated(unsafe) static var hasBegunEvents = false
    /// How long a motion takes, in milliseconds; 0 for none. Set once, before `showMotion`, and before the first
    /// interactive list.
    package nonisolated(unsafe) static var motionDuration = RowTween.standardDuration
    /// How many applies text views have shown here.
    package nonisolated(unsafe) static var shownApplies = 0

    /// Plays a pending motion. Call this before you write to standard output without a view, and before you wait.
    /// - Throws: `outputFailed`.
    package static func finishMotion() throws(DiffableError) {
        try animationSink?.finish()
    }

    /// The output of a text view that writes here.
    static var textOutput: TextOutput {
        TextOutput(
            columns: { columns }, wantsColor: { wantsColor(STDOUT_FILENO) },
            animationSink: {
                // A text view reads `animationSink` once for each apply.
                shownApplies += 1
                return animationSink
            },
            write: { (text) throws(DiffableError) in try write(text) })
    }

    /// Writes with stdio, so that the text stays in order with the output of the program. Flushes, so that this call
    /// reports a failure to write.
    static func write(_ text: String, to stream: UnsafeMutablePointer<FILE>? = diffable_stdout()) throws(DiffableError)
    {
        try finishMotion()
        var text = text
        let isWritten = text.withUTF8 { fwrite($0.baseAddress, 1, $0.count, stream) == $0.count }
        guard isWritten, fflush(stream) == 0 else {
            let reason = String(cString: strerror(diffable_errno()))
            throw DiffableError(.outputFailed, "stdout could not be written to: \(reason)")
        }
    }

    /// Writes events to their stream.
    static func writeEvents(_ text: String) throws(DiffableError) {
        try write(text, to: events ?? diffable_stdout())
        hasBegunEvents = true
    }

    /// Writes an error event for a program that failed.
    package static func writeErrorEvent(_ message: String) throws(DiffableError) {
        let event = "{\"event\":\"error\",\"message\":\(JSON.text(Array(message.utf8)))}\n"
        try writeEvents((hasBegunEvents ? "" : NDJSONView.beginning) + event)
    }

    /// The columns of the terminal, or the value of COLUMNS if it is set; nil if standard output is not a terminal.
    private static var columns: Int? {
        if terminal_kind_of(STDOUT_FILENO) == TERMINAL_NONE { return nil }
        if let text = getenv("COLUMNS"), case let columns = strtol(text, nil, 10), columns > 0 { return columns }
        return terminalColumns(STDOUT_FILENO)
    }
}

extension StandardOutput {
    /// From now on, text views on standard output play animated applies as motion if it is a capable terminal. A motion
    /// that is pending when the process exits is played then.
    package static func showMotion() {
        if animationSink != nil || motionDuration == 0 { return }
        var signals = sigset_t()
        let terminal = Terminal(
            size: {
                var (columns, rows): (Int32, Int32) = (0, 0)
                // A motion begins in the first column, so it would overwrite a line that the program has begun.
                let canMove = terminal_motion_size(&columns, &rows) && !terminal_motion_is_within_line()
                return canMove ? Terminal.bounded(columns, rows) : (0, 0)
            },
            read: { milliseconds in terminal_motion_sleep(milliseconds ?? 0, signals) ? .end : .nothing },
            write: { (bytes) throws(DiffableError) in try Terminal.write(bytes) },
            now: { terminal_now() },
            close: { terminal_motion_end(signals) })
        let motion = MotionPlayer(on: terminal, duration: motionDuration) {
            fflush(diffable_stdout())
            signals = terminal_motion_begin()
        }
        animationSink = motion.animationSink
        atexit { do throws(DiffableError) { try StandardOutput.finishMotion() } catch {} }
    }
}

/// The columns of the terminal that a file descriptor refers to; nil if it is not a terminal, or does not report its
/// size.
package func terminalColumns(_ descriptor: Int32) -> Int? {
    var (columns, rows): (Int32, Int32) = (0, 0)
    return terminal_size(descriptor, &columns, &rows) ? Int(columns) : nil
}

/// Whether output to a file descriptor has colors by default. NO_COLOR (https://no-color.org) and CLICOLOR_FORCE
/// (https://bixense.com/clicolors) decide if they are set. Otherwise a terminal has colors, unless it is dumb.
package func wantsColor(_ descriptor: Int32) -> Bool {
    if let no = getenv("NO_COLOR"), no[0] != 0 { return false }
    if let force = getenv("CLICOLOR_FORCE"), force[0] != 0, strcmp(force, "0") != 0 { return true }
    let kind = terminal_kind_of(descriptor)
    return kind == TERMINAL_CAPABLE || kind == TERMINAL_UNNAMED
}
