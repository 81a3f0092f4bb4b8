import CDiffable
import DiffableEngine
import DiffableViews
import Synchronization

@c @implementation
public func diffable_view_new(
    _ callbacks: UnsafePointer<diffable_view_callbacks>!, _ user_data: UnsafeMutableRawPointer!,
    _ finalize: diffable_finalize_fn!,
    _ out: UnsafeMutablePointer<OpaquePointer?>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    out?.pointee = nil
    let userData = UserData(user_data, finalize)
    return attempt(error) { () throws(DiffableError) in
        guard let callbacks else { throw .null("callbacks") }
        guard let out else { throw .null("out") }
        try checkSize(callbacks.pointee.struct_size, of: diffable_view_callbacks.self, "callbacks")
        let view = ProgramView(callbacks.pointee, userData)
        out.pointee = retain(
            ViewBox(hasAttachCallback: callbacks.pointee.attach != nil) { (source) throws(DiffableError) in
                AttachedView(try view.attach(to: source))
            })
    }
}

/// A view that consists of callbacks of the program. One data source at a time may show it.
private final class ProgramView {
    private let callbacks: diffable_view_callbacks
    private let userData: UserData
    private let isShown = Atomic(false)

    init(_ callbacks: diffable_view_callbacks, _ userData: UserData) {
        self.callbacks = callbacks
        self.userData = userData
    }

    /// While this object exists, the view is shown: `attach` marks it before it makes the object, and `deinit` removes
    /// the mark. The data source has a reference to the object, and so does a running apply.
    private final class Showing {
        let view: ProgramView
        /// Not retained, because the data source exists whenever it calls the view.
        let source: OpaquePointer
        /// Whether the view knows the list that the next apply starts from. If it does not, the next transaction starts
        /// from the empty list.
        var hasList: Bool

        init(_ view: ProgramView, of source: OpaquePointer, hasList: Bool) {
            self.view = view
            self.source = source
            self.hasList = hasList
        }

        deinit {
            view.isShown.store(false, ordering: .releasing)
        }
    }

    func attach(to source: DataSourceBox) throws(DiffableError) -> DataSource.View {
        guard isShown.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged else {
            throw .invalid("view: another data source shows it")
        }
        let showing = Showing(self, of: borrow(source), hasList: callbacks.attach != nil)
        if let attach = callbacks.attach {
            try call(.callbackFailed, [.text("the view failed to attach")]) { attach(borrow(source), userData.pointer) }
        }
        return { (source, transaction) throws(DiffableError) in try showing.view.prepare(source, transaction, showing) }
    }

    private func prepare(_ source: DataSource, _ transaction: Transaction, _ showing: Showing) throws(DiffableError)
        -> PreparedView
    {
        let box = TransactionBox(showing.hasList ? transaction : transaction.fromEmptyList)
        let preparation = PreparationBox(source, box)
        if let prepare = callbacks.prepare {
            do throws(DiffableError) {
                try call(.callbackFailed, [.text("the view failed to prepare")]) {
                    withExtendedLifetime(preparation) {
                        box.lend(by: showing.source) { _ in prepare(borrow(preparation), userData.pointer) }
                    }
                }
            } catch {
                throw preparation.failure ?? error
            }
        }
        return PreparedView {
            withExtendedLifetime(showing) {
                box.lend(by: showing.source) { self.callbacks.cancel?($0, self.userData.pointer) }
            }
        } commit: { () throws(DiffableError) in
            showing.hasList = true
            guard let commit = self.callbacks.commit else { return }
            try call(.outputFailed, [.text("the view failed")]) {
                withExtendedLifetime(showing) { box.lend(by: showing.source) { commit($0, self.userData.pointer) } }
            }
        }
    }
}

/// An apply that a view prepares for.
private final class PreparationBox {
    let source: DataSource
    let transaction: TransactionBox
    /// The first error of the functions that `prepare` called with this preparation: a provider that failed, or a wrong
    /// argument.
    private(set) var failure: DiffableError?

    init(_ source: DataSource, _ transaction: TransactionBox) {
        self.source = source
        self.transaction = transaction
    }

    /// A cell of the new list.
    func read(_ wanted: WantedCell, _ function: FunctionName) throws(DiffableError) -> Cell? {
        do throws(DiffableError) {
            switch wanted {
            case .item(let path):
                return try source.cell(at: path, of: transaction.value)
            case .supplementary(let kind, let section):
                guard let kind else { throw .null("kind") }
                let name = SupplementaryKind(String(cString: kind))
                return try source.supplementaryCell(name, ofSection: section, of: transaction.value)
            }
        } catch {
            // This call reports the error, and later the apply reports it too. If the error is about an argument, that
            // is an argument of this call. So the error gets the name of this function here.
            let error = error.naming(function)
            failure = failure ?? error
            throw error
        }
    }
}

private enum WantedCell {
    case item(IndexPath)
    case supplementary(kind: UnsafePointer<CChar>?, section: Int)
}

@c @implementation
public func diffable_preparation_transaction(_ preparation: OpaquePointer!) -> OpaquePointer! {
    unwrap(preparation, as: PreparationBox.self).map { borrow($0.transaction) }
}

@c @implementation
public func diffable_preparation_cell(
    _ preparation: OpaquePointer!, _ index_path: diffable_index_path, _ cell: UnsafeMutablePointer<OpaquePointer?>!,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    read(.item(path(index_path)), from: preparation, to: cell, error)
}

@c @implementation
public func diffable_preparation_supplementary_cell(
    _ preparation: OpaquePointer!, _ kind: UnsafePointer<CChar>!, _ section_index: Int,
    _ cell: UnsafeMutablePointer<OpaquePointer?>!,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    read(.supplementary(kind: kind, section: section_index), from: preparation, to: cell, error)
}

private func read(
    _ wanted: WantedCell, from preparation: OpaquePointer?, to cell: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: ErrorOut,
    _ function: FunctionName = #function
) -> diffable_status {
    cell?.pointee = nil
    return attempt(error, function) { () throws(DiffableError) in
        let box = try require(preparation, as: PreparationBox.self, "preparation")
        guard let cell else { throw .null("cell") }
        cell.pointee = try box.read(wanted, function).map { retain($0) }
    }
}
