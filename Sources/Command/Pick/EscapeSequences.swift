import DiffableTerminal

/// Removes the escape sequences from a text that arrives in parts, and remembers the styles that they set (ECMA-48,
/// "select graphic rendition").
struct EscapeSequences {
    private enum State {
        case text, escape, intermediates, parameters, string
    }

    /// The styles, in ascending order of the offsets at which they begin in the text without the sequences.
    private(set) var styles: [(offset: Int, style: Style)] = []
    /// The byte that ends each line. It also ends a sequence that is incomplete.
    private let separator: UInt8
    private var state = State.text
    private var numbers: [Int] = []
    private var style = Style()

    init(separator: UInt8) {
        self.separator = separator
    }

    /// Removes the sequences from the next part of the text, in place. `offset` is the offset of this part in the text
    /// without the sequences. Returns the number of bytes that remain.
    mutating func remove(from bytes: UnsafeMutableBufferPointer<UInt8>, at offset: Int) -> Int {
        var count = 0
        for byte in bytes {
            if byte == separator { state = .text }
            switch state {
            case .text:
                if byte == 0x1B {
                    state = .escape
                } else {
                    bytes[count] = byte
                    count += 1
                }
            case .escape:
                numbers = [0]
                switch byte {
                case UInt8(ascii: "["): state = .parameters
                // OSC, DCS, APC, PM and SOS: these introduce strings.
                case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"):
                    state = .string
                case 0x20..<0x30: state = .intermediates
                default: state = .text
                }
            case .intermediates: if !(0x20..<0x30).contains(byte) { state = .text }
            case .parameters:
                switch byte {
                case 0x30..<0x3A:
                    numbers[numbers.count - 1] = min(numbers[numbers.count - 1] * 10 + Int(byte - 0x30), 1000)
                case UInt8(ascii: ";"), UInt8(ascii: ":"): if numbers.count < 32 { numbers.append(0) }
                case 0x20..<0x40: break
                default:
                    if byte == UInt8(ascii: "m") { setStyle(at: offset + count) }
                    state = .text
                }
            case .string:
                if byte == 7 { state = .text }
                if byte == 0x1B { state = .escape }
            }
        }
        return count
    }

    private mutating func setStyle(at offset: Int) {
        let colors: Style = [.red, .green, .yellow, .blue, .magenta, .cyan]
        var index = 0
        while index < numbers.count {
            switch numbers[index] {
            case 0: style = []
            case 1: style.insert(.bold)
            case 2: style.insert(.dim)
            case 4: style.insert(.underlined)
            case 7: style.insert(.reverse)
            case 22: style.subtract([.bold, .dim])
            case 24: style.remove(.underlined)
            case 27: style.remove(.reverse)
            case 30...37, 39, 90...97:
                style.subtract(colors)
                let number = numbers[index] % 10
                let hues: [Style] = [[], .red, .green, .yellow, .blue, .magenta, .cyan, [], [], []]
                style.formUnion(hues[number])
            // Colors of the palette of 256 colors (38;5;n) and RGB colors (38;2;r;g;b) are ignored.
            case 38, 48: index += index + 1 < numbers.count && numbers[index + 1] == 2 ? 4 : 2
            default: break
            }
            index += 1
        }
        styles.append((offset, style))
    }

    /// Returns the styles of a range of the text. Their offsets are relative to the start of the range.
    func styles(in range: Range<Int>) -> [(offset: Int, style: Style)] {
        var bounds = 0..<styles.count
        while !bounds.isEmpty {
            let middle = bounds.lowerBound + bounds.count / 2
            bounds =
                styles[middle].offset <= range.lowerBound ? middle + 1..<bounds.upperBound : bounds.lowerBound..<middle
        }
        var result: [(offset: Int, style: Style)] = []
        // The range begins with the style that was set last before it.
        var index = max(0, bounds.lowerBound - 1)
        while index < styles.count, styles[index].offset < range.upperBound {
            result.append((max(0, styles[index].offset - range.lowerBound), styles[index].style))
            index += 1
        }
        return result
    }
}
