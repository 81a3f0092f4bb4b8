import CDiffable
import DiffableEngine

@c @implementation
public func diffable_data_source_apply(
    _ source: OpaquePointer!, _ snapshot: OpaquePointer!, _ options: UnsafePointer<diffable_apply_options>!,
    _ transaction: UnsafeMutablePointer<OpaquePointer?>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    apply(source, snapshot, options, transaction, error, reloadsData: false)
}

@c @implementation
public func diffable_data_source_apply_using_reload_data(
    _ source: OpaquePointer!, _ snapshot: OpaquePointer!, _ options: UnsafePointer<diffable_apply_options>!,
    _ transaction: UnsafeMutablePointer<OpaquePointer?>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    apply(source, snapshot, options, transaction, error, reloadsData: true)
}

@c @implementation
public func diffable_data_source_is_applying(_ source: OpaquePointer!) -> Bool {
    unwrap(source, as: DataSourceBox.self)?.source.isApplying ?? false
}

private func apply(
    _ source: OpaquePointer?, _ snapshot: OpaquePointer?, _ options: UnsafePointer<diffable_apply_options>?,
    _ transaction: UnsafeMutablePointer<OpaquePointer?>?, _ error: ErrorOut, reloadsData: Bool,
    _ function: FunctionName = #function
) -> diffable_status {
    apply(source, transaction, error, function) { () throws(DiffableError) in
        let options = try ApplyOptions(options, of: source)
        let mode = try options.mode()
        let caption = try options.caption()
        let snapshot = try require(snapshot, as: SnapshotBox.self, "snapshot").value
        return PendingApply(
            snapshot: snapshot, mode: reloadsData ? .reloadData : mode, caption: caption,
            completion: options.completion, finished: options.finished)
    }
}

/// Applies or queues the apply that `pending` makes from the arguments. `pending` is called before anything is checked,
/// so that the user data of a completion is finalized if the source is NULL.
func apply(
    _ source: OpaquePointer?, _ transaction: UnsafeMutablePointer<OpaquePointer?>?, _ error: ErrorOut,
    _ function: FunctionName = #function,
    _ pending: () throws(DiffableError) -> PendingApply
) -> diffable_status {
    transaction?.pointee = nil
    let made: PendingApply
    do throws(DiffableError) { made = try pending() } catch let failure { return report(failure, to: error, function) }
    return start(made, source, transaction, error, function)
}

/// Undoes or redoes an entry of a history.
func undoOrRedo(
    _ history: OpaquePointer?, _ transaction: UnsafeMutablePointer<OpaquePointer?>?, _ error: ErrorOut,
    _ function: FunctionName = #function,
    _ pending: (History) throws(DiffableError) -> PendingApply
) -> diffable_status {
    transaction?.pointee = nil
    do throws(DiffableError) {
        let box = try require(history, as: HistoryBox.self, "history")
        return start(try pending(box.value), box.source, transaction, error, function)
    } catch let failure {
        return report(failure, to: error, function)
    }
}

// Not part of the functions above, because these are compiled once for each closure.
@inline(never)
func start(
    _ pending: PendingApply, _ source: OpaquePointer?, _ transaction: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: ErrorOut,
    _ function: FunctionName = #function
) -> diffable_status {
    do throws(DiffableError) {
        var outcome = ApplyOutcome()
        try require(source, as: DataSourceBox.self, "source").source.apply(pending, &outcome)
        if let transaction, let done = outcome.transaction.take() { transaction.pointee = retain(TransactionBox(done)) }
        if let failure = outcome.failure { return reportLaterFailure(failure, to: error) }
        switch outcome.state {
        case .applied: return reportNothing(to: error)
        case .queued: return reportNothing(DIFFABLE_QUEUED, to: error)
        case .refused: return reportNothing(DIFFABLE_REFUSED, to: error)
        }
    } catch let failure {
        return report(failure, to: error, function)
    }
}

/// The options of an apply. They own the user data of the completion as soon as the size is known to be right, so that
/// it is finalized whatever fails afterwards.
struct ApplyOptions {
    /// The struct of the caller, which is valid during the call; nil for the defaults.
    private let fields: UnsafePointer<diffable_apply_options>?
    private let source: OpaquePointer?
    private let userData: UserData?
    /// A list of one section that has the new content of the section; nil if the options have none.
    let listOfSection: Snapshot?

    /// - Parameter hasSection: whether the apply is for a section, so that `section_content` is allowed.
    init(
        _ options: UnsafePointer<diffable_apply_options>?, of source: OpaquePointer?, hasSection: Bool = false
    ) throws(DiffableError) {
        fields = options
        self.source = source
        guard let options else {
            (userData, listOfSection) = (nil, nil)
            return
        }
        try checkSize(options.pointee.struct_size, of: diffable_apply_options.self, "options")
        let isUsed = options.pointee.finalize != nil || options.pointee.completion != nil
        userData = isUsed ? UserData(options.pointee.user_data, options.pointee.finalize) : nil
        listOfSection = try makeListOfSection(with: options.pointee.section_content)
        if listOfSection != nil && !hasSection {
            throw .invalid("options: section_content is for diffable_data_source_apply_section")
        }
    }

    var completion: DataSource.TransactionHandler? {
        guard let completion = fields?.pointee.completion, let userData else { return nil }
        return transactionHandler(completion, of: source, userData, "the completion")
    }

    var finished: ((Bool) -> Void)? {
        userData.map { userData in { _ in userData.finalize() } }
    }

    func mode() throws(DiffableError) -> ApplyMode {
        guard let fields = fields?.pointee else { return .animated(nil) }
        let animation = rowAnimation(fields.animation)
        if animation == nil && fields.animation != diffable_row_animation(DIFFABLE_ANIMATION_DEFAULT) {
            throw .invalid("options: there is no animation \(fields.animation)")
        }
        return .animated(animation)
    }

    func caption() throws(DiffableError) -> [UInt8] {
        guard let caption = fields?.pointee.caption, caption.size != 0 else { return [] }
        return Array(try requireBytes(caption.data, caption.size, "options: caption"))
    }
}
