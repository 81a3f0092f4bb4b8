/// Predicts the handle of the next identifier that is looked up in a table, in this call or the next one. A prediction
/// is checked by comparing bytes, so only speed depends on it.
///
/// At first, each handle is expected to be followed by the next number, because lists are usually in the order in which
/// their identifiers were interned. If a different handle follows, that handle is remembered and predicted the next
/// time. So if a program describes the same list again, its identifiers are predicted even after items were moved or
/// inserted.
///
/// Identifiers are looked up in batches. An identifier that was predicted is a hit, any other one is a miss. Hits are
/// counted while a batch is read.
struct LookupPrediction {
    /// The handle that is predicted for the next identifier.
    private(set) var next: Handle = 0
    /// Whether at least half of the last batch was predicted, or would have been if `next` had been compared. If false,
    /// `next` is not compared.
    private(set) var isInOrder = true
    /// Whether one of the last batch's misses got no new handle, usually because it had one before. If false, the
    /// misses of the next batch are probably new, so the search that prefetches is skipped. A batch without misses that
    /// ends with `endBatch(ofHits:)` does not change this.
    private(set) var areMissesKnown = true

    private var hits = 0
    /// The handle that was looked up last; `Handle.max` for none.
    private var last = Handle.max
    /// For each handle the one that followed it most recently. Handles at and above the count of this array are
    /// expected to be followed by the next number.
    private var successors: [Handle] = []
    /// If a table has more identifiers, no successors are remembered, because their memory would not be in the cache of
    /// the processor.
    private static let sizeLimit = 1 << 16

    /// Whether `handle` and all handles above it are expected to be followed by the next number.
    @inline(__always)
    func isAscending(from handle: Handle) -> Bool {
        handle >= Handle(truncatingIfNeeded: successors.count)
    }

    /// The handle that is expected after another one.
    @inline(__always)
    func successor(of handle: Handle) -> Handle {
        handle < Handle(truncatingIfNeeded: successors.count) ? successors[Int(handle)] : handle &+ 1
    }

    /// Records that `count` identifiers had the predicted handles.
    @inline(__always)
    mutating func hit(_ count: Int, next: Handle) {
        hits &+= count
        self.next = next
    }

    /// Predicts `handle` for the next identifier.
    @inline(__always)
    mutating func resume(at handle: Handle) {
        next = handle
    }

    /// Records that the next batch does not continue the last one.
    @inline(__always)
    mutating func beginElsewhere() {
        last = Handle.max
    }

    /// Ends a batch whose identifiers were all predicted.
    @inline(__always)
    mutating func endBatch(ofHits last: Handle) {
        self.last = last
        isInOrder = true
        hits = 0
    }

    /// Ends any other batch. `handles` are the handles of its identifiers, `Handle.max` for those that have none.
    /// - Parameter known: how many identifiers the table had before the batch. The others are new.
    /// - Parameter count: how many it has now. After the last of them, the first one is predicted.
    /// - Parameter areMissesKnown: whether one of the misses got no new handle.
    @inline(never)
    mutating func endBatch(of handles: BorrowedHandles, known: Int, count: Int, areMissesKnown: Bool) {
        var expected = 0
        let follow = last == Handle.max || isAscending(from: last) && last &+ 1 == handles[0]
        if follow && count &- known == handles.count {
            // All are new, and each follows the one before it.
            last = handles[handles.count &- 1]
        } else {
            for handle in handles where handle != Handle.max {
                if successor(of: last) != handle {
                    if last != Handle.max && count <= Self.sizeLimit { remember(handle, after: last, of: count) }
                } else if handle < Handle(truncatingIfNeeded: known) {
                    expected &+= 1
                }
                last = handle
            }
        }
        if last != Handle.max { next = successor(of: last) }
        if next >= Handle(truncatingIfNeeded: count) { next = 0 }
        isInOrder = max(hits, expected) &* 2 >= handles.count
        self.areMissesKnown = areMissesKnown
        hits = 0
    }

    @inline(never)
    private mutating func remember(_ handle: Handle, after last: Handle, of count: Int) {
        if successors.count <= Int(last) {
            successors.reserve(count - successors.count)
            while successors.count <= Int(last) { successors.append(Handle(truncatingIfNeeded: successors.count &+ 1)) }
        }
        successors[Int(last)] = handle
    }
}
