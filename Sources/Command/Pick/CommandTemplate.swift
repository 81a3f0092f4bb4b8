import DiffableEngine

/// The shell command of a preview, with placeholders such as `{}` for the selected line.
struct CommandTemplate {
    let text: [UInt8]
    let delimiter: [UInt8]?

    /// Whether the placeholder `{name}` is in the command.
    func uses(_ name: String) -> Bool {
        let name = Array("{\(name)}".utf8)
        return text.indices.contains { text[$0...].starts(with: name) }
    }

    /// Returns the command for a line: `{}` stands for the line, `{2}` for its second field, `{2..}` for a range of
    /// fields, `{q}` for the query, and `{+}` for all picked lines. The values are quoted for the shell. `picked` is
    /// quoted already.
    func command(_ line: UnsafeBufferPointer<UInt8>, picked: [UInt8], query: String) -> [UInt8] {
        var result: [UInt8] = []
        var rest = text[...]
        while let first = rest.first {
            if first == UInt8(ascii: "{"), let end = rest.firstIndex(of: UInt8(ascii: "}")),
                let value = value(of: rest[(rest.startIndex + 1)..<end], line, picked, query)
            {
                result += value
                rest = rest[(end + 1)...]
            } else {
                result.append(first)
                rest = rest.dropFirst()
            }
        }
        return result
    }

    private func value(
        of name: ArraySlice<UInt8>, _ line: UnsafeBufferPointer<UInt8>, _ picked: [UInt8], _ query: String
    ) -> [UInt8]? {
        if name.isEmpty { return Self.quoted(Array(line)) }
        if name.elementsEqual("+".utf8) { return picked }
        if name.elementsEqual("q".utf8) { return Self.quoted(Array(query.utf8)) }
        guard let range = FieldRange(name) else { return nil }
        return Self.quoted(FieldSelection([range], delimiter: delimiter).text(of: line))
    }

    static func quoted(_ text: [UInt8]) -> [UInt8] {
        var result = [UInt8(ascii: "'")]
        for byte in text {
            if byte == UInt8(ascii: "'") { result += "'\\''".utf8 } else { result.append(byte) }
        }
        return result + [UInt8(ascii: "'")]
    }
}
