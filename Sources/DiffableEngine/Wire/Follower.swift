/// Applies the documents of a publisher to a data source of its own.
///
/// A follower keeps the list that it received last. So the next patch applies even if something else has changed the
/// data source, whose list then becomes that of the publisher.
package final class Follower {
    private let source: DataSource
    private var received: Snapshot
    /// The list that a document leads to, while the document is applied.
    private var arriving: Snapshot?

    package init(of source: DataSource) {
        self.source = source
        received = source.settledList
    }

    /// The list that was received last. While observers of an apply run, this is the new list already.
    private var list: Snapshot {
        if let arriving, source.settledList.isIdentical(to: arriving) { arriving } else { received }
    }

    package var version: Digest { list.version }

    /// Returns the apply of a document. Inside a callback of the data source it is queued. If the document leads to the
    /// version that the follower has, the outcome is `refused`. The apply fails with `wrongVersion` if the document is
    /// a patch that starts from another version, and with `malformed` or `limitExceeded`.
    /// - Parameter document: must stay valid until the apply was performed or queued.
    @export(interface)
    package func receiving(_ document: UnsafeRawBufferPointer) -> PendingApply {
        let copy = source.isApplying ? Array(document) : nil
        // An apply that the queue refuses ends without having begun.
        var hasBegun = false
        let finished = { (hasSucceeded: Bool) in if hasBegun { self.finish(hasSucceeded) } }
        return PendingApply(mode: .animated(nil), completion: nil, finished: finished) { (_) throws(DiffableError) in
            let next =
                if let copy {
                    try copy.withUnsafeBufferPointer { (bytes) throws(DiffableError) in
                        try self.list(after: UnsafeRawBufferPointer(bytes))
                    }
                } else {
                    try self.list(after: document)
                }
            guard let next else { return nil }
            hasBegun = true
            self.arriving = next
            return ListChange(to: next)
        }
    }

    private func finish(_ hasSucceeded: Bool) {
        if hasSucceeded, let arriving { received = arriving }
        arriving = nil
    }

    /// The list that a document leads to; nil if that is the list that was received last.
    private func list(after document: UnsafeRawBufferPointer) throws(DiffableError) -> Snapshot? {
        var list = received
        if Document.mayBeSnapshot(document) {
            list = try Snapshot.decoded(document, "receive").list
        } else {
            if try PatchReader(document, "receive").to == received.version { return nil }
            try list.apply(patch: document, "receive")
        }
        if list.isSectionSnapshot {
            throw .sectionSnapshot("receive", "the document has the tree of one section, and no list")
        }
        return list.version == received.version ? nil : list
    }
}
