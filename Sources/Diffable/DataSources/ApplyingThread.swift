import CLibc
import Synchronization

/// The thread that runs an apply of a data source, in debug builds. A data source belongs to one thread at a time. The
/// compiler checks that in the Swift 6 language mode. In another mode, a program could corrupt memory and fail much
/// later, so a debug build ends it at once.
struct ApplyingThread: ~Copyable {
    #if DEBUG
    private let thread = Atomic<UInt>(0)
    #endif

    /// Runs an apply. Ends the program if another thread runs one. An apply that a callback calls is on the same
    /// thread.
    func run<Result>(_ apply: () throws -> Result) rethrows -> Result {
        #if DEBUG
        // `pthread_t` is a number on Linux, and a pointer on other systems.
        let current = withUnsafeBytes(of: pthread_self()) { $0.load(as: UInt.self) }
        let (isOutermost, running) = thread.compareExchange(expected: 0, desired: current, ordering: .acquiring)
        if !isOutermost && running != current {
            fatalError(
                "apply: an apply of this data source is running on another thread; a data source belongs to one actor or task at a time"
            )
        }
        defer { if isOutermost { thread.store(0, ordering: .releasing) } }
        #endif
        return try apply()
    }
}
