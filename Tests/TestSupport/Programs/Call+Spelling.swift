@testable import DiffableEngine

extension Call: CustomStringConvertible {
    var description: String {
        switch self {
        case .edit(let register, let edit): edit.line(register.name)
        case .new(let register): "new \(register.name)"
        case .copy(let register, let original): "copy \(register.name) \(original.name)"
        case .state(let register): "state \(register.name)"
        case .find(let register, let name): "find \(register.name) \(name.token)"
        case .at(let register, let path): "at \(register.name) \(path.token)"
        case .items(let register, let section): "items \(register.name) \(section?.token ?? "-")"
        case .equal(let left, let right): "equal \(left.name) \(right.name)"
        case .difference(let old, let new): "difference \(old.name) \(new.name)"
        case .sectionSnapshot(let register, let section, let tree):
            "section_snapshot \(register.name) \(section.token) \(tree.name)"
        case .snapshotOf(let register, let parent, let part, let isWhole):
            "snapshot_of \(register.name) \(parent.token) \(part.name)\(isWhole ? " whole" : "")"
        default: dataSourceCall
        }
    }

    private var dataSourceCall: String {
        switch self {
        case .fetch(let register): "fetch \(register.name)"
        case .newSnapshot(let register): "new_snapshot \(register.name)"
        case .fetchSection(let register, let section): "fetch_section \(register.name) \(section.token)"
        case .source: "source"
        case .lookUp(let name): "look_up \(name.token)"
        case .row(let path): "row \(path.token)"
        case .cell(let path): "cell \(path.token)"
        case .supplementary(let kind, let index): "supplementary \(kind) \(index)"
        case .render: "render"
        case .transaction: "transaction"
        case .defaultAnimation(let animation): "default_row_animation" + (animation.map { " \($0.name)" } ?? "")
        case .handler(let event, let isOn): "handler \(event.rawValue) \(isOn ? "on" : "off")"
        case .when(let event, let count, let reaction): "when \(event.rawValue) \(count) \(reaction)"
        case .apply(let register, let choice): "apply \(register.name)\(choice.word)"
        case .reloadData(let register): "apply_using_reload_data \(register.name)"
        case .undo: "undo"
        case .applySection(let register, let section, let choice):
            "apply_section \(register.name) \(section.token)\(choice.word)"
        case .toggle(let item): "toggle_item \(item.token)"
        case .reorder(let from, let to): "reorder_item \(from.token) \(to.token)"
        default: fatalError("a call without a name")
        }
    }
}

extension Reaction: CustomStringConvertible {
    var description: String {
        switch self {
        case .fail: "fail"
        case .refuse: "refuse"
        case .spoil: "spoil"
        case .children(let register): "children \(register.name)"
        case .perform(let call): call.description
        }
    }
}

extension AnimationChoice {
    fileprivate var word: String {
        switch self {
        case .byDefault: ""
        case .still: " still"
        case .animated(let animation): " \(animation.name)"
        }
    }
}

extension Edit {
    /// The call on the snapshot in `register`, as a program spells it.
    func line(_ register: String) -> String {
        let words: [String] =
            switch self {
            case .appendSections(let sections), .reloadSections(let sections), .reconfigureSections(let sections),
                .updateSections(let sections):
                [sections.tokens]
            case .insertSections(let sections, _, let anchor): [sections.tokens, anchor.token]
            case .deleteSections(let sections): [sections.tokens]
            case .moveSection(let section, _, let anchor): [section.token, anchor.token]
            case .appendItems(let items, let section), .prependItems(let items, let section),
                .replaceItems(let items, let section):
                [items.tokens, section?.token ?? "-"]
            case .insertItemsAt(let items, let index, let section): [items.tokens, "\(index)", section?.token ?? "-"]
            case .renameItem(let item, let new): [item.token, new.token]
            case .appendItemsToParent(let items, let anchor), .prependItemsToParent(let items, let anchor),
                .insertItems(let items, _, let anchor):
                [items.tokens, anchor.token]
            case .deleteItems(let items): [items.tokens]
            case .deleteAllItems: []
            case .moveItem(let item, _, let anchor): [item.token, anchor.token]
            case .moveItems(let items, let destination), .moveItemsToParent(let items, let destination):
                [items.tokens, destination.token]
            case .reloadItems(let items), .reconfigureItems(let items), .updateItems(let items): [items.tokens]
            case .expand(let items), .collapse(let items), .keepExpansion(let items), .keepChildren(let items):
                [items.tokens]
            case .setExpandable(let items, let isExpandable): [items.tokens, "\(isExpandable)"]
            case .replaceChildren(let parent, let tree): [parent.token, tree.name]
            case .insertTree(let tree, .atEndOfSection(let section)): [tree.name, "section", section?.token ?? "-"]
            case .insertTree(let tree, .atEndOfParent(let parent)): [tree.name, "parent", parent.token]
            case .insertTree(let tree, .beside(let side, let item)): [tree.name, "\(side)", item.token]
            case .setSectionSnapshot(let section, let tree): [section.token, tree.name]
            }
        return ([name, register] + words).joined(separator: " ")
    }
}

extension Edit: CustomStringConvertible {
    /// For the output of a failing program. Long lists are cut.
    var description: String {
        let line = line("-")
        return line.count > 400 ? "\(line.prefix(400)) ..." : line
    }
}

extension Identifier {
    /// An integer as it is; a string with an apostrophe before it unless it begins with a letter. Other than visible
    /// ASCII characters are written in hexadecimal, so that views never escape them.
    var token: String {
        switch self {
        case .integer(let value): return String(value)
        case .bytes(let bytes):
            let text = bytes.map {
                (0x21..<0x7F).contains($0) ? String(UnicodeScalar($0)) : "\\\(String($0, radix: 16))"
            }.joined()
            return text.first.map { $0.isLetter } == true ? text : "'\(text)"
        }
    }
}

extension Element {
    var token: String { revision == 0 ? identifier.token : "\(identifier.token)@\(revision)" }
}

extension [Element] {
    var tokens: String { isEmpty ? "-" : map { $0.token }.joined(separator: ",") }
}

extension [Identifier] {
    var tokens: String { map { DiffableEngine.Element($0) }.tokens }
}

extension IndexPath {
    var token: String { "\(section).\(item)" }
}
