@testable import DiffableEngine

/// One call that changes a section snapshot.
enum TreeEdit {
    case append([Element], below: Identifier?)
    case insert([Element], Side, Identifier)
    case delete([Identifier])
    case deleteAll
    case expand([Identifier])
    case collapse([Identifier])
    case keepExpansion([Identifier])
    case setExpandable([Identifier], Bool)
    case reload([Element])
    case reconfigure([Element])
    case update([Element])
}

extension TreeEdit {
    /// The call on the section snapshot in `register`, as a program spells it.
    func line(_ register: String) -> String {
        switch self {
        case .append(let items, let parent): "append \(register) \(items.tokens) \(parent?.token ?? "-")"
        case .insert(let items, let side, let anchor): "insert_\(side) \(register) \(items.tokens) \(anchor.token)"
        case .delete(let items): "delete \(register) \(items.tokens)"
        case .deleteAll: "delete_all \(register)"
        case .expand(let items): "expand \(register) \(items.tokens)"
        case .collapse(let items): "collapse \(register) \(items.tokens)"
        case .keepExpansion(let items): "keep_expansion \(register) \(items.tokens)"
        case .setExpandable(let items, let isExpandable): "set_expandable \(register) \(items.tokens) \(isExpandable)"
        case .reload(let items): "reload_items \(register) \(items.tokens)"
        case .reconfigure(let items): "reconfigure_items \(register) \(items.tokens)"
        case .update(let items): "update_items \(register) \(items.tokens)"
        }
    }
}

extension SectionSnapshot {
    mutating func perform(_ edit: TreeEdit) -> Outcome {
        do throws(DiffableError) {
            switch edit {
            case .append(let items, let parent): try append(items, to: parent)
            case .insert(let items, .before, let anchor): try insert(items, before: anchor)
            case .insert(let items, .after, let anchor): try insert(items, after: anchor)
            case .delete(let items): return .counted(delete(items))
            case .deleteAll: deleteAll()
            case .expand(let items): expand(items)
            case .collapse(let items): collapse(items)
            case .keepExpansion(let items): keepExpansion(items)
            case .setExpandable(let items, let isExpandable): setExpandable(items, isExpandable)
            case .reload(let items): try reloadItems(items)
            case .reconfigure(let items): try reconfigureItems(items)
            case .update(let items): return .counted(try updateItems(items))
            }
            return .done
        } catch {
            return .failed(error.code, error.identifier, position: error.position)
        }
    }
}

extension TreeModel {
    /// The model of a section snapshot, read by its public methods; empty if these contradict one another.
    init(read tree: SectionSnapshot) {
        nodes = tree.items.compactMap { item in
            guard let level = try? tree.level(of: item), let isExpanded = try? tree.isExpanded(item),
                let isExpandable = try? tree.isExpandable(item), let keepsExpansion = try? tree.keepsExpansion(item)
            else { return nil }
            return Node(
                element: Element(item, revision: tree.revision(of: item) ?? 0), level: level, isExpanded: isExpanded,
                isExpandable: isExpandable, keepsExpansion: keepsExpansion)
        }
        let isSound = tree.items.enumerated().allSatisfy { index, item in
            tree.index(of: item) == index && (try? tree.isVisible(item)) == isVisible(index)
                && (try? tree.parent(of: item)) == parent(of: index).map { nodes[$0].element.identifier }
        }
        let roots = nodes.filter { $0.level == 0 }.map { $0.element.identifier }
        let expanded = nodes.filter { $0.isExpanded }.map { $0.element.identifier }
        if !isSound || tree.visibleItems != visible.map({ $0.identifier }) || tree.numberOfItems != nodes.count
            || tree.rootItems != roots || tree.expandedItems != expanded
        {
            nodes = []
        }
        reloadedItems = tree.reloadedItemIdentifiers
        reconfiguredItems = tree.reconfiguredItemIdentifiers
    }
}
