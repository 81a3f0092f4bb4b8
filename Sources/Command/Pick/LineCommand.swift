import CLibc
import CProcess

/// A running command whose output the picker reads: the lines, or the preview.
struct LineCommand {
    let process: pid_t
    /// The descriptor from which the standard output of the command is read.
    let output: Int32
    /// The descriptor of the file that receives the standard error of the command. Negative if there is no such file.
    private let errors: Int32

    /// The destination of the standard error of a command.
    enum Errors {
        /// The standard error of this process.
        case inherited
        /// The standard output of the command.
        case inOutput
        /// A file that `finish` reads.
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

    /// Waits until the command ends. Returns nil if its status is 0, or else an error message, with the last line that
    /// the command wrote to the file of its standard error.
    func finish() -> [UInt8]? {
        defer { closeFiles() }
        if process_wait(process) == 0 { return nil }
        var line = [UInt8](repeating: 0, count: 1000)
        let size = line.withUnsafeMutableBytes {
            process_last_line(errors, $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count)
        }
        return Array("the command failed".utf8) + (size == 0 ? [] : Array(": ".utf8) + line[..<size])
    }

    /// Terminates the command and the processes that it has started. Those that are left after a second are killed.
    func stop() {
        closeFiles()
        process_stop(process)
    }

    /// Kills the command and the processes that it has started, without giving them time to end.
    func kill() {
        closeFiles()
        process_kill(process)
    }

    private func closeFiles() {
        for file in [output, errors] where file >= 0 { close(file) }
    }
}
