import CLibc
import CProcess
import DiffableEngine
import DiffableTerminal

/// Lines of text, one after the other in a buffer that grows. For each line, a mask stores the set of its letters.
package final class LineStore {
    /// The byte that ends each line.
    private let separator: UInt8
    private var bytes: UnsafeMutablePointer<UInt8>
    private var byteCapacity = 1 << 16
    /// The number of bytes in the buffer.
    private var size = 0
    /// The offset of the last line, whose end has not been read yet.
    private var open = 0
    /// The offset at which each line begins. A separator precedes the start of the next line.
    private var starts: UnsafeMutablePointer<Int>
    private var masks: UnsafeMutablePointer<UInt64>
    private var capacity = 1024
    package private(set) var count = 0
    /// The bit of each byte in a mask.
    private let bits: UnsafeMutablePointer<UInt64>

    /// Removes escape sequences from the lines. Nil if escape sequences are kept.
    private var sequences: EscapeSequences?
    /// Makes the identifiers of the lines. Nil if the index of a line is its identifier.
    private var keys: LineKeys?

    package init(separator: UInt8 = UInt8(ascii: "\n"), isStyled: Bool = false, keys: LineKeys? = nil) {
        self.separator = separator
        self.keys = keys
        sequences = isStyled ? EscapeSequences(separator: separator) : nil
        bytes = Self.grown(nil, byteCapacity)
        starts = Self.grown(nil, capacity + 1)
        masks = Self.grown(nil, capacity)
        bits = .allocate(capacity: 256)
        for byte in 0..<256 { bits[byte] = LetterMask.bit(UInt8(byte)) }
        starts[0] = 0
    }

    deinit {
        free(bytes)
        free(starts)
        free(masks)
        bits.deallocate()
    }

    private static func grown<Value>(_ old: UnsafeMutablePointer<Value>?, _ count: Int) -> UnsafeMutablePointer<Value> {
        guard let memory = realloc(old, count * MemoryLayout<Value>.stride) else { abort() }
        return memory.assumingMemoryBound(to: Value.self)
    }

    package subscript(_ index: Int) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: bytes + starts[index], count: starts[index + 1] - starts[index] - 1)
    }

    /// Returns the identifier of a line, which no other line of this store has.
    package func identifier(_ index: Int) -> Identifier {
        keys?.identifier(of: self[index], index) ?? .integer(Int64(index))
    }

    package func mask(_ index: Int) -> LetterMask {
        LetterMask(bits: masks[index])
    }

    /// Returns the styles of a line, with the offsets at which they begin.
    package func styles(_ index: Int) -> [(offset: Int, style: Style)] {
        sequences?.styles(in: starts[index]..<starts[index + 1]) ?? []
    }

    /// Reads from a descriptor once. Returns the number of bytes that were read, 0 at the end of the file, or a
    /// negative number if reading failed.
    package func read(_ descriptor: Int32) -> Int {
        if byteCapacity - size < 1 << 16 {
            byteCapacity *= 2
            bytes = Self.grown(bytes, byteCapacity)
        }
        let count = process_read(descriptor, bytes + size, min(byteCapacity - size, 1 << 20))
        if count > 0 {
            let start = size
            let added = UnsafeMutableBufferPointer(start: bytes + start, count: count)
            size += sequences?.remove(from: added, at: start) ?? count
            findLines(from: start)
        }
        return count
    }

    /// Call it at the end of the file. If there is text after the last separator, it becomes the last line.
    package func finish() {
        defer { keys?.finish() }
        guard open < size else { return }
        if size == byteCapacity {
            byteCapacity += 1
            bytes = Self.grown(bytes, byteCapacity)
        }
        bytes[size] = separator
        size += 1
        findLines(from: size - 1)
    }

    private func findLines(from start: Int) {
        var from = start
        while from < size, let found = memchr(bytes + from, Int32(separator), size - from) {
            let end = found.assumingMemoryBound(to: UInt8.self) - UnsafeMutablePointer(bytes)
            appendLine(end)
            from = end + 1
        }
    }

    private func appendLine(_ end: Int) {
        if count == capacity {
            capacity *= 2
            starts = Self.grown(starts, capacity + 1)
            masks = Self.grown(masks, capacity)
        }
        var mask: UInt64 = 0
        var next = bytes + open
        let last = bytes + end
        while next < last {
            mask |= bits[Int(next.pointee)]
            next += 1
        }
        masks[count] = mask
        count += 1
        starts[count] = end + 1
        keys?.append(self[count - 1])
        open = end + 1
    }
}
