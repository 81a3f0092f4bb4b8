import CLibc

/// A mutex. Snapshots on several threads may share an identifier table and add to it, and data sources on several
/// threads may share a view.
package struct Lock: @unchecked Sendable {
    /// The object that has the mutex in its memory.
    private final class Memory: ManagedBuffer<diffable_lock, Void> {
        deinit {
            withUnsafeMutablePointerToHeader { _ = pthread_mutex_destroy(&$0.pointee.mutex) }
        }
    }

    private let memory: ManagedBuffer<diffable_lock, Void>

    /// - Parameter isRecursive: whether the thread that holds the lock may take it again.
    package init(isRecursive: Bool = false) {
        memory = Memory.create(minimumCapacity: 0) { _ in diffable_lock() }
        memory.withUnsafeMutablePointerToHeader { diffable_make_lock($0, isRecursive) }
    }

    @inline(__always)
    package func lock() {
        memory.withUnsafeMutablePointerToHeader { diffable_take_lock($0) }
    }

    @inline(__always)
    package func unlock() {
        memory.withUnsafeMutablePointerToHeader { diffable_drop_lock($0) }
    }
}
