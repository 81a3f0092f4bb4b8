@testable import DiffableEngine

extension Call: CustomStringConvertible {
    var description: String {
        switch self {
        case .edit(let register, let edit): edit.line("s\(register)")
        case .new(let register): "new s\(register)"
        case .copy(let register, let original): "copy s\(register) s\(original)"
        case .state(let register): "state s\(register)"
        case .find(let register, let name): "find s\(register) \(name.token)"
        case .at(let register, let path): "at s\(register) \(path.token)"
        case .items(let register, let section): "items s\(register) \(section?.token ?? "-")"
        case .equal(let left, let right): "equal s\(left) s\(right)"
        case .difference(let old, let new): "difference s\(old) s\(new)"
        case .tree(let register, let edit): edit.line("t\(register)")
        case .replaceChildren(let register, let parent, let children): "replace_children t\(register) \(parent.token) t\(children)"
        case .snapshotOf(let register, let parent, let part, let isWhole):
            "snapshot_of t\(register) \(parent.token) t\(part)\(isWhole ? " whole" : "")"
        case .copyTree(let register, let original): "copy t\(register) t\(original)"
        case .treeState(let register): "state t\(register)"
        case .findInTree(let register, let name): "find t\(register) \(name.token)"
        case .equalTrees(let left, let right): "equal t\(left) t\(right)"
        default: dataSourceCall
        }
    }

    private var dataSourceCall: String {
        switch self {
        case .fetch(let register): "fetch s\(register)"
        case .newSnapshot(let register): "new_snapshot s\(register)"
        case .fetchSection(let register, let section): "fetch_section t\(register) \(section.token)"
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
        case .apply(let register, let choice): "apply s\(register)\(choice.word)"
        case .reloadData(let register): "apply_using_reload_data s\(register)"
        case .applySection(let register, let section, let choice): "apply_section t\(register) \(section.token)\(choice.word)"
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
        case .children(let register): "children t\(register)"
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
        switch self {
        case .appendSections(let sections): "append_sections \(register) \(sections.tokens)"
        case .insertSections(let sections, let side, let anchor):
            "insert_sections_\(side) \(register) \(sections.tokens) \(anchor.token)"
        case .deleteSections(let sections): "delete_sections \(register) \(sections.tokens)"
        case .moveSection(let section, let side, let anchor): "move_section_\(side) \(register) \(section.token) \(anchor.token)"
        case .reloadSections(let sections): "reload_sections \(register) \(sections.tokens)"
        case .reconfigureSections(let sections): "reconfigure_sections \(register) \(sections.tokens)"
        case .appendItems(let items, let section): "append_items \(register) \(items.tokens) \(section?.token ?? "-")"
        case .insertItems(let items, let side, let anchor): "insert_items_\(side) \(register) \(items.tokens) \(anchor.token)"
        case .deleteItems(let items): "delete_items \(register) \(items.tokens)"
        case .deleteAllItems: "delete_all_items \(register)"
        case .moveItem(let item, let side, let anchor): "move_item_\(side) \(register) \(item.token) \(anchor.token)"
        case .moveItems(let items, let section): "move_items_to_section \(register) \(items.tokens) \(section.token)"
        case .reloadItems(let items): "reload_items \(register) \(items.tokens)"
        case .reconfigureItems(let items): "reconfigure_items \(register) \(items.tokens)"
        case .updateItems(let items): "update_items \(register) \(items.tokens)"
        case .replaceItems(let items, let section): "replace_items \(register) \(items.tokens) \(section?.token ?? "-")"
        }
    }
}

extension Identifier {
    /// An integer as it is; a string with an apostrophe before it unless it begins with a letter. Other than visible ASCII
    /// characters are written in hexadecimal, so that views never escape them.
    var token: String {
        switch self {
        case .integer(let value): return String(value)
        case .bytes(let bytes):
            let text = bytes.map { (0x21..<0x7F).contains($0) ? String(UnicodeScalar($0)) : "\\\(String($0, radix: 16))" }.joined()
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
