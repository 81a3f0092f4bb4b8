import CLibc
import DiffableEngine

/// Writes a file as a whole: if that fails, an existing file is unchanged, and the reason is returned.
func replaceFile(_ path: String, with bytes: [UInt8]) -> String? {
    // A pipe or a device is written to, and not replaced by a file.
    if access(path, F_OK) == 0, !diffable_is_file(path) {
        guard let file = fopen(path, "w") else { return lastError() }
        return write(bytes, to: file)
    }
    var target = path
    if let real = realpath(path, nil) {
        // The target of a link is replaced, and not the link.
        target = String(cString: real)
        free(real)
    }
    let next = "\(target).\(getpid())"
    guard let file = fopen(next, "wx") else { return lastError() }
    let reason = write(bytes, to: file) ?? (rename(next, target) == 0 ? nil : lastError())
    if reason != nil { unlink(next) }
    return reason
}

/// Writes and closes a file. Returns the reason if that fails.
private func write(_ bytes: [UInt8], to file: UnsafeMutablePointer<FILE>) -> String? {
    var reason: String?
    if fwrite(bytes, 1, bytes.count, file) != bytes.count { reason = lastError() }
    if fclose(file) != 0 { reason = reason ?? lastError() }
    return reason
}

private func lastError() -> String {
    String(cString: strerror(diffable_errno()))
}
