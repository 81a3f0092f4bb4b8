import CDiffable
import DiffableEngine

@c @implementation
public func diffable_data_source_apply_section(
    _ source: OpaquePointer!, _ tree: OpaquePointer!, _ section: diffable_id,
    _ options: UnsafePointer<diffable_apply_options>!, _ transaction: UnsafeMutablePointer<OpaquePointer?>!,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    apply(source, transaction, error) { () throws(DiffableError) in
        let options = try ApplyOptions(options, of: source, hasSection: true)
        let (mode, caption, list) = (try options.mode(), try options.caption(), options.listOfSection)
        let tree = try require(tree, as: SnapshotBox.self, "tree").value
        let name = try identifier(section, "section")
        return PendingApply(
            mode: mode, caption: caption, completion: options.completion, finished: options.finished
        ) { (source) throws(DiffableError) in try source.change(to: tree, ofSection: name, withContentOf: list) }
    }
}

@c @implementation
public func diffable_data_source_toggle_item(
    _ source: OpaquePointer!, _ item: diffable_id, _ transaction: UnsafeMutablePointer<OpaquePointer?>!,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    apply(source, transaction, error) { () throws(DiffableError) in .toggle(try identifier(item, "item")) }
}

@c @implementation
public func diffable_data_source_reorder_item(
    _ source: OpaquePointer!, _ from: diffable_index_path, _ to: diffable_index_path,
    _ transaction: UnsafeMutablePointer<OpaquePointer?>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    apply(source, transaction, error) { .reorder(from: path(from), to: path(to)) }
}

@c @implementation
public func diffable_data_source_set_section_snapshot_handlers(
    _ source: OpaquePointer!, _ handlers: UnsafePointer<diffable_section_snapshot_handlers>!,
    _ user_data: UnsafeMutableRawPointer!, _ finalize: diffable_finalize_fn!,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    let userData = UserData(user_data, finalize)
    return attempt(error) { () throws(DiffableError) in
        let box = try require(source, as: DataSourceBox.self, "source")
        var result = SectionSnapshotHandlers()
        if let handlers {
            try checkSize(handlers.pointee.struct_size, of: diffable_section_snapshot_handlers.self, "handlers")
            let handlers = handlers.pointee
            result.shouldExpandItem = handlers.should_expand_item.map { question($0, userData, "should_expand_item") }
            result.willExpandItem = handlers.will_expand_item.map { notice($0, userData, "will_expand_item") }
            result.shouldCollapseItem = handlers.should_collapse_item.map {
                question($0, userData, "should_collapse_item")
            }
            result.willCollapseItem = handlers.will_collapse_item.map { notice($0, userData, "will_collapse_item") }
            result.snapshotForExpandingParent = handlers.snapshot_for_expanding_parent.map { children($0, userData) }
        }
        let old = box.source.sectionSnapshotHandlers
        box.source.sectionSnapshotHandlers = result
        releaseReplaced(old)
    }
}

@c @implementation
public func diffable_data_source_set_reordering_handlers(
    _ source: OpaquePointer!, _ handlers: UnsafePointer<diffable_reordering_handlers>!,
    _ user_data: UnsafeMutableRawPointer!,
    _ finalize: diffable_finalize_fn!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    let userData = UserData(user_data, finalize)
    return attempt(error) { () throws(DiffableError) in
        let box = try require(source, as: DataSourceBox.self, "source")
        var result = ReorderingHandlers()
        if let handlers {
            try checkSize(handlers.pointee.struct_size, of: diffable_reordering_handlers.self, "handlers")
            let handlers = handlers.pointee
            result.canReorderItem = handlers.can_reorder_item.map { question($0, userData, "can_reorder_item") }
            result.willReorder = handlers.will_reorder.map {
                transactionHandler($0, of: source, userData, "will_reorder")
            }
            result.didReorder = handlers.did_reorder.map { transactionHandler($0, of: source, userData, "did_reorder") }
        }
        let old = box.source.reorderingHandlers
        box.source.reorderingHandlers = result
        releaseReplaced(old)
    }
}
