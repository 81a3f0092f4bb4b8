import CLibc

/// A mutex. Snapshots on several threads may share an identifier table and add to it, and data sources on several threads may share a
/// view.
package struct Lock: @unchecked Sendable {
    /// The object that has the mutex in its memory.
    private final class Memory: ManagedBuffer<pthread_mutex_t, Void> {
        deinit {
            withUnsafeMutablePointerToHeader { _ = pthread_mutex_destroy($0) }
        }
    }

    private let memory: ManagedBuffer<pthread_mutex_t, Void>

    /// - Parameter isRecursive: whether the thread that holds the lock may take it again.
    package init(isRecursive: Bool = false) {
        memory = Memory.create(minimumCapacity: 0) { _ in pthread_mutex_t() }
        memory.withUnsafeMutablePointerToHeader { diffable_make_mutex($0, isRecursive) }
    }

    @inline(__always)
    package func lock() {
        memory.withUnsafeMutablePointerToHeader { mutex in
            _ = pthread_mutex_lock(mutex)
        }
    }

    @inline(__always)
    package func unlock() {
        memory.withUnsafeMutablePointerToHeader { mutex in
            _ = pthread_mutex_unlock(mutex)
        }
    }
}
