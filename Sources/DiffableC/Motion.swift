import CDiffable
import Diffable

@_cdecl("diffable_motion_enable") @implementation
public func diffable_motion_enable() {
    StandardOutput.showMotion()
}

@_cdecl("diffable_motion_settle") @implementation
public func diffable_motion_settle(_ error: UnsafeMutablePointer<OpaquePointer?>!) -> diffable_status {
    attempt(error) { () throws(DiffableError) in try StandardOutput.settle() }
}
