extension Snapshot: CustomStringConvertible {
    /// The outline: a line for each section, and under it a line for each item; long sections are cut.
    /// - Complexity: O(s)
    public var description: String {
        let shown = 10
        var lines: [String] = []
        for (index, section) in sections.enumerated() {
            let count = section.count == 1 ? "1 item" : "\(section.count) items"
            lines.append("\(identifiers.sections.identifier(section.handle)) (\(count))")
            _ = forEachItem(inSection: index, from: 0, limit: shown) { lines.append("  \(Identifier($0))") }
            if section.count > shown { lines.append("  ... \(section.count - shown) more") }
        }
        return lines.isEmpty ? "(empty)" : lines.joined(separator: "\n")
    }
}
