import CDiffable
import CLibc
import DiffableEngine

@c @implementation
public func diffable_id_integer(_ integer: Int64) -> diffable_id {
    cIdentifier(.integer(integer))
}

@c @implementation
public func diffable_id_bytes(_ data: UnsafePointer<CChar>!, _ size: Int) -> diffable_id {
    cIdentifier(.bytes(data, size: size))
}

@c @implementation
public func diffable_id_string(_ string: UnsafePointer<CChar>!) -> diffable_id {
    string.map { cIdentifier(.bytes($0, size: Int(strlen($0)))) } ?? diffable_id()
}

@c @implementation
public func diffable_id_equal(_ id: diffable_id, _ other: diffable_id) -> Bool {
    guard let id = raw(id), let other = raw(other) else { return raw(id) == nil && raw(other) == nil }
    return BorrowedIdentifier.equal(id, other)
}

@c @implementation
public func diffable_bytes_string(_ string: UnsafePointer<CChar>!) -> diffable_bytes {
    diffable_bytes(data: string, size: string.map { Int(strlen($0)) } ?? 0)
}
