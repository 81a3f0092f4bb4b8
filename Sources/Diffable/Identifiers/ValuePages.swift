/// The values of a list by the handles that the engine gives them, in copy-on-write pages. It holds the values of the
/// list and no others, so a value is released when no list has it.
///
/// Copies share pages until one of them writes. The first page starts small and doubles.
@usableFromInline
struct ValuePages<Value> {
    @inlinable static var bits: Int { 9 }
    @inlinable static var pageSize: Int { 1 << bits }

    /// A page that does not exist has no values.
    @usableFromInline var pages: [ValuePage<Value>?] = []

    @inlinable
    init() {}

    /// Calls `body` with the address of a value, or with nil if there is none.
    @inlinable
    @inline(__always)
    func withValue<Result>(_ handle: UInt32, _ body: (UnsafeMutablePointer<Value>?) -> Result) -> Result {
        let (index, offset) = (Int(handle) &>> Self.bits, Int(handle) & (Self.pageSize &- 1))
        guard index < pages.count, let page = pages[index] else { return body(nil) }
        return page.withUnsafeMutablePointers { header, values in
            body(header.pointee.contains(offset) ? values + offset : nil)
        }
    }

    @inlinable
    subscript(handle: UInt32) -> Value? {
        withValue(handle) { $0?.pointee }
    }

    @inlinable
    func contains(_ handle: UInt32) -> Bool {
        withValue(handle) { $0 != nil }
    }

    /// Reads values by handles. It is fast if a handle is usually in the same page as the handle before it.
    @usableFromInline
    struct Cursor {
        /// Keeps the pages alive.
        @usableFromInline let pages: [ValuePage<Value>?]
        @usableFromInline var index = -1
        @usableFromInline var header: UnsafeMutablePointer<ValuePageHeader>?
        @usableFromInline var values: UnsafeMutablePointer<Value>?

        @inlinable
        init(_ pages: ValuePages) {
            self.pages = pages.pages
        }

        /// The address of a value, which is valid as long as the cursor; nil if there is none.
        @inlinable
        @inline(__always)
        mutating func value(_ handle: UInt32) -> UnsafeMutablePointer<Value>? {
            let (index, offset) = (Int(handle) &>> ValuePages.bits, Int(handle) & (ValuePages.pageSize &- 1))
            if index != self.index { turn(to: index) }
            guard let header, let values, header.pointee.contains(offset) else { return nil }
            return values + offset
        }

        @inlinable
        mutating func turn(to index: Int) {
            self.index = index
            (header, values) = (nil, nil)
            guard index < pages.count, let page = pages[index] else { return }
            page.withUnsafeMutablePointers { (header, values) = ($0, $1) }
        }
    }

    /// The page of a handle for writing, with room for its value. If another copy shares the page, the page is copied
    /// first.
    @inlinable
    @inline(__always)
    mutating func uniquePage(_ handle: UInt32) -> ValuePage<Value> {
        let (index, offset) = (Int(handle) &>> Self.bits, Int(handle) & (Self.pageSize &- 1))
        while pages.count <= index { pages.append(nil) }
        if pages[index] == nil || !isKnownUniquelyReferenced(&pages[index]) || pages[index]!.header.capacity <= offset {
            pages[index] = ValuePage.copy(of: pages[index], offset: offset, isFirst: index == 0)
        }
        return pages[index]!
    }

    @inlinable
    mutating func set(_ handle: UInt32, _ value: Value) {
        uniquePage(handle).withUnsafeMutablePointers { header, values in
            Self.set(value, Int(handle) & (Self.pageSize &- 1), header, values)
        }
    }

    /// Sets the values of several handles. Consecutive items usually have handles in one page, which is made unique
    /// once for all of them.
    @inlinable
    mutating func set(_ handles: UnsafeBufferPointer<UInt32>, _ new: UnsafePointer<Value>) {
        var index = 0
        while index < handles.count {
            let number = handles[index] &>> UInt32(truncatingIfNeeded: Self.bits)
            var end = index
            var highest = handles[index]
            while end < handles.count, handles[end] &>> UInt32(truncatingIfNeeded: Self.bits) == number {
                highest = max(highest, handles[end])
                end &+= 1
            }
            uniquePage(highest).withUnsafeMutablePointers { header, values in
                let first = Int(handles[index]) & (Self.pageSize &- 1)
                let count = end &- index
                // New items usually have consecutive handles. Their values are initialized at once.
                if Int(highest &- handles[index]) == count &- 1, handles[end &- 1] == highest,
                    (1..<count).allSatisfy({ handles[index &+ $0] == handles[index] &+ UInt32(truncatingIfNeeded: $0) }
                    ),
                    header.pointee.insert(first..<first &+ count)
                {
                    (values + first).initialize(from: new + index, count: count)
                    return
                }
                for position in index..<end {
                    Self.set(new[position], Int(handles[position]) & (Self.pageSize &- 1), header, values)
                }
            }
            index = end
        }
    }

    @inlinable
    @inline(__always)
    static func set(
        _ value: Value, _ offset: Int, _ header: UnsafeMutablePointer<ValuePageHeader>,
        _ values: UnsafeMutablePointer<Value>
    ) {
        if header.pointee.insert(offset) { (values + offset).initialize(to: value) } else { values[offset] = value }
    }

    /// Removes a value, if there is one. A page without values is freed.
    @inlinable
    mutating func remove(_ handle: UInt32) {
        guard contains(handle) else { return }
        let (index, offset) = (Int(handle) &>> Self.bits, Int(handle) & (Self.pageSize &- 1))
        let isEmpty = uniquePage(handle).withUnsafeMutablePointers { header, values in
            header.pointee.remove(offset)
            (values + offset).deinitialize(count: 1)
            return header.pointee.isEmpty
        }
        if isEmpty { pages[index] = nil }
    }

    /// Whether both share all pages.
    func areShared(with other: ValuePages) -> Bool {
        pages.count == other.pages.count && zip(pages, other.pages).allSatisfy { $0 === $1 }
    }

    /// The handles that have values, in ascending order.
    var handles: [UInt32] {
        pages.enumerated().flatMap { index, page in
            (page?.header.offsets ?? []).map { UInt32(index << Self.bits + $0) }
        }
    }
}

/// Which offsets of a page have values, with a bit for each offset, and how many values the page has room for.
@usableFromInline
struct ValuePageHeader {
    @usableFromInline var present = SIMD8<UInt64>.zero
    @usableFromInline let capacity: Int

    @inlinable
    init(capacity: Int) {
        self.capacity = capacity
    }

    @inlinable
    @inline(__always)
    func contains(_ offset: Int) -> Bool {
        offset < capacity && present[offset &>> 6] &>> UInt64(truncatingIfNeeded: offset & 63) & 1 != 0
    }

    /// Returns whether the offset had no value.
    @inlinable
    @inline(__always)
    mutating func insert(_ offset: Int) -> Bool {
        let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: offset & 63)
        let word = present[offset &>> 6]
        present[offset &>> 6] = word | bit
        return word & bit == 0
    }

    /// Adds consecutive offsets. Returns false and changes nothing if one of them has a value.
    @inlinable
    mutating func insert(_ offsets: Range<Int>) -> Bool {
        var added = SIMD8<UInt64>.zero
        var offset = offsets.lowerBound
        while offset < offsets.upperBound {
            let bit = offset & 63
            let count = min(64 &- bit, offsets.upperBound &- offset)
            added[offset &>> 6] = (~0 &>> UInt64(truncatingIfNeeded: 64 &- count)) &<< UInt64(truncatingIfNeeded: bit)
            offset &+= count
        }
        if present & added != .zero { return false }
        present |= added
        return true
    }

    @inlinable
    mutating func remove(_ offset: Int) {
        present[offset &>> 6] &= ~(1 &<< UInt64(truncatingIfNeeded: offset & 63))
    }

    @inlinable
    var isEmpty: Bool { present == .zero }

    var offsets: [Int] { (0..<capacity).filter { contains($0) } }

    /// Calls `body` with the ranges of consecutive offsets that have values.
    func forEachRange(_ body: (Range<Int>) -> Void) {
        for word in 0..<8 {
            var rest = present[word]
            while rest != 0 {
                let first = rest.trailingZeroBitCount
                let count = (~(rest &>> UInt64(first))).trailingZeroBitCount
                body(word &<< 6 &+ first..<word &<< 6 &+ first &+ count)
                rest = first + count == 64 ? 0 : rest & (~0 &<< UInt64(first &+ count))
            }
        }
    }
}

/// A page has its values behind its header. Only those that the header names are initialized.
@usableFromInline
final class ValuePage<Value>: ManagedBuffer<ValuePageHeader, Value> {
    /// A copy of a page, or a new page if `other` is nil, that has room for an offset.
    /// - Parameter isFirst: whether the page may be small.
    @usableFromInline
    static func copy(of other: ValuePage?, offset: Int, isFirst: Bool) -> ValuePage {
        var capacity = max(other?.header.capacity ?? 0, isFirst ? 8 : ValuePages<Value>.pageSize)
        while capacity <= offset { capacity *= 2 }
        let page = unsafeDowncast(
            ValuePage.create(minimumCapacity: capacity) { _ in ValuePageHeader(capacity: capacity) }, to: ValuePage.self
        )
        guard let other else { return page }
        page.header.present = other.header.present
        page.withUnsafeMutablePointerToElements { new in
            other.withUnsafeMutablePointers { header, old in
                header.pointee.forEachRange {
                    (new + $0.lowerBound).initialize(from: old + $0.lowerBound, count: $0.count)
                }
            }
        }
        return page
    }

    deinit {
        withUnsafeMutablePointers { header, values in
            header.pointee.forEachRange { (values + $0.lowerBound).deinitialize(count: $0.count) }
        }
    }
}
