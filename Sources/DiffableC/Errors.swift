import CDiffable
import CLibc
import DiffableEngine

final class ErrorBox {
    let status: diffable_status
    let message: CString
    let messageFromOne: CString
    let identifier: OwnedIdentifier?
    let position: Int?
    let object: ErrorObject?

    @export(interface)
    init(_ error: DiffableError) {
        status = error.code.rawValue
        message = CString(error.message())
        messageFromOne = CString(error.message(countingFrom: 1))
        identifier = error.identifier.map { OwnedIdentifier($0) }
        position = error.position
        object = error.object
    }
}

package typealias ErrorOut = UnsafeMutablePointer<OpaquePointer?>?

/// The C function that was called, as `#function` writes it: `diffable_snapshot_append_items(_:_:_:_:_:_:)`. The module
/// for web pages leaves out the names, because JavaScript knows which of its methods was called, and the names would
/// make the module larger.
package struct FunctionName: ExpressibleByStringLiteral {
    #if arch(wasm32)
    @inline(__always)
    package init(stringLiteral: StaticString) {}
    #else
    private let literal: StaticString

    package init(stringLiteral: StaticString) {
        literal = stringLiteral
    }

    /// The name as messages show it, such as `append_items`.
    fileprivate var inMessages: String {
        var name = FunctionName.bytes(of: literal).prefix { $0 != UInt8(ascii: "(") }
        for prefix: StaticString in ["diffable_", "snapshot_", "data_source_", "preparation_"] {
            let prefix = FunctionName.bytes(of: prefix)
            if name.starts(with: prefix) { name = name.dropFirst(prefix.count) }
        }
        return String(decoding: name, as: UTF8.self)
    }

    private static func bytes(of literal: StaticString) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount)
    }
    #endif
}

extension DiffableError {
    /// The same error with the name of the function that was called, if it is about an argument.
    func naming(_ function: FunctionName) -> Self {
        #if arch(wasm32)
        self
        #else
        isAboutArgument ? naming(function.inMessages) : self
        #endif
    }
}

// Functions that report errors have a parameter `function`: the C function that was called. Errors about an argument
// name it. The default is the name of the caller, so only functions that are called by a C function and report on its
// behalf pass it on.

/// Stores an error object, if the caller wants one, and returns the status.
func report(_ failure: DiffableError, to error: ErrorOut, _ function: FunctionName) -> diffable_status {
    error?.pointee = retain(ErrorBox(failure.naming(function)))
    return failure.code.rawValue
}

/// Stores an error object for a failure that came after the call had succeeded, and returns the status.
func reportLaterFailure(_ failure: DiffableError, to error: ErrorOut) -> diffable_status {
    error?.pointee = retain(ErrorBox(failure))
    return diffable_status(DIFFABLE_APPLIED_WITH_ERROR)
}

/// Stores NULL, because nothing failed, and returns the status.
func reportNothing(_ status: Int = DIFFABLE_OK, to error: ErrorOut) -> diffable_status {
    error?.pointee = nil
    return diffable_status(status)
}

/// Runs the body of a function that can fail.
package func attempt(
    _ error: ErrorOut, _ function: FunctionName = #function, _ body: () throws(DiffableError) -> Void
) -> diffable_status {
    do throws(DiffableError) {
        try body()
        return reportNothing(to: error)
    } catch let failure {
        return report(failure, to: error, function)
    }
}

/// Runs the body of a function that can fail, and after which queued applies run, which may fail as well. The body
/// stores the first failure of a queued apply in its argument. In that case, the call itself succeeded, so the status
/// is positive, and the error object has the failure.
package func attemptWithLaterFailure(
    _ error: ErrorOut, _ function: FunctionName = #function,
    _ body: (inout DiffableError?) throws(DiffableError) -> Void
) -> diffable_status {
    var later: DiffableError?
    let status = attempt(error, function) { () throws(DiffableError) in try body(&later) }
    guard status == diffable_status(DIFFABLE_OK), let later else { return status }
    return reportLaterFailure(later, to: error)
}

@c @implementation
public func diffable_status_name(_ status: diffable_status) -> UnsafePointer<CChar>! {
    cString(name(of: status) ?? "UNKNOWN")
}

private func name(of status: diffable_status) -> StaticString? {
    switch Int(status) {
    case DIFFABLE_OK: "OK"
    case DIFFABLE_QUEUED: "QUEUED"
    case DIFFABLE_REFUSED: "REFUSED"
    case DIFFABLE_APPLIED_WITH_ERROR: "APPLIED_WITH_ERROR"
    default: DiffableError.Code(rawValue: status)?.name
    }
}

/// The name of a status, in brackets, to follow its number in a message; empty if the number has no name.
func nameInBrackets(of status: diffable_status) -> String {
    name(of: status).map { " (\($0))" } ?? ""
}

@c @implementation
public func diffable_error_free(_ error: OpaquePointer!) {
    release(error, as: ErrorBox.self)
}

@c @implementation
public func diffable_error_format(_ error: OpaquePointer!, _ buffer: UnsafeMutablePointer<CChar>!, _ capacity: Int)
    -> Int
{
    let message = diffable_error_message(error)!
    let size = strlen(message)
    if let buffer, capacity > 0 {
        let count = min(size, capacity - 1)
        memcpy(buffer, message, count)
        buffer[count] = 0
    }
    diffable_error_free(error)
    return Int(size)
}

@c @implementation
public func diffable_error_status(_ error: OpaquePointer!) -> diffable_status {
    unwrap(error, as: ErrorBox.self)?.status ?? diffable_status(DIFFABLE_OK)
}

@c @implementation
public func diffable_error_message(_ error: OpaquePointer!) -> UnsafePointer<CChar>! {
    unwrap(error, as: ErrorBox.self)?.message.pointer ?? cString("")
}

@c @implementation
public func diffable_error_message_from_one(_ error: OpaquePointer!) -> UnsafePointer<CChar>! {
    unwrap(error, as: ErrorBox.self)?.messageFromOne.pointer ?? cString("")
}

@c @implementation
public func diffable_error_identifier(_ error: OpaquePointer!) -> diffable_id {
    unwrap(error, as: ErrorBox.self)?.identifier?.id ?? diffable_id()
}

@c @implementation
public func diffable_error_position(_ error: OpaquePointer!) -> Int {
    unwrap(error, as: ErrorBox.self)?.position ?? -1
}

@c @implementation
public func diffable_error_object(_ error: OpaquePointer!) -> UnsafeMutableRawPointer! {
    unwrap(error, as: ErrorBox.self)?.object?.pointer
}

/// The text of a literal, which ends with a zero byte.
func cString(_ literal: StaticString) -> UnsafePointer<CChar> {
    UnsafeRawPointer(literal.utf8Start).assumingMemoryBound(to: CChar.self)
}
