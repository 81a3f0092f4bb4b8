// What lists are compared with elsewhere, to be called from C.

public final class Strings {
    let values: [String]
    init(_ values: [String]) { self.values = values }
}

/// `count` strings of `size` bytes each, that lie one behind the other.
@_cdecl("peers_make_strings")
public func makeStrings(_ bytes: UnsafePointer<UInt8>, _ count: Int, _ size: Int) -> UnsafeMutableRawPointer {
    let values = (0..<count).map { String(decoding: UnsafeBufferPointer(start: bytes + $0 * size, count: size), as: UTF8.self) }
    return Unmanaged.passRetained(Strings(values)).toOpaque()
}

@_cdecl("peers_free_strings")
public func freeStrings(_ strings: UnsafeMutableRawPointer) {
    Unmanaged<Strings>.fromOpaque(strings).release()
}

/// The number of changes that Heckel's algorithm finds.
@_cdecl("peers_heckel")
public func countHeckelChanges(_ old: UnsafeMutableRawPointer, _ new: UnsafeMutableRawPointer) -> Int {
    heckelDifference(from: values(old), to: values(new)).count
}

/// The number of changes that the standard library finds, with Myers' algorithm.
@_cdecl("peers_myers")
public func countMyersChanges(_ old: UnsafeMutableRawPointer, _ new: UnsafeMutableRawPointer) -> Int {
    values(new).difference(from: values(old)).inferringMoves().count
}

private func values(_ strings: UnsafeMutableRawPointer) -> [String] {
    Unmanaged<Strings>.fromOpaque(strings).takeUnretainedValue().values
}
