// Rows of handles, several at once.

/// For how many places two rows are the same, from their beginnings on; two places are compared at once.
@inline(__always)
func equalCount(_ left: UnsafePointer<Handle>, _ right: UnsafePointer<Handle>, most: Int) -> Int {
    var count = 0
    while count &+ 2 <= most, pair(left + count) == pair(right + count) { count &+= 2 }
    while count < most, left[count] == right[count] { count &+= 1 }
    return count
}

/// For how many places two rows are the same, from their ends back.
@inline(__always)
func equalCount(before left: UnsafePointer<Handle>, _ right: UnsafePointer<Handle>, most: Int) -> Int {
    var count = 0
    while count &+ 2 <= most, pair(left - count - 2) == pair(right - count - 2) { count &+= 2 }
    while count < most, left[-1 &- count] == right[-1 &- count] { count &+= 1 }
    return count
}

@inline(__always)
private func pair(_ row: UnsafePointer<Handle>) -> UInt64 {
    UnsafeRawPointer(row).loadUnaligned(as: UInt64.self)
}

/// How many neighbours are looked at at once where handles mostly follow one another.
let neighbourCount = 16

/// Tells whether some handles follow one another, as in a list that was filled in its order; two are compared at once.
@inline(__always)
func areNeighbours(_ handles: UnsafePointer<Handle>) -> Bool {
    var expected = UInt64(handles[0] &+ 1) &<< 32 | UInt64(handles[0])
    var different: UInt64 = 0
    var place = 0
    while place < neighbourCount {
        different |= pair(handles + place) ^ expected
        expected &+= 2 &<< 32 | 2
        place &+= 2
    }
    return different == 0
}

/// The first index of a handle in a row, from one on. Eight are looked at at once, and the rest one by one.
@_optimize(speed)
func firstIndex(of handle: Handle, in row: UnsafeBufferPointer<Handle>, from first: Int = 0) -> Int? {
    guard let start = UnsafeRawPointer(row.baseAddress) else { return nil }
    let wanted = SIMD8<Handle>(repeating: handle)
    var index = first
    while index &+ 8 <= row.count {
        let some = start.loadUnaligned(fromByteOffset: index &* MemoryLayout<Handle>.stride, as: SIMD8<Handle>.self)
        // The least of the differences is 0 where one of them is.
        if (some ^ wanted).min() == 0 { break }
        index &+= 8
    }
    while index < row.count {
        if row[index] == handle { return index }
        index &+= 1
    }
    return nil
}

/// How many handles follow one another as numbers do, from the first on.
@_optimize(speed)
func countInRow(_ row: UnsafeBufferPointer<Handle>) -> Int {
    guard let first = row.baseAddress else { return 0 }
    var count = 0
    while count &+ neighbourCount <= row.count, row[count] &- row[0] == Handle(truncatingIfNeeded: count), areNeighbours(first + count) {
        count &+= neighbourCount
    }
    while count < row.count, row[count] &- row[0] == Handle(truncatingIfNeeded: count) { count &+= 1 }
    return count
}
