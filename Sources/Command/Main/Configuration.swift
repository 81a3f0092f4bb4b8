import CLibc
import DiffableEngine

/// Settings for all runs, which come from the environment and from a file. An option takes precedence over them.
///
///     # ${XDG_CONFIG_HOME:-~/.config}/diffable/config
///     duration = 0
enum Configuration {
    /// Returns how long a motion takes, in milliseconds, or nil if neither the environment nor the file sets it. The
    /// environment takes precedence over the file.
    static func duration() throws(Options.Misuse) -> Int? {
        if let value = getenv("DIFFABLE_DURATION"), value[0] != 0 {
            return try duration(Array(String(cString: value).utf8), from: "DIFFABLE_DURATION")
        }
        guard let path, access(path, F_OK) == 0 else { return nil }
        guard let text = readFile(path) else {
            throw Options.Misuse(message: "\(path): \(String(cString: strerror(diffable_errno())))")
        }
        return try duration(in: text, of: path)
    }

    /// If several lines set the duration, the last one counts.
    private static func duration(in text: [UInt8], of path: String) throws(Options.Misuse) -> Int? {
        var result: Int?
        for (index, line) in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            let line = trimmed(line.prefix { $0 != UInt8(ascii: "#") })
            if line.isEmpty { continue }
            let origin = "\(path):\(index + 1)"
            let parts = line.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, "duration" ~= Array(trimmed(parts[0])) else {
                throw Options.Misuse(message: "\(origin): 'duration = milliseconds' expected, got '\(shown(line))'")
            }
            result = try duration(Array(trimmed(parts[1])), from: "\(origin): 'duration'")
        }
        return result
    }

    /// - Parameter origin: the name of the value in the message.
    static func duration(_ value: [UInt8], from origin: String) throws(Options.Misuse) -> Int {
        var number = value.isEmpty || value.count > 5 ? longestDuration + 1 : 0
        for byte in value.prefix(5) {
            let digit = Int(byte) - Int(UInt8(ascii: "0"))
            number = (0...9).contains(digit) ? number * 10 + digit : longestDuration + 1
        }
        guard number <= longestDuration else {
            let range = "0 to \(longestDuration)"
            throw Options.Misuse(message: "\(origin) is a number of milliseconds, \(range), not '\(shown(value[...]))'")
        }
        return number
    }

    private static var longestDuration: Int { 10_000 }

    private static func shown(_ text: ArraySlice<UInt8>) -> String {
        text.withUnsafeBytes { Escaping.escaped($0) }
    }

    private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isBlank = { (byte: UInt8) in
            byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
        }
        var text = text.drop(while: isBlank)
        while let last = text.last, isBlank(last) { text.removeLast() }
        return text
    }

    private static var path: String? {
        if let folder = getenv("XDG_CONFIG_HOME"), folder[0] == CChar(bitPattern: UInt8(ascii: "/")) {
            return String(cString: folder) + "/diffable/config"
        }
        guard let home = getenv("HOME"), home[0] != 0 else { return nil }
        return String(cString: home) + "/.config/diffable/config"
    }
}

extension Options {
    /// Returns how long a motion takes, in milliseconds, as the option sets it, or else the environment or the file.
    /// Returns nil if nothing sets it.
    func motionDuration() throws(Misuse) -> Int? {
        if let duration { return duration }
        return ignoresEnvironment ? nil : try Configuration.duration()
    }
}
