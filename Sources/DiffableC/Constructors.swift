import CDiffable
import CLibc
import DiffableEngine

@_cdecl("diffable_id_none") @implementation
public func diffable_id_none() -> diffable_id {
    diffable_id()
}

@_cdecl("diffable_id_integer") @implementation
public func diffable_id_integer(_ integer: Int64) -> diffable_id {
    cIdentifier(.integer(integer))
}

@_cdecl("diffable_id_bytes") @implementation
public func diffable_id_bytes(_ data: UnsafePointer<CChar>!, _ size: Int) -> diffable_id {
    cIdentifier(.bytes(data, size: size))
}

@_cdecl("diffable_id_string") @implementation
public func diffable_id_string(_ string: UnsafePointer<CChar>!) -> diffable_id {
    string.map { cIdentifier(.bytes($0, size: Int(strlen($0)))) } ?? diffable_id_none()
}

@_cdecl("diffable_id_equal") @implementation
public func diffable_id_equal(_ id: diffable_id, _ other: diffable_id) -> Bool {
    guard let id = raw(id), let other = raw(other) else { return raw(id) == nil && raw(other) == nil }
    return RawIdentifier.equal(id, other)
}

@_cdecl("diffable_bytes_string") @implementation
public func diffable_bytes_string(_ string: UnsafePointer<CChar>!) -> diffable_bytes {
    diffable_bytes(data: string, size: string.map { Int(strlen($0)) } ?? 0)
}
