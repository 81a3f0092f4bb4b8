import DiffableEngine

/// Stores the errors that callbacks of the program throw. The engine has its own type of error, so an error passes
/// through it as a number. Data sources that are derived from one another share the store, because an error in a
/// derived list fails the apply of its origin.
final class PassedErrors {
    private var thrown: [Int64: any Error] = [:]
    private var last: Int64 = 0
    /// The callback that failed first, for messages of calls that stop the program.
    var failed: (code: EngineError.Code, callback: String)?

    /// Stores an error, and returns its number.
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
    /// The store of this data source and of all data sources that are related to it by derivation. It is created when
    /// the first error is thrown.
    var errors: PassedErrors {
        if let known = knownErrors { return known }
        let errors = PassedErrors()
        engine.companion = errors
        return errors
    }

    private var knownErrors: PassedErrors? { engine.companion.map { unsafeDowncast($0, to: PassedErrors.self) } }

    /// Runs a function of the engine that calls callbacks, and throws their errors as they are.
    /// - Parameter result: makes the result before the stored errors are removed.
    func runningEngine<Result>(_ body: () throws(EngineError) -> Void, result: () throws -> Result) throws -> Result {
        try thread.run {
            if !engine.isApplying { knownErrors?.failed = nil }
            defer { if !engine.isApplying { knownErrors?.removeAll() } }
            do throws(EngineError) { try body() } catch { throw original(error) }
            return try result()
        }
    }
}
