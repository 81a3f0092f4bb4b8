import DiffableEngine

/// Errors of the program's own, which pass through the engine under a number. Data sources that are derived from one
/// another share them: what throws in one of them fails the apply of another one.
final class PassedErrors {
    private var thrown: [Int64: any Error] = [:]
    private var last: Int64 = 0
    /// The callback that failed first, for messages of calls that stop the program.
    var failed: (code: EngineError.Code, callback: String)?

    /// Returns the number of the error.
    func add(_ error: any Error) -> Int64 {
        last += 1
        thrown[last] = error
        return last
    }

    subscript(number: Int64) -> (any Error)? { thrown[number] }

    func removeAll() {
        if !thrown.isEmpty { thrown = [:] }
    }
}

extension DiffableDataSource {
    /// The errors of this data source and of all that are derived from the same ones. They are made when the first one
    /// is thrown.
    var errors: PassedErrors {
        if let known = knownErrors { return known }
        let errors = PassedErrors()
        engine.companion = errors
        return errors
    }

    private var knownErrors: PassedErrors? { engine.companion.map { unsafeDowncast($0, to: PassedErrors.self) } }

    /// Runs a function of the engine that calls callbacks, and throws their errors as they are.
    /// - Parameter result: makes the result while the errors are known.
    func runningEngine<Result>(_ body: () throws(EngineError) -> Void, result: () throws -> Result) throws -> Result {
        try thread.run {
            if !engine.isApplying { knownErrors?.failed = nil }
            defer { if !engine.isApplying { knownErrors?.removeAll() } }
            do throws(EngineError) { try body() } catch { throw original(error) }
            return try result()
        }
    }
}
