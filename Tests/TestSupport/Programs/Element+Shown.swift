@testable import DiffableEngine

// What the providers of a program make of items and sections.

extension Element {
    /// Those of revision 4 are framed; what is odd has a kind, and no provider of its own.
    var kind: String? { revision == 4 ? "framed" : revision == 3 ? "odd" : nil }

    /// What is shown of a section beside its items; nil for nothing.
    func text(of event: Event) -> String? {
        switch event {
        case .header: token
        case .footer: revision == 0 ? nil : "(\(token))"
        case .badge: "#\(token)"
        default: nil
        }
    }

    /// What the cell of an item shows.
    var shown: String { kind == "framed" ? "[\(token)]" : token }
}
