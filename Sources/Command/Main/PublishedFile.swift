import CLibc
import DiffableTerminal

/// The file, pipe or device that `--publish` writes documents to.
enum PublishedFile {
    private nonisolated(unsafe) static var stream: UnsafeMutablePointer<FILE>?

    /// Opens the file for writing, and empties an existing file. For `-`, reserves standard output for the documents.
    /// Returns the reason if that fails.
    static func open(_ path: String) -> String? {
        if "-" ~= Array(path.utf8) {
            StandardStreams.reserveForEvents()
            stream = StandardOutput.events
        } else {
            stream = fopen(path, "we")
        }
        return stream == nil ? lastError() : nil
    }

    /// Writes a document, and flushes it. Returns the reason if that fails.
    static func write(_ document: UnsafeRawBufferPointer) -> String? {
        guard let stream else { return "it is not open" }
        if fwrite(document.baseAddress, 1, document.count, stream) != document.count || fflush(stream) != 0 {
            return lastError()
        }
        return nil
    }
}
