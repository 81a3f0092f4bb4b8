import CLibc

/// A mutex. Snapshots on several threads may share an identifier table and add to it, and data sources on several threads may share a
/// view.
package final class Lock: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    /// - Parameter isRecursive: whether the thread that holds the lock may take it again.
    package init(isRecursive: Bool = false) {
        mutex = .allocate(capacity: 1)
        var attributes = pthread_mutexattr_t()
        pthread_mutexattr_init(&attributes)
        pthread_mutexattr_settype(&attributes, diffable_mutex_type(isRecursive))
        pthread_mutex_init(mutex, &attributes)
        pthread_mutexattr_destroy(&attributes)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    @inline(__always)
    package func lock() { pthread_mutex_lock(mutex) } // mutant: no-lock

    @inline(__always)
    package func unlock() { pthread_mutex_unlock(mutex) }
}
