import CDiffable
import DiffableEngine

@c @implementation
public func diffable_history_new(_ source: OpaquePointer!, _ limit: Int) -> OpaquePointer! {
    unwrap(source, as: DataSourceBox.self).map { box in
        retain(HistoryBox(History(of: box.source, limit: limitOfLists(limit)), box))
    }
}

@c @implementation
public func diffable_history_free(_ history: OpaquePointer!) {
    release(history, as: HistoryBox.self)
}

@c @implementation
public func diffable_history_undo(
    _ history: OpaquePointer!, _ transaction: UnsafeMutablePointer<OpaquePointer?>!,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    undoOrRedo(history, transaction, error) { (history) throws(DiffableError) in try history.undoing() }
}

@c @implementation
public func diffable_history_redo(
    _ history: OpaquePointer!, _ transaction: UnsafeMutablePointer<OpaquePointer?>!,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    undoOrRedo(history, transaction, error) { (history) throws(DiffableError) in try history.redoing() }
}

@c @implementation
public func diffable_history_can_undo(_ history: OpaquePointer!, _ caption: UnsafeMutablePointer<diffable_bytes>!)
    -> Bool
{
    let history = unwrap(history, as: HistoryBox.self)?.value
    caption?.pointee = cBytes(history?.storedUndoCaption)
    return history?.canUndo ?? false
}

@c @implementation
public func diffable_history_can_redo(_ history: OpaquePointer!, _ caption: UnsafeMutablePointer<diffable_bytes>!)
    -> Bool
{
    let history = unwrap(history, as: HistoryBox.self)?.value
    caption?.pointee = cBytes(history?.storedRedoCaption)
    return history?.canRedo ?? false
}

private func cBytes(_ caption: CString?) -> diffable_bytes {
    diffable_bytes(data: caption?.pointer ?? cString(""), size: caption?.count ?? 0)
}

@c @implementation
public func diffable_history_begin_group(
    _ history: OpaquePointer!, _ caption: UnsafePointer<CChar>!, _ size: Int,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    attempt(error) { () throws(DiffableError) in
        let history = try require(history, as: HistoryBox.self, "history").value
        history.beginGroup(Array(try requireBytes(caption, size, "caption")))
    }
}

@c @implementation
public func diffable_history_end_group(_ history: OpaquePointer!, _ error: UnsafeMutablePointer<OpaquePointer?>!)
    -> diffable_status
{
    attempt(error) { () throws(DiffableError) in
        try require(history, as: HistoryBox.self, "history").value.endGroup()
    }
}

@c @implementation
public func diffable_history_clear(_ history: OpaquePointer!) {
    unwrap(history, as: HistoryBox.self)?.value.clear()
}
