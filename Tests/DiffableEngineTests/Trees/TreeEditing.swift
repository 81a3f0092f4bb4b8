import Testing

@testable import DiffableEngine
@testable import TestSupport

/// Edits a list that is given as text, and expects the text of the result. A copy that was made before must stay as it
/// was.
func expect(
    _ text: String, becomes expected: String, at location: SourceLocation = #_sourceLocation,
    when edit: (inout Snapshot) throws(DiffableError) -> Void
) throws {
    var list = text.contains(":") ? try trees(text) : try tree(text)
    let copy = list
    let before = list.spelled
    try edit(&list)
    #expect(list.spelled == expected, sourceLocation: location)
    #expect(copy.spelled == before, "the copy changed", sourceLocation: location)
}

/// Expects that an edit of a list is refused with a message, and changes nothing.
func expect(
    _ text: String, refuses message: String, at location: SourceLocation = #_sourceLocation,
    _ edit: (inout Snapshot) throws(DiffableError) -> Void
) throws {
    var list = text.contains(":") ? try trees(text) : try tree(text)
    let copy = list
    let before = list.spelled
    #expect(thrown { () throws(DiffableError) in try edit(&list) }?.description == message, sourceLocation: location)
    #expect(list.spelled == before && list == copy && copy.spelled == before, sourceLocation: location)
}
