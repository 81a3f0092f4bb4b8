@testable import DiffableEngine
@testable import DiffableViews

/// A data source with a text view on it, a log of what happened in what order, and the text that was written last.
final class Screen {
    let source = DataSource()
    let view: TextView
    /// What was called, in order: "cell a", "header s", "footer s", "write", and what tests add.
    var log: [String] = []
    /// What the view wrote, one text an apply.
    var texts: [String] = []
    /// What providers do beside making cells.
    var onCell: (Identifier) throws(DiffableError) -> Void = { (_) throws(DiffableError) in }
    var onWrite: () throws(DiffableError) -> Void = { () throws(DiffableError) in }

    /// Rows show their identifier and, at the right, their revision. Folding is off unless a context is given.
    init(width: Int = 30, context: Int = .max, headers: Bool = true) {
        var write: TextView.Writer?
        view = TextView(TextView.Options(width: width, context: context)) { (text) throws(DiffableError) in try write?(text) }
        write = { [unowned self] (text) throws(DiffableError) in
            log.append("write")
            texts.append(text)
            try onWrite()
        }
        source.view = view.view
        source.cellProvider = { [unowned self] (item, path) throws(DiffableError) in
            log.append("cell \(name(item.identifier))")
            try onCell(item.identifier)
            return Cell(text: name(item.identifier), detail: item.revision == 0 ? "" : String(item.revision))
        }
        guard headers else { return }
        source.supplementaryProvider = { [unowned self] (kind, section, index) throws(DiffableError) in
            log.append("\(kind.name) \(name(section.identifier))")
            try onCell(section.identifier)
            let revision = section.revision == 0 ? "" : " \(section.revision)"
            return kind == .header ? Cell(text: "[\(name(section.identifier))\(revision)]") : nil
        }
    }

    /// In quotes where it could be taken for a number.
    func name(_ identifier: Identifier) -> String {
        switch identifier {
        case .integer(let value): return String(value)
        case .bytes(let bytes):
            let text = String(decoding: bytes, as: UTF8.self)
            return Int(text) == nil ? text : "'\(text)'"
        }
    }

    /// The last text, without its summary.
    var shown: [String] {
        lines.dropLast()
    }

    var summary: String {
        lines.last ?? ""
    }

    private var lines: [String] {
        (texts.last ?? "").split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { String($0) }
    }

    /// What was called since the last time.
    func takeLog() -> [String] {
        defer { log = [] }
        return log
    }
}

/// Sections of items, from text: "a: x y@2 | b@7:" is section a with items x and y, the latter at revision 2,
/// and section b at revision 7 with none.
func list(_ text: String) throws -> Snapshot {
    var snapshot = Snapshot()
    func element(_ word: Substring) -> Element {
        let parts = word.split(separator: "@")
        return Element(Identifier(String(parts[0])), revision: parts.count > 1 ? UInt64(parts[1])! : 0)
    }
    for section in text.split(separator: "|") {
        let parts = section.split(separator: ":", omittingEmptySubsequences: false)
        try snapshot.appendSections([element(parts[0].filter { $0 != " " }[...])])
        try snapshot.appendItems(parts[1].split(separator: " ").map(element))
    }
    return snapshot
}

extension DiffableError {
    /// What a provider of a test throws.
    static let refused = DiffableError(.providerFailed, "refused")
}

/// The error of a call that must throw one.
func thrown(_ body: () throws(DiffableError) -> Void) -> DiffableError? {
    do throws(DiffableError) {
        try body()
        return nil
    } catch {
        return error
    }
}
