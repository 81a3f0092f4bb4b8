import CDiffable
import DiffableEngine

@_cdecl("diffable_row_animation_name") @implementation
public func diffable_row_animation_name(_ animation: diffable_row_animation) -> UnsafePointer<CChar>! {
    rowAnimation(animation).map { cString($0.name) }
}

@_cdecl("diffable_transaction_copy") @implementation
public func diffable_transaction_copy(_ transaction: OpaquePointer!) -> OpaquePointer! {
    unwrap(transaction, as: TransactionBox.self).map { retain($0) }
}

@_cdecl("diffable_transaction_free") @implementation
public func diffable_transaction_free(_ transaction: OpaquePointer!) {
    release(transaction, as: TransactionBox.self)
}

@_cdecl("diffable_transaction_initial_snapshot") @implementation
public func diffable_transaction_initial_snapshot(_ transaction: OpaquePointer!) -> OpaquePointer! {
    unwrap(transaction, as: TransactionBox.self).map { borrow($0.initial) }
}

@_cdecl("diffable_transaction_final_snapshot") @implementation
public func diffable_transaction_final_snapshot(_ transaction: OpaquePointer!) -> OpaquePointer! {
    unwrap(transaction, as: TransactionBox.self).map { borrow($0.final) }
}

@_cdecl("diffable_transaction_difference") @implementation
public func diffable_transaction_difference(_ transaction: OpaquePointer!) -> OpaquePointer! {
    unwrap(transaction, as: TransactionBox.self).map { borrow($0.difference) }
}

@_cdecl("diffable_transaction_animation") @implementation
public func diffable_transaction_animation(_ transaction: OpaquePointer!) -> diffable_row_animation {
    cAnimation(unwrap(transaction, as: TransactionBox.self)?.value.animation ?? .none)
}

/// An animation; nil for a number that is not in the header, which C allows.
func rowAnimation(_ animation: diffable_row_animation) -> RowAnimation? {
    Int32(exactly: animation.rawValue).flatMap { RowAnimation(rawValue: $0) }
}

func cAnimation(_ animation: RowAnimation) -> diffable_row_animation {
    diffable_row_animation(diffable_row_animation.RawValue(animation.rawValue))
}
