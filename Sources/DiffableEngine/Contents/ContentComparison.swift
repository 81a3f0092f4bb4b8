/// Compares contents of two lists by their handles. The handle 0 stands for no content. The comparison keeps both
/// tables, so a loop does not retain them for each content.
struct ContentComparison {
    let table: ContentTable?
    let otherTable: ContentTable?

    @inline(__always)
    func areEqual(_ content: ContentHandle, _ other: ContentHandle) -> Bool {
        if content == 0 || other == 0 { return content == other }
        return content == other && table === otherTable || haveEqualBytes(content, other)
    }

    @inline(never)
    private func haveEqualBytes(_ content: ContentHandle, _ other: ContentHandle) -> Bool {
        let (table, otherTable) = (table.unsafelyUnwrapped, otherTable.unsafelyUnwrapped)
        return BorrowedContent.areEqual(table.bytes(content), otherTable.bytes(other))
    }
}
