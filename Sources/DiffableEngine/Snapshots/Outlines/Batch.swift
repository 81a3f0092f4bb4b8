/// Items on their way into a tree.
struct Batch {
    var handles: [Handle]
    /// In step with the handles; empty where all are 0.
    var revisions: [UInt64]

    var count: Int { handles.count }

    func revision(at index: Int) -> UInt64 {
        revisions.isEmpty ? 0 : revisions[index]
    }
}
