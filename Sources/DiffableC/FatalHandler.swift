import CDiffable
import DiffableEngine

@c @implementation
public func diffable_set_fatal_handler(_ fn: diffable_fatal_fn?, _ user_data: UnsafeMutableRawPointer?) {
    OutOfMemory.handler = fn
    OutOfMemory.userData = user_data
}
