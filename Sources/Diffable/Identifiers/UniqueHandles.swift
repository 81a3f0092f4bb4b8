/// Tells whether no handle is twice among some.
func areUnique(_ handles: [Handle]) -> Bool {
    handles.withUnsafeBufferPointer { areUnique($0) }
}

/// They mostly ascend; or lie close enough together for a bit for each handle of their range; else it takes a hash table.
@_optimize(speed)
private func areUnique(_ handles: UnsafeBufferPointer<Handle>) -> Bool {
    guard let first = handles.first else { return true }
    var (least, most, descents) = (first, first, 0)
    for index in 1..<handles.count {
        descents &+= handles[index &- 1] < handles[index] ? 0 : 1
        least = min(least, handles[index])
        most = max(most, handles[index])
    }
    if descents == 0 { return true }
    let words = Int(most - least) / UInt64.bitWidth + 1
    if words > 4 * handles.count + 64 {
        var index = HandleIndex(capacity: handles.count)
        return handles.allSatisfy { index.insert($0, place: 0) == nil }
    }
    let seen = UnsafeMutablePointer<UInt64>.allocate(capacity: words)
    defer { seen.deallocate() }
    seen.initialize(repeating: 0, count: words)
    var twice: UInt64 = 0
    for handle in handles {
        let place = Int(truncatingIfNeeded: handle &- least)
        let bit = UInt64(1) &<< UInt64(truncatingIfNeeded: place)
        twice |= seen[place &>> 6] & bit
        seen[place &>> 6] |= bit
    }
    return twice == 0
}
