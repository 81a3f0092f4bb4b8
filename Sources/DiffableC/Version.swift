import CDiffable

private let version = CString(DIFFABLE_VERSION)

@_cdecl("diffable_version") @implementation
public func diffable_version() -> UnsafePointer<CChar>! {
    version.pointer
}

@_cdecl("diffable_version_number") @implementation
public func diffable_version_number() -> Int32 {
    DIFFABLE_VERSION_NUMBER
}
