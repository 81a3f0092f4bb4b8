import CLibc

/// A fast hash with a secret seed, so that nobody can choose identifiers that collide.
///
/// The construction is that of wyhash (Wang Yi, 2019): 16 bytes at a time are mixed with the seed,
/// multiplied to 128 bits and folded by exclusive or.
struct SeededHash {
    private let first: UInt64
    private let second: UInt64

    /// Makes the seed of a new table: two hashes of the table's number, whose seeds are the secret of the process. The
    /// number is hashed twice for each, so nobody who learns the seed of one table learns the secret or the seed of
    /// another.
    @export(interface)
    init() {
        let secret = diffable_secret()
        let number = Int64(bitPattern: diffable_next_number())
        let first = SeededHash(first: secret.words.0, second: secret.words.1)
        let second = SeededHash(first: secret.words.2, second: secret.words.3)
        self.init(
            first: second.hash(Int64(bitPattern: first.hash(number))),
            second: first.hash(Int64(bitPattern: second.hash(number))))
    }

    init(first: UInt64, second: UInt64) {
        self.first = first
        self.second = second | 1
    }

    @inline(__always)
    func callAsFunction(_ raw: BorrowedIdentifier) -> UInt64 {
        switch raw.value {
        case .integer(let value): hash(value)
        case .bytes(let bytes): hash(bytes)
        }
    }

    @inline(__always)
    private func hash(_ value: Int64) -> UInt64 {
        fold(UInt64(bitPattern: value) ^ first, second ^ 0xA076_1D64_78BD_642F)
    }

    @inline(__always)
    private func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        let count = bytes.count
        var state = first ^ UInt64(truncatingIfNeeded: count)
        guard let start = bytes.baseAddress, count > 0 else { return fold(state, second) }
        if count < 16 {
            return fold(state ^ word(start, count), second ^ (count > 8 ? word(start + 8, count - 8) : 0))
        }
        // The last 16 bytes may overlap the ones before. So the rest is hashed without a loop over single bytes.
        let last = start + (count &- 16)
        var next = start
        repeat {
            state = mix(state, next)
            next += 16
        } while next < last
        return mix(state, last)
    }

    /// The state after 16 more bytes.
    @inline(__always)
    private func mix(_ state: UInt64, _ bytes: UnsafeRawPointer) -> UInt64 {
        fold(
            state ^ bytes.loadUnaligned(as: UInt64.self),
            second ^ bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }

    /// The first `count` bytes as a number, or the first 8 if there are more.
    @inline(__always)
    private func word(_ start: UnsafeRawPointer, _ count: Int) -> UInt64 {
        if count >= 8 { return start.loadUnaligned(as: UInt64.self) }
        var result: UInt64 = 0
        for offset in 0..<count {
            result = result << 8 | UInt64(start.load(fromByteOffset: offset, as: UInt8.self))
        }
        return result
    }

    @inline(__always)
    private func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = left.multipliedFullWidth(by: right)
        return product.high ^ product.low
    }
}
