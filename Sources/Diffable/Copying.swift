// Where the library is compiled for size, the copies of Swift's own go element by element.

extension Array where Element: BitwiseCopyable {
    init(copying part: ArraySlice<Element>) {
        self.init(unsafeUninitializedCapacity: part.count) { memory, count in
            count = Self.copy(part, to: memory)
        }
    }

    mutating func append(copying part: ArraySlice<Element>) {
        // Swift would write the count of an empty array, which all threads share.
        if part.isEmpty { return }
        append(addingCapacity: part.count) { span in
            span.withUnsafeMutableBufferPointer { memory, count in
                count += Self.copy(part, to: UnsafeMutableBufferPointer(rebasing: memory[count...]))
            }
        }
    }

    private static func copy(_ part: ArraySlice<Element>, to memory: UnsafeMutableBufferPointer<Element>) -> Int {
        part.withUnsafeBytes { UnsafeMutableRawBufferPointer(memory).copyMemory(from: $0) }
        return part.count
    }
}
