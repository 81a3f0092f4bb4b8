#if hasFeature(Embedded)
import CLibc
import DiffableEngine

// Replacements for functions of libc that Embedded Swift calls: those of libc are slow, or missing in older versions.
// Nothing outside of the library sees them.

#if !arch(wasm32)
/// Allocates the memory of Swift objects. glibc's `posix_memalign` takes a third longer than `malloc`, and memory from
/// `malloc` is aligned well enough for everything but large vectors. If there is no memory, `OutOfMemory.end` reports
/// that. Swift itself would stop at an illegal instruction.
@_cdecl("posix_memalign")
func allocateObject(_ memory: UnsafeMutablePointer<UnsafeMutableRawPointer?>, _ alignment: Int, _ size: Int) -> Int32 {
    let allocated = alignment <= 16 ? malloc(size) : aligned_alloc(alignment, (size + alignment - 1) & -alignment)
    guard let allocated else { OutOfMemory.end() }
    memory.pointee = allocated
    return 0
}
#endif

/// Makes the seeds of Swift's hash tables: at most 32 bytes. glibc has this function only since version 2.36.
@_cdecl("arc4random_buf")
func fillWithRandomBytes(_ memory: UnsafeMutableRawPointer, _ size: Int) {
    var words = diffable_random()
    withUnsafeBytes(of: &words) {
        memory.copyMemory(from: $0.baseAddress.unsafelyUnwrapped, byteCount: min(size, $0.count))
    }
}
#endif
