/// Tells whether any of some handles is twice among them.
///
/// Where they lie close enough together, a bit for each handle of their range; else a hash table.
func areUnique(_ handles: [Handle]) -> Bool {
    guard let first = handles.min(), let last = handles.max() else { return true }
    let words = Int(last - first) / UInt64.bitWidth + 1
    if words > 4 * handles.count + 64 {
        var index = HandleIndex(capacity: handles.count)
        return handles.allSatisfy { index.insert($0, place: 0) == nil }
    }
    return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: words) { seen in
        seen.initialize(repeating: 0)
        for handle in handles {
            let index = Int(handle &- first)
            let bit = UInt64(1) &<< UInt64(truncatingIfNeeded: index)
            if seen[index >> 6] & bit != 0 { return false }
            seen[index >> 6] |= bit
        }
        return true
    }
}
