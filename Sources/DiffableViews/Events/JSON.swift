import DiffableEngine

/// Values as JSON text in one line.
package enum JSON {
    /// The index path of an item, with the identifier of its section.
    static func text(_ path: IndexPath, inSection section: Identifier) -> String {
        "{\"section\":\(path.section),\"item\":\(path.item),\"section_id\":\(text(section))}"
    }

    static func text(_ identifier: Identifier) -> String {
        switch identifier {
        case .integer(let value): String(value)
        case .bytes(let bytes): text(bytes)
        }
    }

    /// A cell as an object, or `null` for nil. Fields other than the text are left out if they are empty.
    static func text(_ cell: Cell?) -> String {
        guard let cell else { return "null" }
        var result = "{\"text\":\(text(cell.text))"
        let names: [StaticString] = ["detail", "secondary_text", "image", "accessory"]
        for (name, bytes) in zip(names, [cell.detail, cell.secondaryText, cell.image, cell.accessory])
        where !bytes.isEmpty {
            result += ",\"\(name)\":\(text(bytes))"
        }
        if cell.height != 0 { result += ",\"height\":\(cell.height)" }
        if cell.indentation != 0 { result += ",\"indentation\":\(cell.indentation)" }
        return result + "}"
    }

    /// A string in which all scalars that must not reach a terminal, such as line separators, are escaped. Bytes that
    /// are not UTF-8 become an object with the bytes in hexadecimal.
    package static func text(_ bytes: [UInt8]) -> String {
        bytes.withUnsafeBytes { bytes in
            var result = "\""
            var decoder = UTF8Decoder(bytes)
            while let step = decoder.next() {
                guard case .scalar(let scalar) = step else { return hexadecimal(bytes) }
                if Escaping.mustEscape(scalar) {
                    result += "\\u" + Escaping.hexadecimal(scalar.value, digits: 4)
                } else {
                    if scalar == "\"" || scalar == "\\" { result += "\\" }
                    result.unicodeScalars.append(scalar)
                }
            }
            return result + "\""
        }
    }

    private static func hexadecimal(_ bytes: UnsafeRawBufferPointer) -> String {
        var result = "{\"hex\":\""
        for byte in bytes { result += Escaping.hexadecimal(UInt32(byte), digits: 2) }
        return result + "\"}"
    }
}
