import DiffableEngine
import DiffablePage
import DiffableViews

/// A recorded page: Sources/Command/Recording/page.html with the contents of the files that it links to, so that it
/// needs no other files. The events and the captions are inserted between its three parts, near its end, so only the
/// end of the page has to be written again when it grows.
struct Page {
    private let beforeEvents: [UInt8]
    private let beforeCaptions: [UInt8]
    private let afterCaptions: [UInt8]

    init(title: String) {
        var parts: [[UInt8]] = [[]]
        func add(_ bytes: some Sequence<UInt8>) { parts[parts.count - 1] += bytes }
        for line in Self.file("page.html").split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            if let name = Self.text(in: line, "<link rel=\"stylesheet\" href=\"", "\">") {
                add("<style>\n".utf8)
                add(Self.file(name))
                add("</style>".utf8)
            } else if let name = Self.text(in: line, "<script src=\"", "\"></script>") {
                add("<script>\n".utf8)
                add(Self.script(Self.file(name)))
                add("</script>".utf8)
            } else if Self.text(in: line, "<title>", "</title>") != nil {
                add("<title>\(Self.escaped(title))</title>".utf8)
            } else if Self.text(in: line, "<script id=\"events\"", "</script>") != nil {
                add(line.dropLast("</script>".utf8.count))
                parts.append(Array("</script>".utf8))
            } else if Self.text(in: line, "<script id=\"captions\"", "[]</script>") != nil {
                add(line.dropLast("]</script>".utf8.count))
                parts.append(Array("]</script>".utf8))
            } else {
                add(line)
            }
            add(CollectionOfOne(UInt8(ascii: "\n")))
        }
        // page.html ends in a newline, so its last line is empty and gets no newline.
        parts[parts.count - 1].removeLast()
        (beforeEvents, beforeCaptions, afterCaptions) = (parts[0], parts[1], parts[2])
    }

    /// The part of the page before the events.
    var beginning: [UInt8] { beforeEvents }

    /// Returns the part of the page after the events. `captions` are texts of JSON with commas between them.
    func ending(captions: [UInt8]) -> [UInt8] {
        beforeCaptions + captions + afterCaptions
    }

    private static func file(_ name: String) -> [UInt8] {
        Array(String(cString: diffable_page_file(name)).utf8)
    }

    /// Returns a module as a script that shares its declarations with the other scripts of the page: without its
    /// imports and its `export` keywords.
    private static func script(_ module: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        for line in module.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast() {
            if line.starts(with: "import ".utf8) { continue }
            result += line.starts(with: "export ".utf8) ? line.dropFirst("export ".utf8.count) : line
            result.append(UInt8(ascii: "\n"))
        }
        return result
    }

    /// Returns the text between this beginning and this end of a line, or nil if the line begins or ends otherwise.
    private static func text(in line: ArraySlice<UInt8>, _ beginning: String, _ end: String) -> String? {
        guard line.starts(with: beginning.utf8), line.reversed().starts(with: end.utf8.reversed()) else { return nil }
        return String(decoding: line.dropFirst(beginning.utf8.count).dropLast(end.utf8.count), as: UTF8.self)
    }

    /// Escapes each "<" of JSON, which only strings contain, so that no string ends the script element around it.
    static func escaped(_ json: some Sequence<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(json.underestimatedCount)
        for byte in json {
            if byte == UInt8(ascii: "<") { result += "\\u003c".utf8 } else { result.append(byte) }
        }
        return result
    }

    private static func escaped(_ title: String) -> String {
        var result = ""
        for scalar in Array(title.utf8).withUnsafeBytes({ Escaping.escaped($0) }).unicodeScalars {
            switch scalar {
            case "<": result += "&lt;"
            case "&": result += "&amp;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
