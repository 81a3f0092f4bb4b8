import CLibc
import DiffableEngine

/// Writes a file as a whole, or leaves what was there. Returns why not, where that fails.
func replaceFile(_ path: String, with bytes: [UInt8]) -> String? {
    // A pipe or a device has nothing that could be left, and no file may take its place.
    if access(path, F_OK) == 0, !diffable_is_file(path) {
        guard let file = fopen(path, "w") else { return lastError() }
        return write(bytes, to: file)
    }
    var target = path
    if let real = realpath(path, nil) {
        // What a link leads to is replaced, and not the link.
        target = String(cString: real)
        free(real)
    }
    let next = "\(target).\(getpid())"
    guard let file = fopen(next, "wx") else { return lastError() }
    let reason = write(bytes, to: file) ?? (rename(next, target) == 0 ? nil : lastError())
    if reason != nil { unlink(next) }
    return reason
}

/// And closes the file.
private func write(_ bytes: [UInt8], to file: UnsafeMutablePointer<FILE>) -> String? {
    var reason: String?
    if fwrite(bytes, 1, bytes.count, file) != bytes.count { reason = lastError() }
    if fclose(file) != 0 { reason = reason ?? lastError() }
    return reason
}

private func lastError() -> String {
    String(cString: strerror(diffable_errno()))
}
