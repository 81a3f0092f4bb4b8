import CDiffable
import DiffableEngine

@c @implementation
public func diffable_row_animation_name(_ animation: diffable_row_animation) -> UnsafePointer<CChar>! {
    rowAnimation(animation).map { cString($0.name) }
}

@c @implementation
public func diffable_transaction_copy(_ transaction: OpaquePointer!) -> OpaquePointer! {
    // A copy may outlive the callback, on another thread, so it has no data source.
    unwrap(transaction, as: TransactionBox.self).map { retain($0.source == nil ? $0 : TransactionBox($0.value)) }
}

@c @implementation
public func diffable_transaction_data_source(_ transaction: OpaquePointer!) -> OpaquePointer! {
    unwrap(transaction, as: TransactionBox.self)?.source
}

@c @implementation
public func diffable_transaction_free(_ transaction: OpaquePointer!) {
    release(transaction, as: TransactionBox.self)
}

@c @implementation
public func diffable_transaction_initial_snapshot(_ transaction: OpaquePointer!) -> OpaquePointer! {
    unwrap(transaction, as: TransactionBox.self).map { borrow($0.initial) }
}

@c @implementation
public func diffable_transaction_final_snapshot(_ transaction: OpaquePointer!) -> OpaquePointer! {
    unwrap(transaction, as: TransactionBox.self).map { borrow($0.final) }
}

@c @implementation
public func diffable_transaction_difference(_ transaction: OpaquePointer!) -> OpaquePointer! {
    unwrap(transaction, as: TransactionBox.self).map { borrow($0.difference) }
}

@c @implementation
public func diffable_transaction_animation(_ transaction: OpaquePointer!) -> diffable_row_animation {
    cAnimation(unwrap(transaction, as: TransactionBox.self)?.value.animation ?? .none)
}

@c @implementation
public func diffable_transaction_uses_reload_data(_ transaction: OpaquePointer!) -> Bool {
    unwrap(transaction, as: TransactionBox.self)?.value.usesReloadData ?? false
}

@c @implementation
public func diffable_transaction_caption(_ transaction: OpaquePointer!) -> diffable_bytes {
    let box = unwrap(transaction, as: TransactionBox.self)
    return diffable_bytes(data: box?.caption?.pointer ?? cString(""), size: box?.value.caption.count ?? 0)
}

/// Returns nil for an animation that the header does not have, because an enumerator from C may be any number.
func rowAnimation(_ animation: diffable_row_animation) -> RowAnimation? {
    RowAnimation(rawValue: animation)
}

func cAnimation(_ animation: RowAnimation) -> diffable_row_animation {
    animation.rawValue
}

final class SectionTransactionBox {
    let section: OwnedIdentifier
    let initial: SnapshotBox
    let final: SnapshotBox
    let difference: DifferenceBox

    init(_ value: SectionTransaction) {
        section = OwnedIdentifier(value.sectionIdentifier)
        initial = SnapshotBox(value.initialSnapshot)
        final = SnapshotBox(value.finalSnapshot)
        difference = DifferenceBox(value.difference)
    }
}

final class SectionTransactionsBox {
    private let all: [SectionTransactionBox]

    init(_ transaction: Transaction) {
        all = transaction.sectionTransactions.map { SectionTransactionBox($0) }
    }

    var count: Int { all.count }

    func at(_ index: Int) -> SectionTransactionBox? {
        all.indices.contains(index) ? all[index] : nil
    }
}

@c @implementation
public func diffable_section_transactions_new(_ transaction: OpaquePointer!) -> OpaquePointer! {
    unwrap(transaction, as: TransactionBox.self).map { retain(SectionTransactionsBox($0.value)) }
}

@c @implementation
public func diffable_section_transactions_free(_ transactions: OpaquePointer!) {
    release(transactions, as: SectionTransactionsBox.self)
}

@c @implementation
public func diffable_section_transactions_count(_ transactions: OpaquePointer!) -> Int {
    unwrap(transactions, as: SectionTransactionsBox.self)?.count ?? 0
}

@c @implementation
public func diffable_section_transactions_at(
    _ transactions: OpaquePointer!, _ index: Int, _ out: UnsafeMutablePointer<diffable_section_transaction>!,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    attempt(error) { () throws(DiffableError) in
        let transactions = try require(transactions, as: SectionTransactionsBox.self, "transactions")
        guard let transaction = transactions.at(index) else {
            throw .invalid(
                "index is \(UInt(bitPattern: index)), and the number of section transactions is \(transactions.count)")
        }
        guard let out else { throw .null("out") }
        try checkSize(out.pointee.struct_size, of: diffable_section_transaction.self, "out")
        out.pointee.section = transaction.section.id
        out.pointee.initial_snapshot = borrow(transaction.initial)
        out.pointee.final_snapshot = borrow(transaction.final)
        out.pointee.difference = borrow(transaction.difference)
    }
}
