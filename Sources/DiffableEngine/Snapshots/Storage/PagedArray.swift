import CLibc

/// An array with a value for every handle, in copy-on-write pages. Values that were not set are `absent`.
///
/// Copies share pages until one of them writes. For example, changing one value in a copy of a million values costs a thousand
/// references and one page. The first page starts small and doubles, so that a short list costs a few hundred bytes. An empty array
/// allocates nothing.
package struct PagedArray<Value> {
    static var bits: Int { 10 }
    static var pageSize: Int { 1 << bits }
    private static var smallestCapacity: Int { 8 }

    private final class Page {
        let capacity: Int
        /// All `capacity` values are always initialized.
        let values: UnsafeMutablePointer<Value>

        init(repeating value: Value, capacity: Int) {
            self.capacity = capacity
            values = .allocate(capacity: capacity)
            Self.fill(values, with: value, count: capacity)
        }

        /// Where the library is compiled for size, Swift's own initialization goes value by value.
        @inline(never)
        @_optimize(speed)
        private static func fill(_ values: UnsafeMutablePointer<Value>, with value: Value, count: Int) {
            values.initialize(repeating: value, count: count)
        }

        /// A copy with room for more values, which are absent.
        init(copying other: Page, capacity: Int, absent: Value) {
            self.capacity = capacity
            values = .allocate(capacity: capacity)
            if _isPOD(Value.self) {
                memcpy(values, other.values, other.capacity * MemoryLayout<Value>.stride)
            } else {
                values.initialize(from: other.values, count: other.capacity)
            }
            (values + other.capacity).initialize(repeating: absent, count: capacity - other.capacity)
        }

        deinit {
            values.deinitialize(count: capacity)
            values.deallocate()
        }
    }

    let absent: Value
    private var pages: [Page?] = []
    /// The number of handles that the pages cover. A page has `pageSize` values, but while there is only one page, it has `limit`
    /// values.
    private var limit = 0

    package init(absent: Value) {
        self.absent = absent
    }

    /// Whether nothing was ever written.
    var isEmpty: Bool { limit == 0 }

    /// Whether one array is a copy of the other, and neither was written since. Arrays that are not may still have equal values.
    func isIdentical(to other: PagedArray) -> Bool {
        pages.withUnsafeBufferPointer { pages in other.pages.withUnsafeBufferPointer { pages.baseAddress == $0.baseAddress } }
    }

    package subscript(handle: Handle) -> Value {
        @inline(__always)
        get {
            guard Int(handle) < limit, let page = pages[Self.pageIndex(handle)] else { return absent }
            return page.values[Self.offset(handle)]
        }
        @inline(__always)
        set { update(handle) { $0 = newValue } }
    }

    /// Changes a value in place.
    @inline(__always)
    mutating func update(_ handle: Handle, _ change: (inout Value) -> Void) {
        change(&uniqueValues(handle)[Self.offset(handle)])
    }

    @inline(__always)
    func prefetch(_ handle: Handle) {
        if let values = values(ofPage: Self.pageIndex(handle)) { diffable_prefetch(values + Self.offset(handle)) }
    }

    /// Calls `body` with the values of all pages, absent ones included, in the order of their handles.
    package func forEach(_ body: (Handle, Value) -> Void) {
        for (index, page) in pages.enumerated() {
            guard let page else { continue }
            for offset in 0..<page.capacity { body(Handle(index << Self.bits + offset), page.values[offset]) }
        }
    }

    @inline(__always)
    private static func pageIndex(_ handle: Handle) -> Int { Int(handle) &>> bits }

    @inline(__always)
    private static func offset(_ handle: Handle) -> Int { Int(handle) & (pageSize &- 1) }

    @inline(__always)
    private func values(ofPage index: Int) -> UnsafeMutablePointer<Value>? {
        index < pages.count ? pages[index]?.values : nil
    }

    /// The values of a handle's page, for writing. If a copy shares the page, it is copied first.
    @inline(__always)
    private mutating func uniqueValues(_ handle: Handle) -> UnsafeMutablePointer<Value> {
        let index = Self.pageIndex(handle)
        // mutant: shared-page
        if Int(handle) >= limit || pages[index] == nil || !isKnownUniquelyReferenced(&pages[index]) { makeUnique(handle) }
        return pages[index].unsafelyUnwrapped.values
    }

    @inline(never)
    private mutating func makeUnique(_ handle: Handle) {
        if Int(handle) >= limit { makeRoom(for: handle) }
        let index = Self.pageIndex(handle)
        let capacity = min(limit, Self.pageSize)
        if pages[index] == nil {
            pages[index] = Page(repeating: absent, capacity: capacity)
        } else if !isKnownUniquelyReferenced(&pages[index]) {
            pages[index] = Page(copying: pages[index].unsafelyUnwrapped, capacity: capacity, absent: absent)
        }
    }

    private mutating func makeRoom(for handle: Handle) {
        let index = Self.pageIndex(handle)
        if index == 0 {
            limit = max(limit, Self.smallestCapacity)
            while Int(handle) >= limit { limit *= 2 }
        } else {
            limit = (index + 1) << Self.bits
        }
        while pages.count <= index { pages.append(nil) }
        let capacity = min(limit, Self.pageSize)
        // mutant: first-page-keeps-size
        if let first = pages[0], first.capacity < capacity { pages[0] = Page(copying: first, capacity: capacity, absent: absent) }
    }
}

// Operations on lists of handles. Consecutive handles of a list are mostly in one page, which is made unique once for all of them.
extension PagedArray {
    /// A handle's page for writing: its values, its first handle, and the number of its values.
    @inline(__always)
    private mutating func uniquePage(
        of handle: Handle
    ) -> (values: UnsafeMutablePointer<Value>, first: Handle, count: Handle) {
        let values = uniqueValues(handle)
        let first = handle &- Handle(truncatingIfNeeded: Self.offset(handle))
        return (values, first, Handle(truncatingIfNeeded: min(limit &- Int(first), Self.pageSize)))
    }

    /// Grows the first page once for a whole list of handles. The last handle of a list is mostly the highest.
    private mutating func reserve(_ handles: UnsafeBufferPointer<Handle>) {
        if let last = handles.last, Self.pageIndex(last) == 0, Int(last) >= limit { makeRoom(for: last) }
    }

    /// Sets many handles to the same value.
    mutating func set(_ handles: [Handle], to value: Value) {
        handles.withUnsafeBufferPointer { set($0, to: value) }
    }

    @_optimize(speed)
    private mutating func set(_ handles: UnsafeBufferPointer<Handle>, to value: Value) {
        reserve(handles)
        var index = 0
        while index < handles.count {
            let page = uniquePage(of: handles[index])
            repeat {
                page.values[Int(handles[index] &- page.first)] = value
                index &+= 1
            } while index < handles.count && handles[index] &- page.first < page.count
        }
    }
}

extension PagedArray where Value: FixedWidthInteger {
    /// Sets each handle to its own value. If `values` is nil, sets all handles to `absent`. A page that has these values already is
    /// not written, and stays shared. If a handle occurs twice, its last value is kept.
    mutating func set(_ handles: [Handle], to values: UnsafePointer<Value>?) {
        handles.withUnsafeBufferPointer { set($0, to: values) }
    }

    @_optimize(speed)
    private mutating func set(_ handles: UnsafeBufferPointer<Handle>, to values: UnsafePointer<Value>?) {
        var index = 0
        while index < handles.count {
            if self[handles[index]] == values?[index] ?? absent {
                index &+= 1
                continue
            }
            reserve(UnsafeBufferPointer(rebasing: handles[index...]))
            let page = uniquePage(of: handles[index])
            repeat {
                page.values[Int(handles[index] &- page.first)] = values?[index] ?? absent
                index &+= 1
            } while index < handles.count && handles[index] &- page.first < page.count
        }
    }

    /// Sets handles to a value if all of them are absent and none occurs twice. Otherwise it changes nothing and returns false.
    mutating func claim(_ handles: [Handle], with value: Value) -> Bool {
        let claimed = handles.withUnsafeBufferPointer { claim($0, with: value) }
        if claimed < handles.count { set(Array(handles[..<claimed]), to: absent) } // mutant: claim-not-undone
        return claimed == handles.count
    }

    /// Sets handles to a value up to the first that is not absent. Returns the number of handles that it set.
    @_optimize(speed)
    private mutating func claim(_ handles: UnsafeBufferPointer<Handle>, with value: Value) -> Int {
        reserve(handles)
        var claimed = 0
        while claimed < handles.count {
            let page = uniquePage(of: handles[claimed])
            repeat {
                let claim = page.values + Int(handles[claimed] &- page.first)
                if claim.pointee != absent { return claimed } // mutant: item-taken-twice
                claim.pointee = value
                claimed &+= 1
            } while claimed < handles.count && handles[claimed] &- page.first < page.count
        }
        return claimed
    }

    /// The handles whose values are not absent.
    func present(of handles: [Handle]) -> [Handle] {
        present(of: handles, andIn: self)
    }

    /// The handles whose values are absent neither here nor in another array. A page that both share is read once.
    @_optimize(speed)
    func present(of handles: [Handle], andIn other: PagedArray) -> [Handle] {
        let ahead = 16
        return [Handle](capacity: handles.count) { present, count in
            for position in handles.indices {
                if position &+ ahead < handles.count { prefetch(handles[position &+ ahead]) }
                let handle = handles[position]
                let page = Self.pageIndex(handle)
                present[count] = handle
                // mutant: present-in-both
                if self[handle] != absent, values(ofPage: page) == other.values(ofPage: page) || other[handle] != absent { count &+= 1 }
            }
        }
    }

    /// The handles whose values differ between this array and another one, in ascending order. Shared pages are skipped.
    @_optimize(speed)
    func differences(from other: PagedArray) -> [Handle] {
        var handles: [Handle] = []
        if isIdentical(to: other) { return handles }
        for index in 0..<max(pages.count, other.pages.count) { // mutant: page-of-one-array
            let (left, right) = (values(ofPage: index), other.values(ofPage: index))
            if left == right { continue } // mutant: missing-page-differs
            let first = index &<< Self.bits
            let count = min(Self.pageSize, max(limit, other.limit) &- first)
            if let left, let right, min(limit, other.limit) >= first &+ count {
                for offset in 0..<count where left[offset] != right[offset] { handles.append(Handle(truncatingIfNeeded: first &+ offset)) }
            } else {
                for offset in 0..<count {
                    let handle = Handle(truncatingIfNeeded: first &+ offset)
                    if self[handle] != other[handle] { handles.append(handle) }
                }
            }
        }
        return handles
    }

    /// Compares the value of each of the `handles` with the value that `other` has for the handle at the same position of `others`.
    /// Returns the positions where the values differ. Both lists have the same length.
    @_optimize(speed)
    func differences(of handles: [Handle], from other: PagedArray, of others: [Handle]) -> [Int] {
        if isEmpty && other.isEmpty { return [] } // mutant: empty-array-differs
        return handles.indices.filter { self[handles[$0]] != other[others[$0]] }
    }
}
