// Functions that compare several handles at a time.

/// Returns how many handles at the beginning of two arrays are equal, at most `limit`. Both arrays must have at least
/// `limit` handles. Two are compared at a time.
@inline(__always)
func equalCount(_ left: UnsafePointer<Handle>, _ right: UnsafePointer<Handle>, limit: Int) -> Int {
    var count = 0
    while count &+ 2 <= limit, pair(left + count) == pair(right + count) { count &+= 2 }
    while count < limit, left[count] == right[count] { count &+= 1 }
    return count
}

/// Returns how many handles directly before two pointers are equal, at most `limit`. At least `limit` handles must be
/// before each pointer.
@inline(__always)
func equalCount(before left: UnsafePointer<Handle>, _ right: UnsafePointer<Handle>, limit: Int) -> Int {
    var count = 0
    while count &+ 2 <= limit, pair(left - count - 2) == pair(right - count - 2) { count &+= 2 }
    while count < limit, left[-1 &- count] == right[-1 &- count] { count &+= 1 }
    return count
}

@inline(__always)
private func pair(_ handles: UnsafePointer<Handle>) -> UInt64 {
    UnsafeRawPointer(handles).loadUnaligned(as: UInt64.self)
}

/// The first index of a handle from `first` on; eight are compared at a time.
func firstIndex(of handle: Handle, in handles: BorrowedHandles, from first: Int = 0) -> Int? {
    guard let start = UnsafeRawPointer(handles.memory.baseAddress) else { return nil }
    let wanted = SIMD8<Handle>(repeating: handle)
    var index = first
    while index &+ 8 <= handles.count {
        let eight = start.loadUnaligned(fromByteOffset: index &* MemoryLayout<Handle>.stride, as: SIMD8<Handle>.self)
        // Each word has the results of two comparisons, and is 0 if both are false. With -Osize, `min()` and `any` of
        // a vector would be calls of functions.
        let equal = unsafeBitCast(eight .== wanted, to: SIMD4<UInt64>.self)
        if equal[0] | equal[1] | equal[2] | equal[3] != 0 { break }
        index &+= 8
    }
    while index < handles.count {
        if handles[index] == handle { return index }
        index &+= 1
    }
    return nil
}

/// Returns how many handles at the beginning are consecutive numbers. Two are compared at a time.
func consecutiveCount(_ handles: BorrowedHandles) -> Int {
    guard let start = handles.memory.baseAddress, handles.count > 0 else { return 0 }
    var count = 0
    var expected = UInt64(start[0] &+ 1) &<< 32 | UInt64(start[0])
    // Handles are less than 2^31, so neither half of `expected` overflows.
    while count &+ 2 <= handles.count, pair(start + count) == expected {
        expected &+= 2 &<< 32 | 2
        count &+= 2
    }
    while count < handles.count, handles[count] &- handles[0] == Handle(truncatingIfNeeded: count) { count &+= 1 }
    return count
}
