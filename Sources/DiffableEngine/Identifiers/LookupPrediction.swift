/// Predicts the handle of the next identifier that is looked up in a table, in this call or the next one: lists mostly come in the
/// order in which their identifiers were interned. A prediction is checked by comparing bytes, so only speed depends on it.
///
/// Identifiers come in batches. Of a batch, those that were predicted are counted while it is read, and the others, the misses, when
/// their handles are known.
struct LookupPrediction {
    /// The handle that is predicted for the next identifier.
    private(set) var next: Handle = 0
    /// Whether at least half of the last batch followed one another. Only then is `next` worth a comparison.
    private(set) var isInOrder = true
    /// Whether one of the last batch's misses had a handle before. Only then are misses worth looking for before they are interned.
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

    /// An identifier that was not predicted turned out to have a handle. A new one says nothing of what comes next. A known one does
    /// where nothing was predicted, and at the end of a batch: elsewhere it was moved, and what comes after it was seen already.
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
