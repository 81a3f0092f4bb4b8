import CDiffable
import DiffableEngine

@_cdecl("diffable_data_source_apply") @implementation
public func diffable_data_source_apply(
    _ source: OpaquePointer!, _ snapshot: OpaquePointer!, _ options: UnsafePointer<diffable_apply_options>!,
    _ completion: diffable_transaction_handler_fn!, _ user_data: UnsafeMutableRawPointer!, _ finalize: diffable_finalize_fn!,
    _ transaction: UnsafeMutablePointer<OpaquePointer?>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    apply(source, snapshot, completion, userData(user_data, finalize, completion), transaction, error) { () throws(DiffableError) in
        try mode(options)
    }
}

@_cdecl("diffable_data_source_apply_using_reload_data") @implementation
public func diffable_data_source_apply_using_reload_data(
    _ source: OpaquePointer!, _ snapshot: OpaquePointer!, _ completion: diffable_transaction_handler_fn!,
    _ user_data: UnsafeMutableRawPointer!, _ finalize: diffable_finalize_fn!, _ transaction: UnsafeMutablePointer<OpaquePointer?>!,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    apply(source, snapshot, completion, userData(user_data, finalize, completion), transaction, error) { .reloadData }
}

/// The user data of an apply; nil if nobody uses it.
func userData(
    _ pointer: UnsafeMutableRawPointer?, _ finalize: diffable_finalize_fn?, _ completion: diffable_transaction_handler_fn?
) -> UserData? {
    finalize == nil && completion == nil ? nil : UserData(pointer, finalize)
}

private func apply(
    _ source: OpaquePointer?, _ snapshot: OpaquePointer?, _ completion: diffable_transaction_handler_fn?, _ userData: UserData?,
    _ transaction: UnsafeMutablePointer<OpaquePointer?>?, _ error: ErrorOut, _ mode: () throws(DiffableError) -> ApplyMode
) -> diffable_status {
    apply(source, transaction, error) { () throws(DiffableError) in
        let snapshot = try require(snapshot, as: SnapshotBox.self, "snapshot").value
        return PendingApply(
            snapshot: snapshot, mode: try mode(),
            completion: completionHandler(completion, userData),
            finished: userData.map { userData in { userData.finalize() } })
    }
}

func completionHandler(_ completion: diffable_transaction_handler_fn?, _ userData: UserData?) -> DataSource.TransactionHandler? {
    guard let completion, let userData else { return nil }
    return transactionHandler(completion, userData, "the completion")
}

/// Applies or queues the apply that `pending` makes from the arguments.
func apply(
    _ source: OpaquePointer?, _ transaction: UnsafeMutablePointer<OpaquePointer?>?, _ error: ErrorOut,
    _ pending: () throws(DiffableError) -> PendingApply
) -> diffable_status {
    transaction?.pointee = nil
    return attempt(error) { () throws(DiffableError) in
        let box = try require(source, as: DataSourceBox.self, "source")
        let (done, failure) = box.source.applyOrQueue(try pending())
        if let done { transaction?.pointee = retain(TransactionBox(done)) }
        if let failure { throw failure }
    }
}

func mode(_ options: UnsafePointer<diffable_apply_options>?) throws(DiffableError) -> ApplyMode {
    guard let options = options?.pointee else { return .animated(nil) }
    try checkSize(options.struct_size, of: diffable_apply_options.self, "options")
    var animation: RowAnimation?
    if options.has_animation {
        guard let chosen = rowAnimation(options.animation) else { throw .invalid("options: there is no such animation") }
        animation = chosen
    }
    return options.animating_differences ? .animated(animation) : .unanimated
}

@_cdecl("diffable_data_source_is_applying") @implementation
public func diffable_data_source_is_applying(_ source: OpaquePointer!) -> Bool {
    unwrap(source, as: DataSourceBox.self)?.source.isApplying ?? false
}
