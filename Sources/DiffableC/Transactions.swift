import CDiffable
import Diffable

@_cdecl("diffable_row_animation_name") @implementation
public func diffable_row_animation_name(_ animation: diffable_row_animation) -> UnsafePointer<CChar>! {
    rowAnimation(animation).map { cString($0.name) }
}

@_cdecl("diffable_transaction_copy") @implementation
public func diffable_transaction_copy(_ transaction: OpaquePointer!) -> OpaquePointer! {
    open(transaction, as: TransactionBox.self).map { give($0) }
}

@_cdecl("diffable_transaction_free") @implementation
public func diffable_transaction_free(_ transaction: OpaquePointer!) {
    takeBack(transaction, as: TransactionBox.self)
}

@_cdecl("diffable_transaction_initial_snapshot") @implementation
public func diffable_transaction_initial_snapshot(_ transaction: OpaquePointer!) -> OpaquePointer! {
    open(transaction, as: TransactionBox.self).map { lend($0.initial) }
}

@_cdecl("diffable_transaction_final_snapshot") @implementation
public func diffable_transaction_final_snapshot(_ transaction: OpaquePointer!) -> OpaquePointer! {
    open(transaction, as: TransactionBox.self).map { lend($0.final) }
}

@_cdecl("diffable_transaction_difference") @implementation
public func diffable_transaction_difference(_ transaction: OpaquePointer!) -> OpaquePointer! {
    open(transaction, as: TransactionBox.self).map { lend($0.difference) }
}

@_cdecl("diffable_transaction_animation") @implementation
public func diffable_transaction_animation(_ transaction: OpaquePointer!) -> diffable_row_animation {
    cAnimation(open(transaction, as: TransactionBox.self)?.value.animation ?? .none)
}

/// Only the animations of the header: an enumerator from C may be any number.
func rowAnimation(_ animation: diffable_row_animation) -> RowAnimation? {
    Int32(exactly: animation.rawValue).flatMap { RowAnimation(rawValue: $0) }
}

func cAnimation(_ animation: RowAnimation) -> diffable_row_animation {
    diffable_row_animation(diffable_row_animation.RawValue(animation.rawValue))
}
