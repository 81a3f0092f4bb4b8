import CLibc
import DiffableEngine

/// Replaces a file by a new one with these bytes. If that fails, returns the reason, and an existing file is unchanged.
func replaceFile(_ path: String, with bytes: [UInt8]) -> String? {
    // A pipe or a device is written to, and not replaced by a file.
    if access(path, F_OK) == 0, !diffable_is_file(path) {
        guard let file = fopen(path, "w") else { return lastError() }
        return write(bytes, to: file)
    }
    let target = resolved(path)
    let next = "\(target).\(getpid())"
    guard let file = fopen(next, "wx") else { return lastError() }
    let reason = write(bytes, to: file) ?? rename(next, to: target)
    if reason != nil { unlink(next) }
    return reason
}

/// Returns the target of a symbolic link, so that the target is replaced and not the link, or the path of any other
/// file.
func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
}

/// Renames a file. Returns the reason if that fails.
func rename(_ path: String, to target: String) -> String? {
    rename(path, target) == 0 ? nil : lastError()
}

/// Returns the bytes of a file, or nil if it cannot be read.
func readFile(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65536)
    while case let count = fread(&part, 1, part.count, file), count > 0 { bytes += part[..<count] }
    return ferror(file) == 0 ? bytes : nil
}

/// Writes and closes a file. Returns the reason if that fails.
private func write(_ bytes: [UInt8], to file: UnsafeMutablePointer<FILE>) -> String? {
    var reason: String?
    if fwrite(bytes, 1, bytes.count, file) != bytes.count { reason = lastError() }
    if fclose(file) != 0 { reason = reason ?? lastError() }
    return reason
}

func lastError() -> String {
    String(cString: strerror(diffable_errno()))
}
