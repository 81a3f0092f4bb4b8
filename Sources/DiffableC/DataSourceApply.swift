import CDiffable
import Diffable

@_cdecl("diffable_data_source_apply") @implementation
public func diffable_data_source_apply(
    _ source: OpaquePointer!, _ snapshot: OpaquePointer!, _ options: UnsafePointer<diffable_apply_options>!,
    _ completion: diffable_transaction_handler!, _ user_data: UnsafeMutableRawPointer!, _ finalize: diffable_finalize!,
    _ transaction: UnsafeMutablePointer<OpaquePointer?>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    let userData = UserData(user_data, finalize)
    transaction?.pointee = nil
    return attempt(error) { () throws(DiffableError) in
        let box = try require(source, as: DataSourceBox.self, "source")
        let snapshot = try require(snapshot, as: SnapshotBox.self, "snapshot").value
        let (isAnimated, animation) = try motion(options)
        let (done, failure) = box.source.applyOrQueue(
            PendingApply(
                snapshot: snapshot, animation: animation, animatingDifferences: isAnimated,
                completion: completion.map { transactionHandler($0, userData, "the completion") },
                finished: { userData.finalize() }))
        if let done { transaction?.pointee = give(TransactionBox(done)) }
        if let failure { throw failure }
    }
}

private func motion(
    _ options: UnsafePointer<diffable_apply_options>?
) throws(DiffableError) -> (isAnimated: Bool, RowAnimation?) {
    guard let options = options?.pointee else { return (true, nil) }
    try checkSize(options.struct_size, of: diffable_apply_options.self, "options")
    guard options.has_animation else { return (options.animating_differences, nil) }
    guard let animation = rowAnimation(options.animation) else { throw .invalid("options: there is no such animation") }
    return (options.animating_differences, animation)
}

@_cdecl("diffable_data_source_is_applying") @implementation
public func diffable_data_source_is_applying(_ source: OpaquePointer!) -> Bool {
    open(source, as: DataSourceBox.self)?.source.isApplying ?? false
}
