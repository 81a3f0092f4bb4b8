import CLibc
import DiffableEngine
import DiffableViews

/// The file of a recorded page. After each apply the file is a complete page, so the process may end in any way. A pipe
/// or a device gets the page when the recording ends.
final class PageFile {
    let path: String
    private let page: Page
    /// Nil for a pipe or a device.
    private var file: UnsafeMutablePointer<FILE>?
    /// Where the events end in the file.
    private var end: Int
    /// The events for a pipe or a device, as they will be in the page.
    private var events: [UInt8] = []
    /// The captions of the applies, as texts of JSON with commas between them. Empty captions at the end are in
    /// `skipped` instead, each with a comma, until one that is not empty follows.
    private var captions: [UInt8] = []
    private var skipped: [UInt8] = []
    /// The first error. After it, the file is not changed any more.
    private var failure: String?

    /// Writes a page without applies, which replaces an existing file. If that fails, an existing file is unchanged,
    /// and `reason` is set.
    init?(_ path: String, title: String, reason: inout String) {
        self.path = path
        page = Page(title: title)
        end = page.beginning.count
        if access(path, F_OK) == 0, !diffable_is_file(path) {
            if access(path + "/.", F_OK) == 0 {
                reason = String(cString: strerror(EISDIR))
                return nil
            }
            return
        }
        let target = resolved(path)
        let next = "\(target).\(getpid())"
        file = fopen(next, "wxe")
        guard let file else {
            reason = lastError()
            return nil
        }
        guard
            let failure = Self.write(page.beginning + page.ending(captions: []), to: file, at: 0)
                ?? rename(next, to: target)
        else { return }
        reason = failure
        fclose(file)
        unlink(next)
        return nil
    }

    /// Adds the events of an apply.
    /// - Parameter caption: the caption that the recorder made of what the script printed. Empty if there is none.
    func append(_ events: some Sequence<UInt8>, caption: [UInt8]) {
        if failure != nil { return }
        let events = Page.escaped(events)
        let size = captions.count
        add(caption)
        guard let file else {
            self.events += events
            return
        }
        failure = Self.write(events + page.ending(captions: captions), to: file, at: end)
        if failure == nil {
            end += events.count
        } else {
            // Writes the old end of the page again. There is room for it, because the file had it before.
            captions.removeLast(captions.count - size)
            let ending = page.ending(captions: captions)
            _ = Self.write(ending, to: file, at: end)
            ftruncate(fileno(file), off_t(end + ending.count))
        }
    }

    private func add(_ caption: [UInt8]) {
        if caption.isEmpty {
            skipped += "\"\",".utf8
            return
        }
        if !captions.isEmpty { captions.append(UInt8(ascii: ",")) }
        captions += skipped
        captions += Page.escaped(JSON.text(caption).utf8)
        skipped = []
    }

    /// Ends the recording. Returns the first error, or nil.
    func close() -> String? {
        if let file {
            if fclose(file) != 0 { failure = failure ?? lastError() }
            return failure
        }
        guard let file = fopen(path, "we") else { return lastError() }
        let bytes = page.beginning + events + page.ending(captions: captions)
        if fwrite(bytes, 1, bytes.count, file) != bytes.count { failure = lastError() }
        if fclose(file) != 0 { failure = failure ?? lastError() }
        return failure
    }

    /// Writes without a buffer. Returns the reason if that fails.
    private static func write(_ bytes: [UInt8], to file: UnsafeMutablePointer<FILE>, at offset: Int) -> String? {
        bytes.withUnsafeBytes { bytes in
            var written = 0
            while written < bytes.count {
                let count = pwrite(
                    fileno(file), bytes.baseAddress! + written, bytes.count - written, off_t(offset + written))
                if count < 0 && diffable_errno() != EINTR { return lastError() }
                written += max(0, count)
            }
            return nil
        }
    }
}
