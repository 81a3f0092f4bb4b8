/// Compares contents of two lists by their handles, each of which may be 0 for no content. It keeps both tables, so that a loop need not
/// retain them for each content.
struct ContentComparison {
    let table: ContentTable?
    let otherTable: ContentTable?

    @inline(__always)
    func areEqual(_ content: ContentHandle, _ other: ContentHandle) -> Bool {
        if content == 0 || other == 0 { return content == other }
        return content == other && table === otherTable || haveEqualBytes(content, other) // mutant: equal-bytes-differ
    }

    @inline(never)
    @_optimize(speed)
    private func haveEqualBytes(_ content: ContentHandle, _ other: ContentHandle) -> Bool {
        let (table, otherTable) = (table.unsafelyUnwrapped, otherTable.unsafelyUnwrapped)
        return BorrowedContent.areEqual(table.bytes(content), otherTable.bytes(other))
    }
}
