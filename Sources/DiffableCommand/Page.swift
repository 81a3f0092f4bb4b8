import DiffableEngine
import DiffablePage
import DiffableViews

/// A recorded page: Sources/DiffablePage/page.html with the files that it links to, the captions and the events inserted. It
/// links to nothing else.
enum Page {
    static func bytes(title: String, captions: [[UInt8]], events: [UInt8]) -> [UInt8] {
        var page: [UInt8] = []
        for line in file("page.html").split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            if let name = text(in: line, "<link rel=\"stylesheet\" href=\"", "\">") {
                page += "<style>\n".utf8 + file(name) + "</style>".utf8
            } else if let name = text(in: line, "<script src=\"", "\"></script>") {
                page += "<script>\n".utf8 + script(file(name)) + "</script>".utf8
            } else if text(in: line, "<title>", "</title>") != nil {
                page += "<title>\(escaped(title))</title>".utf8
            } else if text(in: line, "<script id=\"captions\"", "[]</script>") != nil {
                let texts = captions.map { JSON.text($0) }.joined(separator: ",")
                page += line.dropLast("]</script>".utf8.count) + escaped(Array(texts.utf8)) + "]</script>".utf8
            } else if text(in: line, "<script id=\"events\"", "</script>") != nil {
                page += line.dropLast("</script>".utf8.count) + escaped(events) + "</script>".utf8
            } else {
                page += line
            }
            page.append(UInt8(ascii: "\n"))
        }
        // page.html ends in a newline, so its last line is empty and gets no newline.
        page.removeLast()
        return page
    }

    private static func file(_ name: String) -> [UInt8] {
        Array(String(cString: diffable_page_file(name)).utf8)
    }

    /// A module as a script that shares its declarations with the other scripts of the page: without its imports, and with nothing exported.
    private static func script(_ module: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        for line in module.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast() {
            if line.starts(with: "import ".utf8) { continue }
            result += line.starts(with: "export ".utf8) ? line.dropFirst("export ".utf8.count) : line
            result.append(UInt8(ascii: "\n"))
        }
        return result
    }

    /// Returns what is between this beginning and this end of a line; nil if the line begins or ends otherwise.
    private static func text(in line: ArraySlice<UInt8>, _ beginning: String, _ end: String) -> String? {
        guard line.starts(with: beginning.utf8), line.reversed().starts(with: end.utf8.reversed()) else { return nil }
        return String(decoding: line.dropFirst(beginning.utf8.count).dropLast(end.utf8.count), as: UTF8.self)
    }

    /// Escapes each "<" of JSON, which only strings contain, so that no string ends the script element around it.
    private static func escaped(_ events: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(events.count)
        for byte in events {
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
