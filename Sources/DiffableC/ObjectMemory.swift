#if hasFeature(Embedded)
import CLibc

/// The memory of Swift objects. Embedded Swift asks `posix_memalign` for it, and the one of glibc takes a third longer than `malloc`,
/// whose memory is aligned well enough for all but large vectors.
@_cdecl("posix_memalign")
func allocateObject(_ memory: UnsafeMutablePointer<UnsafeMutableRawPointer?>, _ alignment: Int, _ size: Int) -> Int32 {
    memory.pointee = alignment <= 16 ? malloc(size) : aligned_alloc(alignment, (size + alignment - 1) & -alignment)
    return memory.pointee == nil ? ENOMEM : 0
}
#endif
