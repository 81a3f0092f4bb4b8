/// A value of CBOR. Contents are made of these values.
enum ContentValue: Equatable {
    /// If `isNegative`, the value is -1 minus the number.
    case integer(UInt64, isNegative: Bool = false)
    case float(Double)
    case text(String)
    case bytes([UInt8])
    case bool(Bool)
    case null
    case array([ContentValue])
    case map([String: ContentValue])

    /// The greatest depth of nested arrays and maps in a document.
    static let deepest = 256

    /// A number, a text, a boolean or bytes; nil for any other value, and for an integer of more than 64 bits.
    init?<Value>(scalar value: Value) {
        switch value {
        case let value as Bool: self = .bool(value)
        case let value as String: self = .text(value)
        case let value as Double: self = .float(value)
        case let value as Float: self = .float(Double(value))
        case let value as any BinaryInteger:
            if let number = UInt64(exactly: value) {
                self = .integer(number)
            } else if let number = Int64(exactly: value) {
                self = .integer(UInt64(bitPattern: ~number), isNegative: true)
            } else {
                return nil
            }
        default:
            // A cast alone would also match an empty array of another type.
            guard Value.self == [UInt8].self, let value = value as? [UInt8] else { return nil }
            self = .bytes(value)
        }
    }
}

// Writing: the core deterministic encoding of RFC 8949, section 4.2.1.
extension ContentValue {
    /// The value as bytes; nil if it is nested too deeply.
    var encoded: [UInt8]? {
        var bytes: [UInt8] = []
        return append(to: &bytes, depth: 1) ? bytes : nil
    }

    private func append(to bytes: inout [UInt8], depth: Int) -> Bool {
        switch self {
        case .integer(let number, let isNegative): Self.appendHead(isNegative ? 1 : 0, number, to: &bytes)
        case .float(let number): Self.append(number, to: &bytes)
        case .text(let text):
            Self.appendHead(3, UInt64(text.utf8.count), to: &bytes)
            bytes += text.utf8
        case .bytes(let value):
            Self.appendHead(2, UInt64(value.count), to: &bytes)
            bytes += value
        case .bool(let value): bytes.append(value ? 0xF5 : 0xF4)
        case .null: bytes.append(0xF6)
        case .array(let values):
            Self.appendHead(4, UInt64(values.count), to: &bytes)
            return depth <= Self.deepest && values.allSatisfy { $0.append(to: &bytes, depth: depth + 1) }
        case .map(let fields):
            Self.appendHead(5, UInt64(fields.count), to: &bytes)
            var entries: [(key: [UInt8], value: ContentValue)] = []
            for (name, value) in fields {
                var key: [UInt8] = []
                _ = ContentValue.text(name).append(to: &key, depth: depth)
                entries.append((key, value))
            }
            entries.sort { $0.key.lexicographicallyPrecedes($1.key) }
            return depth <= Self.deepest
                && entries.allSatisfy { entry in
                    bytes += entry.key
                    return entry.value.append(to: &bytes, depth: depth + 1)
                }
        }
        return true
    }

    private static func appendHead(_ major: UInt8, _ number: UInt64, to bytes: inout [UInt8]) {
        let size = number < 24 ? 0 : number <= 0xFF ? 1 : number <= 0xFFFF ? 2 : number <= 0xFFFF_FFFF ? 4 : 8
        bytes.append(major << 5 | (size == 0 ? UInt8(number) : 24 + UInt8(size.trailingZeroBitCount)))
        append(number, size: size, to: &bytes)
    }

    private static func append(_ number: UInt64, size: Int, to bytes: inout [UInt8]) {
        for index in 0..<size { bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(8 * (size - 1 - index)))) }
    }

    /// Appends the shortest float that has the value.
    private static func append(_ number: Double, to bytes: inout [UInt8]) {
        let single = Float(number)
        if let bits = number.isNaN ? 0x7E00 : Double(single) == number ? halfBits(single) : nil {
            bytes.append(0xF9)
            append(UInt64(bits), size: 2, to: &bytes)
        } else if Double(single) == number {
            bytes.append(0xFA)
            append(UInt64(single.bitPattern), size: 4, to: &bytes)
        } else {
            bytes.append(0xFB)
            append(number.bitPattern, size: 8, to: &bytes)
        }
    }

    /// The bits of the 16-bit float with the same value; nil if there is none. Not all platforms have the type
    /// `Float16`.
    private static func halfBits(_ number: Float) -> UInt16? {
        let sign = UInt16(number.bitPattern >> 16) & 0x8000
        let magnitude = number.magnitude
        if magnitude == .infinity { return sign | 0x7C00 }
        if magnitude >= 0x1p-14 {
            let fraction = number.bitPattern & 0x7F_FFFF
            if magnitude > 65504 || fraction & 0x1FFF != 0 { return nil }
            return sign | UInt16(Int(magnitude.exponent) + 15) << 10 | UInt16(fraction >> 13)
        }
        return UInt16(exactly: magnitude * 0x1p24).map { sign | $0 }
    }
}

// Reading: the bytes may come from anywhere.
extension ContentValue {
    /// Reads bytes as a map; nil if they are anything else.
    init?(map bytes: [UInt8]) {
        var reader = ContentReader(bytes: bytes[...])
        guard let value = reader.value(depth: 1), case .map = value, reader.bytes.isEmpty else { return nil }
        self = value
    }
}

private struct ContentReader {
    /// The bytes that are still to be read.
    var bytes: ArraySlice<UInt8>

    private mutating func number(size: Int) -> UInt64? {
        guard bytes.count >= size else { return nil }
        defer { bytes = bytes.dropFirst(size) }
        return bytes.prefix(size).reduce(0) { $0 << 8 | UInt64($1) }
    }

    mutating func value(depth: Int) -> ContentValue? {
        guard depth <= ContentValue.deepest + 1, let head = bytes.popFirst() else { return nil }
        let low = Int(head & 31)
        guard low < 28, let number = low < 24 ? UInt64(low) : number(size: 1 << (low - 24)) else { return nil }
        switch head >> 5 {
        case 0: return .integer(number)
        case 1: return .integer(number, isNegative: true)
        case 2, 3:
            guard number <= UInt64(bytes.count) else { return nil }
            defer { bytes = bytes.dropFirst(Int(number)) }
            let content = bytes.prefix(Int(number))
            return head >> 5 == 2 ? .bytes(Array(content)) : .text(String(decoding: content, as: UTF8.self))
        case 4:
            // Each value takes at least one byte. This check keeps a wrong count from using much memory.
            guard number <= UInt64(bytes.count) else { return nil }
            var values: [ContentValue] = []
            for _ in 0..<number {
                guard let value = value(depth: depth + 1) else { return nil }
                values.append(value)
            }
            return .array(values)
        case 5: return fields(number, depth)
        // Tags are ignored.
        case 6: return value(depth: depth + 1)
        default: return simple(low, number)
        }
    }

    /// Reads the fields of a map. Integer keys, which Lua writes, become texts. Fields with other keys are left out.
    private mutating func fields(_ count: UInt64, _ depth: Int) -> ContentValue? {
        guard count <= UInt64(bytes.count / 2) else { return nil }
        var fields: [String: ContentValue] = [:]
        for _ in 0..<count {
            guard let key = value(depth: depth + 1), let value = value(depth: depth + 1) else { return nil }
            switch key {
            case .text(let name): fields[name] = value
            case .integer(let number, let isNegative): fields[isNegative ? "-\(number &+ 1)" : "\(number)"] = value
            default: continue
            }
        }
        return .map(fields)
    }

    private func simple(_ low: Int, _ number: UInt64) -> ContentValue? {
        switch low {
        case 20, 21: return .bool(low == 21)
        case 22, 23: return .null
        case 25:
            let (exponent, fraction) = (Int(number >> 10 & 31), Double(number & 0x3FF))
            let magnitude: Double
            switch exponent {
            case 31: magnitude = fraction == 0 ? .infinity : .nan
            case 0: magnitude = fraction * 0x1p-24
            default: magnitude = Double(sign: .plus, exponent: exponent - 25, significand: 1024 + fraction)
            }
            return .float(number & 0x8000 == 0 ? magnitude : -magnitude)
        case 26: return .float(Double(Float(bitPattern: UInt32(number))))
        case 27: return .float(Double(bitPattern: number))
        default: return nil
        }
    }
}
