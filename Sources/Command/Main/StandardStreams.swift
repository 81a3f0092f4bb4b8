import CLibc
import CommandLua
import DiffableEngine
import DiffableTerminal

/// The streams that the process was started with, which may be closed, or full.
enum StandardStreams {
    /// The exit status if standard output could not be written to.
    nonisolated(unsafe) static var failureStatus: Int32 = 1

    /// Must be called before anything else opens a file or registers an exit handler.
    static func prepare() {
        for file in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] { diffable_occupy(file) }
        // An exit handler also runs when a script calls os.exit. The handler registered first runs last, after all
        // output.
        _ = atexit { StandardStreams.checkOutput() }
    }

    /// Reserves standard output for events, and connects descriptor 1 to standard error. So text that a script, or a
    /// program that it starts, prints does not get between the events.
    static func reserveForEvents() {
        StandardOutput.events = diffable_command_divert_output()
    }

    /// Flushes the original standard output. If that or an earlier write failed, the exit status becomes
    /// `failureStatus`.
    private static func checkOutput() {
        let stream = StandardOutput.events ?? diffable_stdout()
        var reason: Int32 = fflush(stream) == 0 ? 0 : diffable_errno()
        if reason == 0 {
            if ferror(stream) == 0 { return }
            // Lua dropped the reason why a write failed. If a device is full or closed, an empty write fails for the
            // same reason.
            if write(fileno(stream), "", 0) < 0 { reason = diffable_errno() }
        }
        fputs(
            "diffable: stdout could not be written to\(reason == 0 ? "" : ": \(String(cString: strerror(reason)))")\n",
            diffable_stderr())
        fflush(nil)
        _exit(failureStatus)
    }
}
