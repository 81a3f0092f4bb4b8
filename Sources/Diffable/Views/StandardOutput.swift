import CLibc

/// Writes text at once: what is buffered would be lost if the program traps while standard output is a pipe or a file.
@usableFromInline
func writeToStandardOutput(_ text: String) {
    print(text, terminator: "")
    fflush(diffable_stdout())
}
