import CLibc

extension StandardOutput {
    /// From now on text views show animated applies as motion, wherever standard output is a terminal that can. What is
    /// left to be shown when the process exits is shown then.
    package static func showMotion() {
        if stage != nil { return }
        var signals = sigset_t()
        let terminal = Terminal(
            size: {
                var (columns, rows): (Int32, Int32) = (0, 0)
                // A line that was begun would be drawn over.
                let canMove = diffable_motion_size(&columns, &rows) && !diffable_motion_is_within_line()
                return canMove ? (min(Int(columns), 1000), min(Int(rows), 1000)) : (0, 0)
            },
            read: { milliseconds in diffable_motion_sleep(milliseconds ?? 0, signals) ? .end : .nothing },
            write: { (bytes) throws(DiffableError) in
                guard bytes.withUnsafeBytes({ diffable_tty_write($0.baseAddress, $0.count) }) else {
                    throw DiffableError(.outputFailed, "the terminal could not be written to")
                }
            },
            now: { diffable_tty_now() },
            close: { diffable_motion_release_signals(signals) })
        let motion = MotionStage(on: terminal) {
            fflush(diffable_stdout())
            signals = diffable_motion_hold_signals()
        }
        stage = motion.stage
        atexit { do throws(DiffableError) { try StandardOutput.settle() } catch {} }
    }
}
