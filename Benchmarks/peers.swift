// What lists are compared with elsewhere, to be called from C.

public final class Strings {
    let values: [String]
    init(_ values: [String]) { self.values = values }
}

/// `count` strings of `size` bytes each, that lie one behind the other.
@_cdecl("peers_make_strings")
public func makeStrings(_ bytes: UnsafePointer<UInt8>, _ count: Int, _ size: Int) -> UnsafeMutableRawPointer {
    let values = (0..<count).map {
        String(decoding: UnsafeBufferPointer(start: bytes + $0 * size, count: size), as: UTF8.self)
    }
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

/// An identifier and a revision, as DifferenceKit's elements have an identifier and a content.
private struct Row: Hashable {
    let id: String
    let revision: UInt64
    static func == (left: Row, right: Row) -> Bool { left.id == right.id }
    func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

private final class Rows {
    let values: [Row]
    init(_ values: [Row]) { self.values = values }
}

/// `count` rows, with identifiers of `size` bytes each that lie one behind the other.
@_cdecl("peers_make_rows")
public func makeRows(_ bytes: UnsafePointer<UInt8>, _ revisions: UnsafePointer<UInt64>, _ count: Int, _ size: Int)
    -> UnsafeMutableRawPointer
{
    let values = (0..<count).map {
        Row(
            id: String(decoding: UnsafeBufferPointer(start: bytes + $0 * size, count: size), as: UTF8.self),
            revision: revisions[$0])
    }
    return Unmanaged.passRetained(Rows(values)).toOpaque()
}

@_cdecl("peers_free_rows")
public func freeRows(_ rows: UnsafeMutableRawPointer) {
    Unmanaged<Rows>.fromOpaque(rows).release()
}

/// The number of changes that Heckel's algorithm finds, with updates.
@_cdecl("peers_heckel_rows")
public func countHeckelRowChanges(_ old: UnsafeMutableRawPointer, _ new: UnsafeMutableRawPointer) -> Int {
    let old = Unmanaged<Rows>.fromOpaque(old).takeUnretainedValue().values
    let new = Unmanaged<Rows>.fromOpaque(new).takeUnretainedValue().values
    return heckelDifference(from: old, to: new) { $0.revision == $1.revision }.count
}
