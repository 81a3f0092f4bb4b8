/// What a derived list knows about one item of its origin, in 24 bytes: whether it passes the filter, its section and
/// its sort key.
struct DerivedItem: BitwiseCopyable {
    /// The first 15 bytes of the sort key, and a byte for its length. Keys are ordered by these two words. If the words
    /// of two keys are equal, the keys are equal, unless they are longer than 15 bytes.
    private(set) var high: UInt64 = 0
    private(set) var low = DerivedItem.noKey
    /// The handle of the whole key in the table of keys, if the key is longer.
    private(set) var longKey: ContentHandle = 0
    /// The section that the section function chose; the highest bit says whether the item passes the filter.
    private var word = Node.none

    private static let inlineCount = 15
    private static let noKey: UInt64 = 0xFE
    private static let isLong: UInt64 = 0xFF
    private static let passing: UInt32 = 0x8000_0000

    var passes: Bool {
        get { word >= Self.passing }
        set { word = word & Node.none | (newValue ? Self.passing : 0) }
    }

    /// `Node.none` if the section function was not called for the item.
    var section: Handle {
        get { word & Node.none }
        set { word = word & Self.passing | newValue }
    }

    /// Whether the sort function was called for the item.
    var hasKey: Bool { low & 0xFF != Self.noKey }

    var hasLongKey: Bool { low & 0xFF == Self.isLong }

    mutating func removeKey() {
        (high, low, longKey) = (0, Self.noKey, 0)
    }

    /// - Parameter store: stores a long key, and returns its handle.
    mutating func setKey(_ bytes: [UInt8], store: ([UInt8]) -> ContentHandle) {
        var words: (UInt64, UInt64) = (0, 0)
        for index in 0..<min(bytes.count, Self.inlineCount) {
            let byte = UInt64(bytes[index])
            if index < 8 {
                words.0 |= byte << UInt64(56 - 8 * index)
            } else {
                words.1 |= byte << UInt64(56 - 8 * (index - 8))
            }
        }
        let fits = bytes.count <= Self.inlineCount
        (high, low) = (words.0, words.1 | (fits ? UInt64(bytes.count) : Self.isLong))
        longKey = fits ? 0 : store(bytes)
    }

    mutating func setLongKey(_ handle: ContentHandle) {
        longKey = handle
    }

    /// Whether both have the same two words. Then their keys are equal, unless these are long: of a long key, the words
    /// have only the first 15 bytes.
    func hasSameWords(as other: DerivedItem) -> Bool {
        high == other.high && low == other.low
    }
}
