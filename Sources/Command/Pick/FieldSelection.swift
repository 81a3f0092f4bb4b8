import DiffableEngine

/// A range of the fields of a line, both ends included. Fields are numbered from 1, or from the end if negative: -1 is
/// the last field.
package struct FieldRange {
    package var first: Int
    package var last: Int

    package init(first: Int, last: Int) {
        (self.first, self.last) = (first, last)
    }

    /// Reads `2`, `-1`, `2..`, `..3`, `2..3` or `..`.
    package init?(_ text: some Sequence<UInt8>) {
        let bytes = Array(text)
        if let dots = bytes.indices.first(where: { bytes[$0...].starts(with: "..".utf8) }) {
            guard let first = dots == 0 ? 1 : Self.number(bytes[..<dots]) else { return nil }
            guard let last = dots + 2 == bytes.count ? -1 : Self.number(bytes[(dots + 2)...]) else { return nil }
            (self.first, self.last) = (first, last)
        } else {
            guard let number = Self.number(bytes[...]) else { return nil }
            (first, last) = (number, number)
        }
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard let text = String(validating: digits, as: UTF8.self), let number = Int(text), number != 0,
            abs(number) < 1_000_000
        else { return nil }
        return number
    }
}

/// Splits lines into fields, and selects some of them.
package struct FieldSelection {
    /// The text between two fields. Nil if blanks and tabs separate fields.
    private let delimiter: [UInt8]?
    private let selected: [FieldRange]

    package init(_ selected: [FieldRange], delimiter: [UInt8]?) {
        self.selected = selected
        self.delimiter = delimiter
    }

    /// Returns the byte ranges of the selected fields. A field includes the delimiter that follows it.
    package func ranges(in line: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
        let fields = fields(of: line)
        var ranges: [Range<Int>] = []
        for range in selected {
            let first = max(0, range.first > 0 ? range.first - 1 : fields.count + range.first)
            let last = min(fields.count - 1, range.last > 0 ? range.last - 1 : fields.count + range.last)
            if first <= last { ranges.append(fields[first].lowerBound..<fields[last].upperBound) }
        }
        return ranges
    }

    /// Returns the selected fields, with a blank between two ranges. Each range loses the delimiter at its end.
    package func text(of line: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        for range in ranges(in: line) {
            var part = line[range]
            if let delimiter {
                if part.count >= delimiter.count, part.suffix(delimiter.count).elementsEqual(delimiter) {
                    part = part.dropLast(delimiter.count)
                }
            } else {
                while let last = part.last, Self.isBlank(last) { part = part.dropLast() }
            }
            if !text.isEmpty { text.append(UInt8(ascii: " ")) }
            text += part
        }
        return text
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    private func fields(of line: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
        var fields: [Range<Int>] = []
        var (start, offset) = (0, 0)
        if let delimiter, !delimiter.isEmpty {
            while offset < line.count {
                if line[offset] == delimiter[0], line[offset...].starts(with: delimiter) {
                    offset += delimiter.count
                    fields.append(start..<offset)
                    start = offset
                } else {
                    offset += 1
                }
            }
            fields.append(start..<line.count)
            return fields
        }
        while start < line.count, Self.isBlank(line[start]) { start += 1 }
        offset = start
        while start < line.count {
            while offset < line.count, !Self.isBlank(line[offset]) { offset += 1 }
            while offset < line.count, Self.isBlank(line[offset]) { offset += 1 }
            fields.append(start..<offset)
            start = offset
        }
        return fields
    }
}
