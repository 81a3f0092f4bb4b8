import CLibc
import Synchronization

/// The thread that runs an apply of a data source, in debug builds. A data source belongs to one thread at a time.
/// Swift 6 checks that for programs in its language mode; others would corrupt memory, which shows much later.
struct ApplyingThread: ~Copyable {
    #if DEBUG
    private let thread = Atomic<UInt>(0)
    #endif

    /// Runs an apply. One that is called from inside of it runs on the same thread.
    func run<Result>(_ apply: () throws -> Result) rethrows -> Result {
        #if DEBUG
        // A number on Linux, a pointer elsewhere.
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
