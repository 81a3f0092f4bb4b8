import CEdit
import CLibc
import DiffableEngine

/// The entries of this session and of earlier ones. They are kept in a file, which concurrent sessions share.
struct History {
    private static let size: Int32 = 1000

    let entries: OpaquePointer? = history_init()
    /// Nil if entries are not kept.
    private let path: String?

    init() {
        diffable_history_set_size(entries, Self.size)
        guard let path = Self.makePath() else {
            path = nil
            return
        }
        let (older, message) = Self.load(path)
        self.path = message == nil ? path : nil
        if let message { Self.warn("\(path): \(message)") }
        older.suffix(Int(Self.size)).forEach(enter)
    }

    func add(_ entry: [UInt8]) {
        // A tab at the beginning of a line of the file continues an entry.
        let entry = Array(entry.drop { $0 == UInt8(ascii: "\t") })
        // libedit takes entries as C strings, so an entry with a zero byte would be recalled only in part.
        guard !entry.isEmpty, !entry.contains(0) else { return }
        enter(entry)
        if let path { Self.add(entry, to: path) }
    }

    private func enter(_ entry: [UInt8]) {
        diffable_history_enter(entries, (entry + [0]).map { CChar(bitPattern: $0) })
    }

    // MARK: - The file

    /// The first line of the file. Below it is a line for each entry; further lines of an entry begin with a tab.
    private static var beginning: [UInt8] { Array("-- what was typed in diffable\n".utf8) }

    /// Returns the entries of a file. If the file is not a history or cannot be read, `message` says why.
    private static func load(_ path: String) -> (entries: [[UInt8]], message: String?) {
        if let message = diffable_history_error(path) { return ([], String(cString: message)) }
        guard let text = readFile(path) else { return ([], diffable_errno() == ENOENT ? nil : lastError()) }
        if text.isEmpty { return ([], nil) }
        guard text.starts(with: beginning) else { return ([], "it holds no history") }
        var entries: [[UInt8]] = []
        for line in text.dropFirst(beginning.count).split(separator: UInt8(ascii: "\n")) {
            if line.first == UInt8(ascii: "\t"), let last = entries.indices.last {
                entries[last] += [UInt8(ascii: "\n")] + line.dropFirst()
            } else {
                entries.append(Array(line))
            }
        }
        return (entries.filter(isText), nil)
    }

    /// Whether libedit can recall an entry: it must be UTF-8 without zeros.
    private static func isText(_ entry: [UInt8]) -> Bool {
        entry.withUnsafeBytes { bytes in
            var decoder = UTF8Decoder(bytes)
            while let step = decoder.next() {
                guard case .scalar(let scalar) = step, scalar.value != 0 else { return false }
            }
            return true
        }
    }

    private static func warn(_ reason: String) {
        fputs("diffable: the history is not kept: \(reason)\n", diffable_stderr())
    }

    /// Reads the file again, because another session may have added to it, and replaces it by one with the new entry.
    private static func add(_ entry: [UInt8], to path: String) {
        let (older, message) = load(path)
        if message != nil { return }
        var text = beginning
        for entry in (older.last == entry ? older : older + [entry]).suffix(Int(size)) {
            for byte in entry { text += byte == UInt8(ascii: "\n") ? [byte, UInt8(ascii: "\t")] : [byte] }
            text.append(UInt8(ascii: "\n"))
        }
        let next = path + ".new"
        // An earlier session may have left a file that others may read.
        unlink(next)
        let descriptor = diffable_edit_open(next)
        guard descriptor >= 0 else { return }
        guard let file = fdopen(descriptor, "w") else {
            close(descriptor)
            return
        }
        let isSaved = fwrite(text, 1, text.count, file) == text.count
        if fclose(file) != 0 || !isSaved || rename(next, path) != 0 { unlink(next) }
    }

    /// Returns `${XDG_STATE_HOME:-~/.local/state}/diffable/history` and makes its directories. Returns nil if there is
    /// no home, or if a directory cannot be made.
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
            warn("\(directory): \(String(cString: strerror(diffable_errno())))")
            return nil
        }
        return directory + "/history"
    }
}
