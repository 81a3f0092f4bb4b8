/// The key by which an item is sorted: parts one after the other, as bytes that `memcmp` orders. The parts of two keys
/// are compared in turn. Numbers come before strings, strings before booleans, and all of these before nil. A list uses
/// one object for all its keys.
package final class SortKey {
    package private(set) var bytes: [UInt8] = []

    private enum Tag {
        static let number: UInt8 = 0x10
        static let string: UInt8 = 0x20
        static let boolean: UInt8 = 0x30
        static let none: UInt8 = 0x40
    }

    package init() {}

    func removeAll() {
        bytes.removeAll(keepingCapacity: true)
    }

    /// Appends a number. Integers and doubles are compared by value.
    package func append(_ value: Int64, reversed: Bool) {
        // The nearest double, and the distance of the integer from it, which is less than 1,024.
        let nearest = Double(value)
        let distance = nearest < 0x1p63 ? value - Int64(nearest) : value - Int64.max - 1
        appendNumber(nearest, Int16(truncatingIfNeeded: distance), reversed)
    }

    /// Appends a number. Integers and doubles are compared by value.
    package func append(_ value: UInt64, reversed: Bool) {
        let nearest = Double(value)
        let base = nearest < 0x1p64 ? UInt64(nearest) : 0
        appendNumber(
            nearest, Int16(truncatingIfNeeded: value.subtractingReportingOverflow(base).partialValue), reversed)
    }

    /// Appends a number. NaN comes after all other numbers.
    package func append(_ value: Double, reversed: Bool) {
        appendNumber(value, 0, reversed)
    }

    package func append(_ value: Bool, reversed: Bool) {
        append(part: reversed) { $0.append(Tag.boolean | (value ? 1 : 0)) }
    }

    package func appendNone(reversed: Bool) {
        append(part: reversed) { $0.append(Tag.none) }
    }

    /// Appends a string, which is compared by its bytes.
    package func append(_ string: UnsafeRawBufferPointer, reversed: Bool) {
        append(part: reversed) { bytes in
            bytes.append(Tag.string)
            // The end mark 0, 1 orders a string before all longer strings that begin with it: the next byte of such a
            // string is greater than 0, or it is 0 and followed by 255.
            for byte in string {
                bytes.append(byte)
                if byte == 0 { bytes.append(0xFF) }
            }
            bytes.append(0)
            bytes.append(1)
        }
    }

    private func appendNumber(_ value: Double, _ distance: Int16, _ reversed: Bool) {
        let bits = value.isNaN ? Double.nan.bitPattern : value == 0 ? 0 : value.bitPattern
        let sign: UInt64 = 1 << 63
        let ordered = bits & sign != 0 ? ~bits : bits | sign
        let offset = UInt16(bitPattern: distance) ^ 0x8000
        append(part: reversed) { bytes in
            bytes.append(Tag.number)
            for shift in stride(from: UInt64(56), through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: ordered >> shift))
            }
            bytes.append(UInt8(truncatingIfNeeded: offset >> 8))
            bytes.append(UInt8(truncatingIfNeeded: offset))
        }
    }

    /// Appends a part. Inverting the bytes of parts reverses their order, because no part is the beginning of another
    /// one.
    private func append(part reversed: Bool, _ append: (inout [UInt8]) -> Void) {
        let start = bytes.count
        append(&bytes)
        if reversed { for index in start..<bytes.count { bytes[index] = ~bytes[index] } }
    }
}
