import CDiffable
import DiffableEngine

@c @implementation
public func diffable_version() -> UnsafePointer<CChar>! {
    cString(version)
}

@c @implementation
public func diffable_version_number() -> Int32 {
    DIFFABLE_VERSION_NUMBER
}
