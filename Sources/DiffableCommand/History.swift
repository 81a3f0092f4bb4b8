import CEdit
import CLibc
import DiffableEngine

/// The entries of this session and of earlier ones. A file keeps them, which concurrent sessions share.
struct History {
    private static let size: Int32 = 1000

    let entries: OpaquePointer? = history_init()
    /// Nil if entries are not kept.
    private let path: String?

    init() {
        diffable_history_set_size(entries, Self.size)
        let path = Self.makePath()
        self.path = path.flatMap { [entries] in Self.load($0, into: entries) ? $0 : nil }
    }

    func add(_ entry: [UInt8]) {
        // libedit takes entries as C strings, so an entry with a zero byte would be recalled in part.
        guard !entry.isEmpty, !entry.contains(0) else { return }
        let text = (entry + [0]).map { CChar(bitPattern: $0) }
        diffable_history_enter(entries, text)
        if let path { Self.add(text, to: path) }
    }

    /// Loads the file if there is one. If it is no history, tells the user, leaves it unchanged and returns false.
    private static func load(_ path: String, into entries: OpaquePointer?) -> Bool {
        var flaw = diffable_history_flaw(path).map { String(cString: $0) }
        if flaw == nil, !diffable_history_load(entries, path), access(path, F_OK) == 0 { flaw = "it holds no history" }
        guard let flaw else { return true }
        complain("\(path): \(flaw)")
        return false
    }

    private static func complain(_ reason: String) {
        fputs("diffable: the history is not kept: \(reason)\n", diffable_stderr())
    }

    /// Reads the file again, because another session may have added to it, and replaces it by one with the new entry.
    private static func add(_ entry: [CChar], to path: String) {
        let all = history_init()
        defer { history_end(all) }
        diffable_history_set_size(all, size)
        _ = diffable_history_load(all, path)
        diffable_history_enter(all, entry)
        let next = path + ".new"
        let descriptor = diffable_edit_open(next)
        guard descriptor >= 0 else { return }
        guard let file = fdopen(descriptor, "w") else {
            close(descriptor)
            return
        }
        let isSaved = diffable_history_save(all, file)
        if fclose(file) != 0 || !isSaved || rename(next, path) != 0 { unlink(next) }
    }

    /// Returns `${XDG_STATE_HOME:-~/.local/state}/diffable/history` and makes its directories. Returns nil if there is no
    /// home, or if a directory cannot be made.
    private static func makePath() -> String? {
        let directory: String
        if let state = getenv("XDG_STATE_HOME"), state.pointee == CChar(bitPattern: UInt8(ascii: "/")) {
            directory = String(cString: state) + "/diffable"
        } else if let home = getenv("HOME"), home.pointee != 0 {
            directory = String(cString: home) + "/.local/state/diffable"
        } else {
            return nil
        }
        let bytes = Array(directory.utf8)
        for end in bytes.indices.dropFirst() where bytes[end] == UInt8(ascii: "/") {
            mkdir(String(decoding: bytes[..<end], as: UTF8.self), 0o700)
        }
        guard mkdir(directory, 0o700) == 0 || diffable_errno() == EEXIST else {
            complain("\(directory): \(String(cString: strerror(diffable_errno())))")
            return nil
        }
        return directory + "/history"
    }
}
