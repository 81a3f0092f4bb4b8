import Testing

@testable import DiffableEngine
@testable import DiffableViews

/// A data source with a text view, a log of the callbacks in their order, and the texts that were written.
final class Screen {
    let source = DataSource()
    let view: TextView
    /// The callbacks in their order: "cell a", "header s", "footer s", "write", and lines that tests add.
    var log: [String] = []
    /// The texts that the view wrote, one for each apply.
    var texts: [String] = []
    /// Called by the providers before they return a cell, and by the writer.
    var onCell: (Identifier) throws(DiffableError) -> Void = { (_) throws(DiffableError) in }
    var onWrite: () throws(DiffableError) -> Void = { () throws(DiffableError) in }

    /// Rows show their identifier and, at the right, their revision. Unchanged rows are folded only if a context is
    /// given.
    init(width: Int = 30, context: Int = .max, headers: Bool = true) {
        var write: TextView.Writer?
        view = TextView(TextView.Options(width: width, context: context)) { (text) throws(DiffableError) in
            try write?(text)
        }
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

    /// The text of an identifier, in quotes if it looks like a number.
    func name(_ identifier: Identifier) -> String {
        switch identifier {
        case .integer(let value): return String(value)
        case .bytes(let bytes):
            let text = String(decoding: bytes, as: UTF8.self)
            return Int(text) == nil ? text : "'\(text)'"
        }
    }

    /// The lines of the last text, without the summary.
    var shown: [String] {
        lines.dropLast()
    }

    var summary: String {
        lines.last ?? ""
    }

    private var lines: [String] {
        (texts.last ?? "").split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { String($0) }
    }

    /// Returns the log and clears it.
    func takeLog() -> [String] {
        defer { log = [] }
        return log
    }
}

/// A snapshot from text. "a: x y@2 | b@7:" is a section a with items x and y, where y has revision 2, and an empty
/// section b with revision 7.
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
    /// Thrown by providers of tests.
    static let refused = DiffableError(.providerFailed, "refused")
}

/// The error that a call throws; nil if it throws none.
func thrown(_ body: () throws(DiffableError) -> Void) -> DiffableError? {
    do throws(DiffableError) {
        try body()
        return nil
    } catch {
        return error
    }
}

/// Fails the test. The fuzzer, which has no Testing library, has its own function of this name.
func report(_ message: String) {
    Issue.record("\(message)")
}
