import CLibc
import DiffableEngine

/// The streams that the process was started with, which may be closed, or full.
enum StandardStreams {
    /// To be called first of all.
    static func prepare() {
        for file in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] { diffable_occupy(file) }
        // Also when a script calls os.exit. What was registered first runs last: nothing is written after it.
        _ = atexit { StandardStreams.checkOutput() }
    }

    /// What was printed may still be in a buffer, and nobody may have looked whether it was taken. It does not pass for
    /// written: the exit status becomes 1.
    private static func checkOutput() {
        let isFlushed = fflush(diffable_stdout()) == 0
        let reason = isFlushed ? "" : ": \(String(cString: strerror(diffable_errno())))"
        if isFlushed && ferror(diffable_stdout()) == 0 { return }
        fputs("diffable: stdout could not be written to\(reason)\n", diffable_stderr())
        fflush(nil)
        _exit(1)
    }
}
