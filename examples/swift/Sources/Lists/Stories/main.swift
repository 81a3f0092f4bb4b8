// Prints the lists of one story:
//
//     swift run lists payment
//
// The logic of the lists is in the folder Lists. It is written as for an app on iOS, with the names of UIKit. On Linux,
// `import Diffable` provides the same types, so the list logic and its tests also run there (`swift test`). The stories
// here do what the view controllers of the app would do: they own a data source, and apply the snapshots. They print
// the same lists as the Lua scripts with the same names in the folder `scripts` of the repository.

let stories: [(name: String, tell: () -> Void)] = [
    ("states", tellStates), ("payment", tellPayment), ("badges", tellBadges), ("jokes", tellJokes),
    ("typed_items", tellTypedItems),
    ("contacts", tellContacts),
]

if CommandLine.arguments.count == 2, let story = stories.first(where: { $0.name == CommandLine.arguments[1] }) {
    story.tell()
} else {
    fatalError("usage: lists \(stories.map(\.name).joined(separator: "|"))")
}

/// Prints the error that `body` throws.
func printError<Result>(of body: () throws -> Result) {
    do { _ = try body() } catch { print(error) }
}
