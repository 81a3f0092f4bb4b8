#if hasFeature(Embedded)
import CLibc
import DiffableEngine

// What Embedded Swift asks of libc, where libc's own is not good enough. Nothing outside of the library sees these
// functions.

#if !arch(wasm32)
/// The memory of Swift objects. The function of glibc takes a third longer than `malloc`, whose memory is aligned well
/// enough for all but large vectors. Swift would stop at an illegal instruction where there is none.
@_cdecl("posix_memalign")
func allocateObject(_ memory: UnsafeMutablePointer<UnsafeMutableRawPointer?>, _ alignment: Int, _ size: Int) -> Int32 {
    let allocated = alignment <= 16 ? malloc(size) : aligned_alloc(alignment, (size + alignment - 1) & -alignment)
    guard let allocated else { OutOfMemory.end() }
    memory.pointee = allocated
    return 0
}
#endif

/// The seeds of Swift's hash tables: at most 32 bytes. glibc has this function since version 2.36 only.
@_cdecl("arc4random_buf")
func fillWithRandomBytes(_ memory: UnsafeMutableRawPointer, _ size: Int) {
    var words = diffable_random()
    withUnsafeBytes(of: &words) {
        memory.copyMemory(from: $0.baseAddress.unsafelyUnwrapped, byteCount: min(size, $0.count))
    }
}
#endif
