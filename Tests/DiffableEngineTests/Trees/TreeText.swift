@testable import DiffableEngine
@testable import TestSupport

// Trees as text. "docs{guide api} src[main] x" is an expanded item with two children, a collapsed one with a child, and
// a leaf. After the name of an item, `@2` is its revision, `!` makes it expandable, `+` expands it although it has no
// children, `?` keeps its expansion, and `*` keeps its children.

/// A list from text: "f: docs{guide} src | g: x" has two sections.
func trees(_ text: String) throws -> Snapshot {
    var snapshot = Snapshot()
    for section in text.split(separator: "|") {
        let parts = section.split(separator: ":", omittingEmptySubsequences: false)
        let name = Identifier(parts[0].filter { $0 != " " })
        try snapshot.appendSections([Element(name)])
        try snapshot.append(TreeText(parts[1]).items, toParent: nil)
    }
    return snapshot
}

/// A section snapshot from text: "docs{guide} src".
func tree(_ text: String) throws -> Snapshot {
    var snapshot = Snapshot.sectionSnapshot()
    try snapshot.append(TreeText(text[...]).items, toParent: nil)
    return snapshot
}

extension Snapshot {
    /// The text of a list, and what is wrong with it if a look-up contradicts another one.
    var spelled: String {
        let sections = sections.indices.map { index in
            let roots = rootHandles(inSectionAt: index).map { spelled(identifiers.items.identifier($0)) }.joined(
                separator: " ")
            if isSectionSnapshot { return roots }
            return "\(name(sectionIdentifier(at: index)!)):" + (roots.isEmpty ? "" : " ") + roots
        }
        return sections.joined(separator: " | ") + (inconsistency.map { " INCONSISTENT: \($0)" } ?? "")
    }

    private func spelled(_ item: Identifier) -> String {
        do {
            var text = name(item)
            if let revision = revision(ofItem: item), revision != 0 { text += "@\(revision)" }
            if try isExpandable(item) { text += "!" }
            if try keepsExpansion(item) { text += "?" }
            if item.withRaw({ keepsChildren($0) }) { text += "*" }
            let children = try children(ofItem: item).map { spelled($0) }.joined(separator: " ")
            let isExpanded = try isExpanded(item)
            if children.isEmpty { return text + (isExpanded ? "+" : "") }
            return text + (isExpanded ? "{\(children)}" : "[\(children)]")
        } catch {
            return "\(error)"
        }
    }

    private func name(_ identifier: Identifier) -> String {
        switch identifier {
        case .integer(let value): String(value)
        case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
        }
    }

    /// What the look-ups of all items must be, from the children and the expansion of each. nil if they are.
    var inconsistency: String? {
        do {
            return try inconsistencyOfLookUps() ?? brokenInvariant()
        } catch {
            return "\(error)"
        }
    }

    private func inconsistencyOfLookUps() throws -> String? {
        var (all, visible, expanded): ([Identifier], [Identifier], [Identifier]) = ([], [], [])
        var (count, inconsistency): (Int, String?) = (0, nil)
        for (index, section) in sectionIdentifiers.enumerated() {
            var path = IndexPath(section: index, item: 0)
            func visit(_ item: Identifier, _ parent: Identifier?, _ level: Int, isVisible isHere: Bool) throws {
                all.append(item)
                if try self.parent(ofItem: item) != parent { inconsistency = "parent of \(item)" }
                if try self.level(ofItem: item) != level { inconsistency = "level of \(item)" }
                if try isVisible(item) != isHere { inconsistency = "visibility of \(item)" }
                if !containsItem(item) || revision(ofItem: item) == nil { inconsistency = "contains \(item)" }
                if sectionIdentifier(containingItem: item) != section { inconsistency = "section of \(item)" }
                if indexPath(ofItem: item) != (isHere ? path : nil) { inconsistency = "index path of \(item)" }
                if indexOfItem(item) != (isHere ? visible.count : nil) { inconsistency = "index of \(item)" }
                if isHere {
                    if itemIdentifier(at: path) != item { inconsistency = "item at \(path)" }
                    visible.append(item)
                    path.item += 1
                }
                if try isExpanded(item) { expanded.append(item) }
                let children = try children(ofItem: item)
                if try numberOfChildren(ofItem: item) != children.count { inconsistency = "children of \(item)" }
                for child in children { try visit(child, item, level + 1, isVisible: isHere && isExpanded(item)) }
            }
            for root in rootHandles(inSectionAt: index) {
                try visit(identifiers.items.identifier(root), nil, 0, isVisible: true)
            }
            if numberOfItems(inSectionAt: index) != visible.count - count { return "items of section \(index)" }
            count = visible.count
        }
        if inconsistency != nil { return inconsistency }
        if allItemIdentifiers != all || numberOfAllItems != all.count { return "all items" }
        if itemIdentifiers != visible || numberOfItems != visible.count { return "visible items" }
        return expandedItemIdentifiers == expanded ? nil : "expanded items"
    }

    fileprivate mutating func append(_ items: [TreeText.Item], toParent parent: Identifier?) throws {
        let elements = items.map { $0.element }
        if let parent { try appendItems(elements, toParent: parent) } else { try appendItems(elements) }
        for item in items {
            let identifier = item.element.identifier
            if !item.children.isEmpty { try append(item.children, toParent: identifier) }
            if item.flags.contains("+") { expand([identifier]) }
            if item.flags.contains("!") { setExpandable([identifier], true) }
            if item.flags.contains("?") { keepExpansion([identifier]) }
            if item.flags.contains("*") { keepChildren([identifier]) }
        }
    }
}

/// Reads the items of a tree from text.
private struct TreeText {
    struct Item {
        var element: Element
        var flags: Set<Character> = []
        var children: [Item] = []
    }

    private(set) var items: [Item] = []
    private var rest: Substring

    init(_ text: Substring) {
        rest = text
        items = read()
    }

    private mutating func read() -> [Item] {
        var result: [Item] = []
        while let first = rest.first {
            switch first {
            case " ": rest.removeFirst()
            case "}", "]":
                rest.removeFirst()
                return result
            case "{", "[":
                rest.removeFirst()
                result[result.count - 1].children = read()
                if first == "{" { result[result.count - 1].flags.insert("+") }
            case "!", "?", "*", "+": result[result.count - 1].flags.insert(rest.removeFirst())
            default:
                let word = rest.prefix { !" {}[]!?*+".contains($0) }
                rest = rest.dropFirst(word.count)
                let parts = word.split(separator: "@")
                result.append(
                    Item(
                        element: Element(
                            Identifier(String(parts[0])), revision: parts.count > 1 ? UInt64(parts[1])! : 0)))
            }
        }
        return result
    }
}
