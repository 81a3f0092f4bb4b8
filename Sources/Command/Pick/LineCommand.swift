import CLibc
import CProcess

/// A command that runs beside the list.
struct LineCommand {
    let process: pid_t
    /// Where its output is read from.
    let output: Int32
    /// The file that has what it reports; negative if that goes elsewhere.
    private let errors: Int32

    /// Where a command writes what it reports.
    enum Errors {
        /// As this process does.
        case inherited
        case inOutput
        /// Into a file that `finish` reads.
        case kept
    }

    struct StartError: Error {
        let number: Int32
    }

    init(_ arguments: [[UInt8]], errors: Errors) throws(StartError) {
        var pointers: [UnsafeMutablePointer<CChar>?] =
            arguments.map { argument in
                (argument + [0]).withUnsafeBytes { strdup($0.assumingMemoryBound(to: CChar.self).baseAddress!) }
            } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        var (process, output): (pid_t, Int32) = (0, -1)
        self.errors =
            switch errors {
            case .inherited: Int32(PROCESS_ERRORS_INHERITED)
            case .inOutput: Int32(PROCESS_ERRORS_IN_OUTPUT)
            case .kept: process_new_file()
            }
        let number = process_start(&pointers, self.errors, &process, &output)
        (self.process, self.output) = (process, output)
        if number != 0 {
            closeFiles()
            throw StartError(number: number)
        }
    }

    /// Waits for its end. Returns nil if it ended with the status 0, or else that it failed, with the last line that it
    /// reported.
    func finish() -> [UInt8]? {
        defer { closeFiles() }
        if process_wait(process) == 0 { return nil }
        var line = [UInt8](repeating: 0, count: 1000)
        let size = line.withUnsafeMutableBytes {
            process_last_line(errors, $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count)
        }
        return Array("the command failed".utf8) + (size == 0 ? [] : Array(": ".utf8) + line[..<size])
    }

    /// Ends it, and what it has started.
    func stop() {
        closeFiles()
        process_stop(process)
    }

    /// The same at once.
    func kill() {
        closeFiles()
        process_kill(process)
    }

    private func closeFiles() {
        for file in [output, errors] where file >= 0 { close(file) }
    }
}
