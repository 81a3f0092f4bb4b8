/// Returns what a reader must receive to have the list of a data source, whatever list the reader has now: a patch, or
/// the whole list.
///
/// A publisher does not observe the data source. It looks at the list when it is called, and keeps it, because from
/// then on a reader may have its version. No reader can have a version that no call returned. So applies between two
/// calls cost nothing, and a single difference covers all of them.
package final class Publisher {
    private struct KeptList {
        var version: Digest
        var list: Snapshot
    }

    private let source: DataSource
    /// The most lists that are kept besides the current one.
    private let limit: Int
    /// The kept lists, in the order in which they became the current list. The last one is the list that the data
    /// source had at the last call.
    private var kept: [KeptList] = []
    /// The list that the publisher was made for, until the first call needs its version.
    private var first: Snapshot?
    /// The patches that lead to the last list. They are kept, so that many readers with the same version cost only one
    /// difference.
    private var patches: [(from: Digest, patch: Document)] = []
    private var whole: Document?
    /// The difference from which the version of the last list was computed. It is kept until the next patch is made.
    private var latest: (from: Digest, difference: Difference)?
    /// The name in the documents. If the name of the data source changes, the documents are made again.
    private var name: [UInt8] = []

    package init(of source: DataSource, keeping limit: Int = 100) {
        self.source = source
        self.limit = max(1, limit)
        first = source.settledList
    }

    /// The version of the current list, or of the one before an apply that may still fail.
    /// - Complexity: O(differences) since the last call; O(n) for trees, and for the first call
    package var version: Digest {
        update()
        return kept[kept.count - 1].version
    }

    /// Returns the document for a reader that has the list of a version; nil if that is the current version. If the
    /// publisher does not have that list, the document is a snapshot.
    /// - Parameter version: nil for a reader without a list.
    /// - Throws: `invalidArgument` if a content has a value that only this process has.
    /// - Complexity: for a patch O(differences), or O(n) if there are trees, once for each version; O(n) for a
    ///   snapshot, and for the first call
    @export(interface)
    package func message(for version: Digest?) throws(DiffableError) -> Document? {
        update()
        if source.name != name { (name, patches, whole) = (source.name, [], nil) }
        let current = kept[kept.count - 1]
        guard let version, let index = kept.lastIndex(where: { $0.version == version }) else {
            if let whole { return whole }
            let document = try current.list.encoded(name: documentName)
            whole = document
            return document
        }
        if version == current.version { return nil }
        if let made = patches.first(where: { $0.from == version }) { return made.patch }
        let difference = latest?.from == version ? latest?.difference : nil
        let patch = try (difference ?? Difference(from: kept[index].list, to: current.list)).encoded(name: documentName)
        latest = nil
        patches.append((version, patch))
        return patch
    }

    /// nil if the data source has no name, or one that is not UTF-8.
    private var documentName: String? {
        name.withUnsafeBytes { bytes in
            bytes.isEmpty || !UTF8Bytes.areValid(bytes) ? nil : String(decoding: bytes, as: UTF8.self)
        }
    }

    /// Adds the current list to the kept ones, if it has changed since the last call.
    private func update() {
        let list = source.settledList
        if let first {
            self.first = nil
            kept.append(KeptList(version: first.version, list: first))
        }
        let last = kept[kept.count - 1]
        if last.list.isIdentical(to: list) { return }
        let difference = Difference(from: last.list, to: list)
        let version = difference.newVersion
        if version == last.version {
            kept[kept.count - 1].list = list
            return
        }
        (patches, whole, latest) = ([], nil, (last.version, difference))
        kept.removeAll { $0.version == version }
        kept.append(KeptList(version: version, list: list))
        if kept.count - 1 > limit { kept.removeFirst() }
    }
}
