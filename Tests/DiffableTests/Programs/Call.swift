@testable import Diffable

/// One line of a program. The language is described in Tests/Programs/README.md.
enum Call {
    case edit(Int, Edit)
    case new(Int)
    case copy(Int, of: Int)
    case state(Int)
    case find(Int, Identifier)
    case equal(Int, Int)
    case difference(Int, Int)
    case fetch(Int)
    case newSnapshot(Int)
    case source
    case cell(IndexPath)
    case when(Event, Int, Reaction)
    case defaultAnimation(RowAnimation)
    case apply(Int, Motion)
    case reloadData(Int)
    case tree(Int, TreeEdit)
    case replaceChildren(Int, of: Identifier, with: Int)
    case snapshotOf(Int, Identifier, into: Int, isWhole: Bool)
    case copyTree(Int, of: Int)
    case treeState(Int)
    case applySection(Int, Identifier)
    case fetchSection(Int, Identifier)
    case toggle(Identifier)
    case reorder(IndexPath, IndexPath)
}

/// What calls a program back.
enum Event: String {
    case cell, header, footer, write, observer, second, completion
    case canReorder = "can_reorder_item", willReorder = "will_reorder", didReorder = "did_reorder"

    /// Those that a program may have do something.
    static let reacting: [Event] = [.cell, .header, .footer, .write, .observer, .second, .completion]
}

/// What a callback does beside saying that it was called.
enum Reaction {
    case fail
    case apply(Int)
}

/// How an apply is to be shown.
enum Motion {
    case asUsual, still
    case animated(RowAnimation)

    func animation(_ usual: RowAnimation) -> RowAnimation {
        switch self {
        case .asUsual: usual
        case .still: .none
        case .animated(let animation): animation
        }
    }
}

extension Call: CustomStringConvertible {
    var description: String {
        switch self {
        case .edit(let register, let edit): edit.line("s\(register)")
        case .new(let register): "new s\(register)"
        case .copy(let register, let original): "copy s\(register) s\(original)"
        case .state(let register): "state s\(register)"
        case .find(let register, let name): "find s\(register) \(name.token)"
        case .equal(let left, let right): "equal s\(left) s\(right)"
        case .difference(let old, let new): "difference s\(old) s\(new)"
        case .fetch(let register): "fetch s\(register)"
        case .newSnapshot(let register): "new_snapshot s\(register)"
        case .source: "source"
        case .cell(let path): "cell \(path.token)"
        case .when(let event, let count, .fail): "when \(event) \(count) fail"
        case .when(let event, let count, .apply(let register)): "when \(event) \(count) apply s\(register)"
        case .defaultAnimation(let animation): "default_row_animation \(animation.name)"
        case .apply(let register, .asUsual): "apply s\(register)"
        case .apply(let register, .still): "apply s\(register) still"
        case .apply(let register, .animated(let animation)): "apply s\(register) \(animation.name)"
        case .reloadData(let register): "apply_using_reload_data s\(register)"
        case .tree(let register, let edit): edit.line("t\(register)")
        case .replaceChildren(let register, let parent, let children): "replace_children t\(register) \(parent.token) t\(children)"
        case .snapshotOf(let register, let parent, let part, let isWhole):
            "snapshot_of t\(register) \(parent.token) t\(part)\(isWhole ? " whole" : "")"
        case .copyTree(let register, let original): "copy_tree t\(register) t\(original)"
        case .treeState(let register): "tree t\(register)"
        case .applySection(let register, let section): "apply_section t\(register) \(section.token)"
        case .fetchSection(let register, let section): "fetch_section t\(register) \(section.token)"
        case .toggle(let item): "toggle_item \(item.token)"
        case .reorder(let from, let to): "reorder_item \(from.token) \(to.token)"
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
        case .appendItems(let items, let section): "append_items \(register) \(items.tokens) \(section?.token ?? "-")"
        case .insertItems(let items, let side, let anchor): "insert_items_\(side) \(register) \(items.tokens) \(anchor.token)"
        case .deleteItems(let items): "delete_items \(register) \(items.tokens)"
        case .deleteAllItems: "delete_all_items \(register)"
        case .moveItem(let item, let side, let anchor): "move_item_\(side) \(register) \(item.token) \(anchor.token)"
        case .moveItems(let items, let section): "move_items_to_section \(register) \(items.tokens) \(section.token)"
        case .reloadItems(let items): "reload_items \(register) \(items.tokens)"
        case .reconfigureItems(let items): "reconfigure_items \(register) \(items.tokens)"
        }
    }
}

extension Identifier {
    /// Integers as they are; strings with an apostrophe in front where they could be taken for one, or for nothing.
    var token: String {
        switch self {
        case .integer(let value): return String(value)
        case .bytes(let bytes):
            let text = String(decoding: bytes, as: UTF8.self)
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
    var tokens: String { map { Diffable.Element($0) }.tokens }
}

extension IndexPath {
    var token: String { "\(section).\(item)" }
}
