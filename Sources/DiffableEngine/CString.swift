/// A copy of a text as a C string. Its address never changes.
package final class CString: @unchecked Sendable {
    package let pointer: UnsafePointer<CChar>
    /// The number of bytes, without the zero at the end.
    package let count: Int

    package convenience init(_ string: String) {
        self.init(Array(string.utf8))
    }

    package init(_ bytes: [UInt8]) {
        let memory = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
        for (index, byte) in bytes.enumerated() { memory[index] = CChar(bitPattern: byte) }
        memory[bytes.count] = 0
        pointer = UnsafePointer(memory)
        count = bytes.count
    }

    deinit {
        pointer.deallocate()
    }

    package var bytes: [UInt8] { Array(UnsafeRawBufferPointer(start: pointer, count: count)) }
}
