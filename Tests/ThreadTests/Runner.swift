import Testing

/// Runs the tests that it is linked with, as SwiftPM's own runner does, which is linked with all tests of the package.
@main
struct Runner {
    static func main() async {
        await Testing.__swiftPMEntryPoint() as Never
    }
}
