import CDiffable
import DiffableEngine

@c @implementation
public func diffable_escape(
    _ bytes: UnsafePointer<CChar>!, _ size: Int, _ quoted: Bool, _ buffer: UnsafeMutablePointer<CChar>!, _ capacity: Int
) -> Int {
    let source = UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : max(0, size))
    var text = quoted ? Escaping.quoted(source) : Escaping.escaped(source)
    return text.withUTF8 { escaped in
        if let buffer, let start = escaped.baseAddress, capacity > 0 {
            UnsafeMutableRawPointer(buffer).copyMemory(from: start, byteCount: min(capacity, escaped.count))
        }
        return escaped.count
    }
}
