import CLibc

/// Ends the process when there is no memory, because Swift code cannot continue without the memory that it asked for.
package enum OutOfMemory {
    /// Takes the message, which is a C string without a newline, and `userData`.
    package typealias Handler = @convention(c) (UnsafePointer<CChar>?, UnsafeMutableRawPointer?) -> Void

    /// Called before the process ends. Change it only while no other thread uses the library.
    nonisolated(unsafe) package static var handler: Handler?
    nonisolated(unsafe) package static var userData: UnsafeMutableRawPointer?

    /// Calls the handler, writes the message to standard error, and aborts. Allocates nothing.
    @export(interface)
    package static func end() -> Never {
        let line: StaticString = "diffable: out of memory\n"
        let told = handler
        handler = nil  // The handler is not called again, even if it runs out of memory itself.
        let message: StaticString = "diffable: out of memory"
        told?(UnsafeRawPointer(message.utf8Start).assumingMemoryBound(to: CChar.self), userData)
        diffable_abort(line.utf8Start, line.utf8CodeUnitCount)
    }
}
