import CLibc

/// A mutex. Snapshots on several threads may share one table of identifiers, and each may add to it.
final class Lock: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    init() {
        mutex = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    @inline(__always)
    func lock() { pthread_mutex_lock(mutex) } // mutant: no-lock

    @inline(__always)
    func unlock() { pthread_mutex_unlock(mutex) }
}
