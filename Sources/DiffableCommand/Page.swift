import DiffableEngine
import DiffableViews
import DiffablePage

/// A page without links to anything: Sources/DiffablePage/page.html with the files that it names, and the events, in it.
enum Page {
    static func bytes(title: String, captions: [[UInt8]], events: [UInt8]) -> [UInt8] {
        var page: [UInt8] = []
        for line in file("page.html").split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            if let name = text(in: line, "<link rel=\"stylesheet\" href=\"", "\">") {
                page += "<style>\n".utf8 + file(name) + "</style>".utf8
            } else if let name = text(in: line, "<script src=\"", "\"></script>") {
                page += "<script>\n".utf8 + file(name) + "</script>".utf8
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
        // The last line of the file ends as the others do.
        page.removeLast()
        return page
    }

    private static func file(_ name: String) -> [UInt8] {
        let file = diffable_page_file_named(name)
        return Array(UnsafeBufferPointer(start: file.bytes, count: file.size))
    }

    /// What stands between the beginning and the end of a line; nil where these are others.
    private static func text(in line: ArraySlice<UInt8>, _ beginning: String, _ end: String) -> String? {
        guard line.starts(with: beginning.utf8), line.reversed().starts(with: end.utf8.reversed()) else { return nil }
        return String(decoding: line.dropFirst(beginning.utf8.count).dropLast(end.utf8.count), as: UTF8.self)
    }

    /// Nothing in a string of JSON ends the element that it stands in, or begins another.
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
