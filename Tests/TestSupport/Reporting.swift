import Testing

/// What a support type finds wrong fails the test; the fuzzer, which has no tests, has a function of its own.
func report(_ flaw: String) {
    Issue.record("\(flaw)")
}
