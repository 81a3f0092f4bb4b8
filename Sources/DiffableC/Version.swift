import CDiffable
import DiffableEngine

@_cdecl("diffable_version") @implementation
public func diffable_version() -> UnsafePointer<CChar>! {
    cString(version)
}

@_cdecl("diffable_version_number") @implementation
public func diffable_version_number() -> Int32 {
    DIFFABLE_VERSION_NUMBER
}
