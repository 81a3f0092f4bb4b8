/// Predicts the handle of the next identifier that is looked up in a table, in this call or the next one. Lists are mostly in the order
/// in which their identifiers were interned. A prediction is checked by comparing bytes, so only speed depends on it.
///
/// Identifiers are looked up in batches. Hits, which were predicted, are counted while a batch is read. Misses are counted when their
/// handles are known.
struct LookupPrediction {
    /// The handle that is predicted for the next identifier.
    private(set) var next: Handle = 0
    /// Whether at least half of the last batch had consecutive handles. Otherwise `next` is not compared.
    private(set) var isInOrder = true
    /// Whether one of the last batch's misses had a handle before. Otherwise misses are not searched for before they are interned.
    private(set) var areMissesKnown = true

    private var inOrderCount = 0
    private var hasKnownMiss = false

    /// Identifiers had the predicted handles.
    @inline(__always)
    mutating func hit(_ count: Int) {
        inOrderCount &+= count
        next &+= Handle(truncatingIfNeeded: count)
    }

    /// The next identifier is predicted to have a handle.
    @inline(__always)
    mutating func resume(at handle: Handle) {
        next = handle
    }

    /// An identifier that was not predicted has a handle. If the handle is new, it predicts nothing. If it was known, it predicts the
    /// handle after it. While identifiers are in order, only the last one of a batch does: those after any other miss were compared
    /// already.
    @inline(__always)
    mutating func miss(_ handle: Handle, isKnown: Bool, isLastOfBatch: Bool) {
        if !isKnown { return }
        hasKnownMiss = true
        if !isInOrder || isLastOfBatch {
            if handle == next { inOrderCount &+= 1 }
            next = handle &+ 1
        }
    }

    /// All identifiers of a batch were hit or missed.
    @inline(__always)
    mutating func endBatch(of count: Int) {
        isInOrder = inOrderCount &* 2 >= count
        areMissesKnown = hasKnownMiss
        (inOrderCount, hasKnownMiss) = (0, false)
    }
}
