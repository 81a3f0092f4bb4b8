import Diffable

/// An edit of a tree.
enum TreeEdit<Item: TestItem> {
    case append([Item], to: Item?)
    case insert([Item], after: Bool, Item)
    case insertTree(TreeModel<Item>, after: Bool, Item)
    case replace(childrenOf: Item, TreeModel<Item>)
    case delete([Item])
    case expand([Item])
    case collapse([Item])
    case setExpandable([Item], Bool)
    case reloadItems([Item])
    case reconfigureItems([Item])
    case updateItems([Item])
    case deleteAll
    /// Takes a tree that was made from nothing.
    case remake(TreeModel<Item>)

    enum Outcome: Equatable {
        case done
        /// How many items were deleted or updated.
        case counted(Int)
        case failed(DiffableError.Code)

        var isFailure: Bool {
            if case .failed = self { true } else { false }
        }
    }

    /// - Parameter isPlain: whether the call is written without `try`; it must succeed then.
    func perform(_ tree: inout DiffableDataSourceSectionSnapshot<Item>, isPlain: Bool = false) -> Outcome {
        if isPlain { return performPlain(&tree) }
        do throws(DiffableError) {
            switch self {
            case .append(let new, let parent): try tree.checked.append(new, to: parent)
            case .insert(let new, false, let anchor): try tree.checked.insert(new, before: anchor)
            case .insert(let new, true, let anchor): try tree.checked.insert(new, after: anchor)
            case .insertTree(let other, false, let anchor): try tree.checked.insert(other.snapshot, before: anchor)
            case .insertTree(let other, true, let anchor): try tree.checked.insert(other.snapshot, after: anchor)
            case .replace(let parent, let other): try tree.checked.replace(childrenOf: parent, using: other.snapshot)
            case .delete(let items): return .counted(tree.delete(items))
            case .expand(let items): tree.expand(items)
            case .collapse(let items): tree.collapse(items)
            case .setExpandable(let items, let isExpandable): tree.setExpandable(items, isExpandable)
            case .reloadItems(let items): try tree.checked.reloadItems(items)
            case .reconfigureItems(let items): try tree.checked.reconfigureItems(items)
            case .updateItems(let items): return .counted(try tree.checked.updateItems(items))
            case .deleteAll: tree.deleteAll()
            case .remake(let other): tree = other.snapshot
            }
            return .done
        } catch {
            return .failed(error.code)
        }
    }

    private func performPlain(_ tree: inout DiffableDataSourceSectionSnapshot<Item>) -> Outcome {
        switch self {
        case .append(let new, let parent): tree.append(new, to: parent)
        case .insert(let new, false, let anchor): tree.insert(new, before: anchor)
        case .insert(let new, true, let anchor): tree.insert(new, after: anchor)
        case .insertTree(let other, false, let anchor): tree.insert(other.snapshot, before: anchor)
        case .insertTree(let other, true, let anchor): tree.insert(other.snapshot, after: anchor)
        case .replace(let parent, let other): tree.replace(childrenOf: parent, using: other.snapshot)
        case .delete(let items): return .counted(tree.checked.delete(items))
        case .expand(let items): tree.expand(items)
        case .collapse(let items): tree.collapse(items)
        case .setExpandable(let items, let isExpandable): tree.setExpandable(items, isExpandable)
        case .reloadItems(let items): tree.reloadItems(items)
        case .reconfigureItems(let items): tree.reconfigureItems(items)
        case .updateItems(let items): return .counted(tree.updateItems(items))
        case .deleteAll: tree.checked.deleteAll()
        case .remake(let other): tree = DiffableDataSourceSectionSnapshot(other.snapshot)
        }
        return .done
    }
}
