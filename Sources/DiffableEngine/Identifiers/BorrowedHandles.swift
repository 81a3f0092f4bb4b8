/// Handles in memory that belongs to something else: an array, a leaf, or the stack. They are valid during the call
/// that passes them.
package struct BorrowedHandles: RandomAccessCollection {
    package let memory: UnsafeBufferPointer<Handle>

    @inline(__always)
    init(_ memory: UnsafeBufferPointer<Handle>) {
        self.memory = memory
    }

    @inline(__always)
    init(_ memory: UnsafeMutableBufferPointer<Handle>) {
        self.memory = UnsafeBufferPointer(memory)
    }

    static var none: BorrowedHandles { BorrowedHandles(UnsafeBufferPointer(start: nil, count: 0)) }

    package var startIndex: Int { 0 }
    package var endIndex: Int { memory.count }

    @inline(__always)
    package subscript(position: Int) -> Handle { memory[position] }

    /// The handles at a range of indexes, as a list whose indexes begin at 0.
    @inline(__always)
    func part(_ range: Range<Int>) -> BorrowedHandles { BorrowedHandles(UnsafeBufferPointer(rebasing: memory[range])) }

    /// Calls `body` with a list of one handle.
    @inline(__always)
    static func one<Result>(_ handle: Handle, _ body: (BorrowedHandles) -> Result) -> Result {
        withUnsafePointer(to: handle) { body(BorrowedHandles(UnsafeBufferPointer(start: $0, count: 1))) }
    }
}

extension [Handle] {
    /// Calls `body` with the handles of the array.
    @inline(__always)
    package func borrowed<Result>(_ body: (BorrowedHandles) -> Result) -> Result {
        withUnsafeBufferPointer { body(BorrowedHandles($0)) }
    }
}
