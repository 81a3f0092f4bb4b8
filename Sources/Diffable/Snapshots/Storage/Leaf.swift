import CLibc

/// A few hundred neighbouring items of one section. Snapshots share leaves; one that is shared is never changed.
final class Leaf {
    /// Leaves are cut to this size, and grow up to the limit before they are cut again.
    static let preferredCount = 256
    static let limit = 512
    /// Below this a leaf is merged with a neighbour, so that deleting does not leave a list of crumbs.
    static let smallCount = 64

    /// What the places of the snapshot call this leaf; its copy in another snapshot keeps the number.
    let number: Int32
    var items: [Handle]
    /// In step with the items; empty where all are 0.
    var revisions: [UInt64]

    init(number: Int32, items: [Handle], revisions: [UInt64]) {
        self.number = number
        self.items = items
        self.revisions = revisions
    }

    var count: Int { items.count }

    func copy() -> Leaf {
        Leaf(number: number, items: items, revisions: revisions)
    }

    /// Tells whether another leaf has the same items. Leaves that are copies of one another mostly share them.
    func hasItems(of other: Leaf) -> Bool {
        guard count == other.count else { return false }
        return items.withUnsafeBytes { items in
            other.items.withUnsafeBytes { others in
                items.baseAddress == others.baseAddress || items.isEmpty
                    || memcmp(items.baseAddress.unsafelyUnwrapped, others.baseAddress.unsafelyUnwrapped, items.count) == 0
            }
        }
    }

    /// The first offset of an item, from one on.
    func offset(of handle: Handle, from first: Int = 0) -> Int? {
        items.withUnsafeBufferPointer { firstIndex(of: handle, in: $0, from: first) }
    }

    func revision(at offset: Int) -> UInt64 {
        revisions.isEmpty ? 0 : revisions[offset]
    }

    /// The first offset, from one on, at which this leaf shows something else than one of the same items.
    @_optimize(speed)
    func firstOtherRevision(than other: Leaf, from first: Int) -> Int? {
        revisions.withUnsafeBufferPointer { revisions in
            other.revisions.withUnsafeBufferPointer { others in
                var offset = first
                while offset < max(revisions.count, others.count) {
                    if (revisions.isEmpty ? 0 : revisions[offset]) != (others.isEmpty ? 0 : others[offset]) { return offset }
                    offset &+= 1
                }
                return nil
            }
        }
    }

    func setRevision(_ revision: UInt64, at offset: Int) {
        if revisions.isEmpty {
            if revision == 0 { return }
            revisions = [UInt64](repeating: 0, count: items.count)
        }
        revisions[offset] = revision
    }

    /// Puts the batch in front of the item at `offset`.
    func insert(_ batch: Batch, at offset: Int) {
        if !revisions.isEmpty || !batch.revisions.isEmpty {
            let old = revisions.isEmpty ? [UInt64](repeating: 0, count: items.count) : revisions
            let new = batch.revisions.isEmpty ? [UInt64](repeating: 0, count: batch.count) : batch.revisions
            revisions = old.inserting(new, at: offset)
        }
        items = items.inserting(batch.handles, at: offset)
    }

    /// Takes items out, which are all here, each named once. It is quickest where they are in the order that they have here.
    func remove(_ going: [Handle]) {
        var next = 0
        let offsets = going.compactMap { handle in
            let offset = offset(of: handle, from: next) ?? offset(of: handle)
            next = (offset ?? 0) + 1
            return offset
        }.ascending { UInt64($0) }
        items = items.removing(at: offsets)
        if !revisions.isEmpty { revisions = revisions.removing(at: offsets) }
    }
}

/// Items on their way into a section.
struct Batch {
    var handles: [Handle]
    /// In step with the handles; empty where all are 0.
    var revisions: [UInt64]

    var count: Int { handles.count }

    func revision(at index: Int) -> UInt64 {
        revisions.isEmpty ? 0 : revisions[index]
    }

    mutating func append(_ other: Batch) {
        if revisions.isEmpty != other.revisions.isEmpty {
            if revisions.isEmpty { revisions = [UInt64](repeating: 0, count: count) }
            revisions += other.revisions.isEmpty ? [UInt64](repeating: 0, count: other.count) : other.revisions
        } else {
            revisions.append(copying: other.revisions[...])
        }
        handles.append(copying: other.handles[...])
    }

    /// Takes some off the front and off the back of what stands from a place on.
    mutating func trim(from first: Int, _ front: Int, _ back: Int) {
        handles.removeLast(back)
        handles.removeSubrange(first..<first + front)
        if revisions.isEmpty { return }
        revisions.removeLast(back)
        revisions.removeSubrange(first..<first + front)
    }

    func slice(_ range: Range<Int>) -> Batch {
        let part = revisions.isEmpty ? [] : Array(copying: revisions[range])
        return Batch(handles: Array(copying: handles[range]), revisions: part.allSatisfy { $0 == 0 } ? [] : part)
    }
}

extension Leaf {
    func batch(_ range: Range<Int>) -> Batch {
        Batch(handles: items, revisions: revisions).slice(range)
    }
}
