// `stdout` is a variable in C, which nothing here changes.
#if canImport(Darwin)
@preconcurrency import Darwin
#elseif canImport(Musl)
@preconcurrency import Musl
#else
@preconcurrency import Glibc
#endif

/// Writes text at once: what is buffered would be lost if the program traps while standard output is a pipe or a file.
func writeToStandardOutput(_ text: String) {
    print(text, terminator: "")
    fflush(stdout)
}
