import CLibc

/// An array with a value for every handle, in copy-on-write pages. Values that were not set are `absent`.
///
/// Copies share pages until one of them writes. For example, changing one value in a copy of a million values costs
/// references to sixteen chunks of pages, to the pages of one chunk, and one page. The first page starts small and
/// doubles, so that a short list costs a few hundred bytes. An empty array allocates nothing.
package struct PagedArray<Value> {
    /// A page of larger values has fewer of them, so that copying a page costs about the same.
    static var bits: Int { MemoryLayout<Value>.stride > 8 ? 8 : 10 }
    static var pageSize: Int { 1 << bits }
    private static var smallestCapacity: Int { 8 }

    /// The values of a page follow its header, which is their number. All of them are always initialized.
    private final class Page: ManagedBuffer<Int, Value> {
        @inline(__always)
        var values: UnsafeMutablePointer<Value> { withUnsafeMutablePointerToElements { $0 } }

        /// A copy of a page with `capacity` values. Values that the page does not have are absent.
        static func copy(of other: Page?, capacity: Int, absent: Value) -> Page {
            let page = unsafeDowncast(Page.create(minimumCapacity: capacity) { _ in capacity }, to: Page.self)
            var copied = 0
            if let other {
                copied = min(other.header, capacity)
                if _isPOD(Value.self) {
                    memcpy(page.values, other.values, copied * MemoryLayout<Value>.stride)
                } else {
                    page.values.initialize(from: other.values, count: copied)
                }
            }
            fill(page.values + copied, with: absent, count: capacity - copied)
            return page
        }

        /// Not inlined, so that there is one copy of this loop for each type of value.
        @inline(never)
        private static func fill(_ values: UnsafeMutablePointer<Value>, with value: Value, count: Int) {
            values.initialize(repeating: value, count: count)
        }

        deinit {
            values.deinitialize(count: header)
        }
    }

    let absent: Value
    /// The first page has up to `pageSize` values. Every other page has `pageSize` values, or none if no value of it
    /// was ever set.
    private var pages = ChunkedArray<Page>()

    package init(absent: Value) {
        self.absent = absent
    }

    /// Whether nothing was ever written.
    var isEmpty: Bool { pages.isEmpty }

    /// Whether both arrays share all pages. Arrays that do not may still have equal values.
    func isIdentical(to other: PagedArray) -> Bool {
        pages.count == other.pages.count && pages.sharedCount(from: 0, with: other.pages, from: 0) == pages.count
    }

    package subscript(handle: Handle) -> Value {
        @inline(__always)
        get {
            let page = page(Self.pageIndex(handle))
            return Self.offset(handle) < page.count ? page.values.unsafelyUnwrapped[Self.offset(handle)] : absent
        }
        @inline(__always)
        set { update(handle) { $0 = newValue } }
    }

    /// Changes a value in place.
    @inline(__always)
    mutating func update(_ handle: Handle, _ change: (inout Value) -> Void) {
        change(&uniqueValue(of: handle).pointee)
    }

    // Not part of the function above, which is inlined for each closure.
    @inline(never)
    private mutating func uniqueValue(of handle: Handle) -> UnsafeMutablePointer<Value> {
        uniquePage(of: handle).values + Self.offset(handle)
    }

    @inline(__always)
    func prefetch(_ handle: Handle) {
        if let values = page(Self.pageIndex(handle)).values { diffable_prefetch(values + Self.offset(handle)) }
    }

    /// Calls `body` with the values of all pages, absent ones included, in the order of their handles.
    package func forEach(_ body: (Handle, Value) -> Void) {
        for (index, page) in pages.enumerated() {
            for offset in 0..<page.header { body(Handle(index << Self.bits + offset), page.values[offset]) }
        }
    }

    @inline(__always)
    private static func pageIndex(_ handle: Handle) -> Int { Int(handle &>> Handle(bits)) }

    @inline(__always)
    private static func offset(_ handle: Handle) -> Int { Int(handle & Handle(pageSize &- 1)) }

    /// The values of a page, and their number. A page that does not exist has none.
    @inline(__always)
    private func page(_ index: Int) -> (values: UnsafeMutablePointer<Value>?, count: Int) {
        if index >= pages.count { return (nil, 0) }
        return pages.unretained(index)._withUnsafeGuaranteedRef { ($0.values, $0.header) }
    }

    /// A handle's page for writing: its values, its first handle, and the number of its values. If a copy shares the
    /// page, it is copied first.
    @inline(__always)
    private mutating func uniquePage(
        of handle: Handle
    ) -> (values: UnsafeMutablePointer<Value>, first: Handle, count: Handle) {
        let (index, offset) = (Self.pageIndex(handle), Self.offset(handle))
        if index >= pages.count { addPage(index, offset) }
        var values: UnsafeMutablePointer<Value>?
        var count = 0
        let absent = absent
        pages.update(index) { page in
            if page.header <= offset || !isKnownUniquelyReferenced(&page) {
                page = Self.roomyCopy(of: page, at: index, offset, absent)
            }
            (values, count) = (page.values, page.header)
        }
        return (
            values.unsafelyUnwrapped, handle &- Handle(truncatingIfNeeded: offset), Handle(truncatingIfNeeded: count)
        )
    }

    /// A copy of a page that has room for the value at an offset.
    @inline(never)
    private static func roomyCopy(of page: Page?, at index: Int, _ offset: Int, _ absent: Value) -> Page {
        var capacity = max(page?.header ?? 0, index == 0 ? smallestCapacity : pageSize)
        while capacity <= offset { capacity *= 2 }
        return Page.copy(of: page, capacity: capacity, absent: absent)
    }

    /// Adds a page. Pages before it that do not exist become one object without values.
    @inline(never)
    private mutating func addPage(_ index: Int, _ offset: Int) {
        var page = pages.count < index ? Page.copy(of: nil, capacity: 0, absent: absent) : nil
        while pages.count <= index {
            if pages.count == index { page = nil }
            pages.append(page ?? Self.roomyCopy(of: nil, at: index, offset, absent))
        }
    }
}

// Operations on lists of handles. Neighbours in a list are usually in the same page. That page is made unique once for
// all of them.
extension PagedArray {
    /// A part of a list that is written at once.
    private struct Run {
        /// How many handles the part has. All of them are in one page.
        let count: Int
        let page: (values: UnsafeMutablePointer<Value>, first: Handle, count: Handle)
        /// The values of these handles, in order, if each handle follows the one before it; otherwise nil.
        let values: UnsafeMutablePointer<Value>?
    }

    /// Calls `body` with the runs of a list, each with the index of its first handle. Stops if `body` returns false.
    /// The first page grows at once to the size that the last handle needs, because that is usually the highest one.
    /// - Parameter skip: returns whether the handle at an index is left out. It is called only for a handle that would
    ///   begin a run.
    @inline(__always)
    private mutating func forEachRun(
        of handles: BorrowedHandles, except skip: (PagedArray, Int) -> Bool = { _, _ in false },
        _ body: (_ index: Int, Run) -> Bool
    ) {
        guard let first = handles.first, let last = handles.last else { return }
        let isConsecutive =
            last &- first == Handle(truncatingIfNeeded: handles.count &- 1)
            && consecutiveCount(handles) == handles.count
        var (index, isReserved) = (0, Self.pageIndex(last) > 0)
        while index < handles.count {
            if skip(self, index) {
                index &+= 1
                continue
            }
            var page = uniquePage(of: isReserved ? handles[index] : last)
            if handles[index] &- page.first >= page.count { page = uniquePage(of: handles[index]) }
            isReserved = true
            var (end, values): (Int, UnsafeMutablePointer<Value>?) = (index, nil)
            if isConsecutive {
                let offset = handles[index] &- page.first
                values = page.values + Int(offset)
                end = min(handles.count, index &+ Int(page.count &- offset))
            } else {
                repeat { end &+= 1 } while end < handles.count && handles[end] &- page.first < page.count
            }
            if !body(index, Run(count: end &- index, page: page, values: values)) { return }
            index = end
        }
    }

    /// Sets many handles to the same value.
    mutating func set(_ handles: BorrowedHandles, to value: Value) {
        forEachRun(of: handles) { index, run in
            if let values = run.values {
                for offset in 0..<run.count { values[offset] = value }
            } else {
                for position in index..<index &+ run.count {
                    run.page.values[Int(handles[position] &- run.page.first)] = value
                }
            }
            return true
        }
    }
}

extension PagedArray where Value: FixedWidthInteger {
    /// Sets one value. Inlined, for a loop over many handles in any order.
    @inline(__always)
    mutating func set(_ handle: Handle, to value: Value) {
        uniquePage(of: handle).values[Self.offset(handle)] = value
    }

    /// Sets each handle to its own value. If `new` is nil, sets all handles to `absent`. A page that has these values
    /// already is not written, and stays shared. If a handle occurs twice, its last value is kept.
    mutating func set(_ handles: BorrowedHandles, to new: UnsafePointer<Value>?) {
        let absent = absent
        forEachRun(of: handles) { array, index in
            array[handles[index]] == new?[index] ?? absent
        } _: { index, run in
            if let values = run.values, let new {
                memcpy(values, new + index, run.count &* MemoryLayout<Value>.stride)
            } else {
                for position in index..<index &+ run.count {
                    run.page.values[Int(handles[position] &- run.page.first)] = new?[position] ?? absent
                }
            }
            return true
        }
    }

    mutating func set(_ handles: [Handle], to values: UnsafePointer<Value>?) {
        handles.borrowed { set($0, to: values) }
    }

    /// Sets handles to a value if all of them are absent and none occurs twice. Otherwise it changes nothing and
    /// returns false.
    mutating func claim(_ handles: BorrowedHandles, with value: Value) -> Bool {
        let claimed = claimFirst(handles, with: value)
        if claimed < handles.count { set(handles.part(0..<claimed), to: absent) }
        return claimed == handles.count
    }

    /// Sets handles to a value up to the first that is not absent. Returns the number of handles that it set.
    private mutating func claimFirst(_ handles: BorrowedHandles, with value: Value) -> Int {
        let absent = absent
        var claimed = 0
        forEachRun(of: handles) { index, run in
            if let values = run.values {
                var present: Value = 0
                for offset in 0..<run.count { present |= values[offset] ^ absent }
                if present == 0 {
                    for offset in 0..<run.count { values[offset] = value }
                    claimed = index &+ run.count
                    return true
                }
            }
            for position in index..<index &+ run.count {
                let claim = run.page.values + Int(handles[position] &- run.page.first)
                if claim.pointee != absent { return false }
                claim.pointee = value
                claimed &+= 1
            }
            return true
        }
        return claimed
    }

    /// The position of the first handle whose value is absent; nil if there is none.
    func firstAbsent(of handles: BorrowedHandles) -> Int? {
        let ahead = 16
        for position in 0..<handles.count {
            if position &+ ahead < handles.count { prefetch(handles[position &+ ahead]) }
            if self[handles[position]] == absent { return position }
        }
        return nil
    }
}

extension PagedArray where Value: Equatable & BitwiseCopyable {
    /// Calls `body` with each handle whose value differs between this array and another one, in ascending order. Shared
    /// pages are skipped.
    @inline(__always)
    func forEachDifference(from other: PagedArray, _ body: (Handle) -> Void) {
        var index = 0
        while index < max(pages.count, other.pages.count) {
            let shared = pages.sharedCount(from: index, with: other.pages, from: index)
            if shared > 0 {
                index &+= shared
                continue
            }
            let (left, right) = (page(index), other.page(index))
            let first = Handle(truncatingIfNeeded: index &<< Self.bits)
            let both = min(left.count, right.count)
            if let left = left.values, let right = right.values {
                // Most values of a page that differs are equal, and `memcmp` compares many at a time.
                var start = 0
                while start < both {
                    let end = min(start &+ 32, both)
                    if memcmp(left + start, right + start, (end &- start) &* MemoryLayout<Value>.stride) != 0 {
                        for offset in start..<end where left[offset] != right[offset] {
                            body(first &+ Handle(truncatingIfNeeded: offset))
                        }
                    }
                    start = end
                }
            }
            let longer = left.count > both ? left : right
            for offset in both..<longer.count where longer.values.unsafelyUnwrapped[offset] != absent {
                body(first &+ Handle(truncatingIfNeeded: offset))
            }
            index &+= 1
        }
    }
}
