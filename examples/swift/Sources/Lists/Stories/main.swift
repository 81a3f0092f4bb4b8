// Prints the lists of one story:
//
//     swift run lists payment
//
// The logic of the lists is in the folder Lists, as an app on iOS has it, with UIKit's names. There `import UIKit`
// finds UIKit, and elsewhere `import Diffable` has the same types: so the app's list logic and its tests run on Linux
// too (`swift test`). The stories here do what the app's view controllers do: they own a data source, and apply the
// snapshots. They print the same lists as the scripts of the same names in Lua, in the repository's folder scripts.

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

/// Prints what broke a rule.
func printError<Result>(of body: () throws -> Result) {
    do { _ = try body() } catch { print(error) }
}
