import CLibc
import CTerminal
import DiffableEngine

extension StandardOutput {
    /// From now on text views on standard output show animated applies as motion, wherever it is a terminal that can. A
    /// motion that is pending when the process exits is shown then.
    package static func showMotion() {
        if animationSink != nil { return }
        var signals = sigset_t()
        let terminal = Terminal(
            size: {
                var (columns, rows): (Int32, Int32) = (0, 0)
                // The motion would be drawn over a line that has begun.
                let canMove = terminal_motion_size(&columns, &rows) && !terminal_motion_is_within_line()
                return canMove ? Terminal.bounded(columns, rows) : (0, 0)
            },
            read: { milliseconds in terminal_motion_sleep(milliseconds ?? 0, signals) ? .end : .nothing },
            write: { (bytes) throws(DiffableError) in try Terminal.write(bytes) },
            now: { terminal_now() },
            close: { terminal_motion_restore_signals(signals) })
        let motion = MotionPlayer(on: terminal) {
            fflush(diffable_stdout())
            signals = terminal_motion_block_signals()
        }
        animationSink = motion.animationSink
        atexit { do throws(DiffableError) { try StandardOutput.finishMotion() } catch {} }
    }
}
