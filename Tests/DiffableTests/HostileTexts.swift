import Foundation

/// The texts of Tests/TestSupport/hostile.txt. Bytes that are not UTF-8 become U+FFFD, as in every String.
let hostileTexts: [String] = {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    guard let file = try? Data(contentsOf: tests.appendingPathComponent("TestSupport/hostile.txt")) else { return [] }
    return file.split(separator: UInt8(ascii: "\n")).compactMap { line in
        let entry = line.split(separator: UInt8(ascii: " "), maxSplits: 1, omittingEmptySubsequences: false)
        guard entry.count == 2, let count = Int(String(decoding: entry[0], as: UTF8.self)) else { return nil }
        let bytes = unescaped(Array(entry[1])[...])
        return String(decoding: Array(repeating: bytes, count: count).joined(), as: UTF8.self)
    }
}()

/// The bytes of a text with `\xNN` for some of them.
private func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
        if byte == UInt8(ascii: "\\"), rest.first == UInt8(ascii: "x") {
            bytes.append(UInt8(String(decoding: rest.dropFirst().prefix(2), as: UTF8.self), radix: 16) ?? 0)
            rest = rest.dropFirst(3)
        } else {
            bytes.append(byte)
        }
    }
    return bytes
}
