import CLibc

/// Writes text and flushes it. Buffered text would be lost if the program traps while standard output is a pipe or a
/// file.
@usableFromInline
func writeToStandardOutput(_ text: String) {
    print(text, terminator: "")
    fflush(diffable_stdout())
}
