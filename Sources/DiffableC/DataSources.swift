import CDiffable
import DiffableEngine
import DiffableViews

@_cdecl("diffable_data_source_new") @implementation
public func diffable_data_source_new() -> OpaquePointer! {
    retain(DataSourceBox())
}

@_cdecl("diffable_data_source_free") @implementation
public func diffable_data_source_free(_ source: OpaquePointer!) {
    release(source, as: DataSourceBox.self)
}

@_cdecl("diffable_data_source_set_view") @implementation
public func diffable_data_source_set_view(
    _ source: OpaquePointer!, _ view: OpaquePointer!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    attempt(error) { () throws(DiffableError) in
        let box = try require(source, as: DataSourceBox.self, "source")
        let old = box.source.view
        switch unwrap(view, as: ViewBox.self)?.kind {
        case .text(let options, let output):
            box.textView = TextView(options, output: output)
            box.source.view = box.textView?.view
        case .ndjson(let view):
            box.textView = nil
            box.source.view = view.view
        case nil:
            box.textView = nil
            box.source.view = nil
        }
        releaseReplaced(old)
    }
}

@_cdecl("diffable_data_source_on_apply") @implementation
public func diffable_data_source_on_apply(
    _ source: OpaquePointer!, _ observer: diffable_transaction_handler_fn!, _ user_data: UnsafeMutableRawPointer!,
    _ finalize: diffable_finalize_fn!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    let userData = UserData(user_data, finalize)
    return attempt(error) { () throws(DiffableError) in
        let box = try require(source, as: DataSourceBox.self, "source")
        guard let observer else { throw .null("observer") }
        box.source.onApply(transactionHandler(observer, userData, "an observer"))
    }
}

@_cdecl("diffable_data_source_default_row_animation") @implementation
public func diffable_data_source_default_row_animation(_ source: OpaquePointer!) -> diffable_row_animation {
    cAnimation(unwrap(source, as: DataSourceBox.self)?.source.defaultRowAnimation ?? .automatic)
}

@_cdecl("diffable_data_source_set_default_row_animation") @implementation
public func diffable_data_source_set_default_row_animation(
    _ source: OpaquePointer!, _ animation: diffable_row_animation, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    attempt(error) { () throws(DiffableError) in
        let box = try require(source, as: DataSourceBox.self, "source")
        guard let animation = rowAnimation(animation) else { throw .invalid("there is no such animation") }
        box.source.defaultRowAnimation = animation
    }
}

@_cdecl("diffable_data_source_render") @implementation
public func diffable_data_source_render(
    _ source: OpaquePointer!, _ writer: diffable_writer_fn!, _ user_data: UnsafeMutableRawPointer!,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    attemptQueueing(error) { (later) throws(DiffableError) in
        let box = try require(source, as: DataSourceBox.self, "source")
        guard let writer else { throw .null("writer") }
        let view = box.textView ?? TextView { _ in }
        try box.source.queueingApplies(failure: &later) { () throws(DiffableError) in
            let text = try view.render(box.source)
            try DiffableC.writer(writer, UserData(user_data, nil))(text)
        }
    }
}

@_cdecl("diffable_data_source_set_cell_provider") @implementation
public func diffable_data_source_set_cell_provider(
    _ source: OpaquePointer!, _ provider: diffable_cell_provider_fn!, _ user_data: UnsafeMutableRawPointer!,
    _ finalize: diffable_finalize_fn!
) {
    let userData = UserData(user_data, finalize)
    guard let box = unwrap(source, as: DataSourceBox.self) else { return }
    let old = box.source.cellProvider
    box.source.cellProvider = provider.map { cellProvider($0, userData) }
    releaseReplaced(old)
}

@_cdecl("diffable_data_source_set_kind_provider") @implementation
public func diffable_data_source_set_kind_provider(
    _ source: OpaquePointer!, _ provider: diffable_kind_provider_fn!, _ user_data: UnsafeMutableRawPointer!,
    _ finalize: diffable_finalize_fn!
) {
    let userData = UserData(user_data, finalize)
    guard let box = unwrap(source, as: DataSourceBox.self) else { return }
    let old = box.source.kindProvider
    box.source.kindProvider = provider.map { kindProvider($0, userData) }
    releaseReplaced(old)
}

@_cdecl("diffable_data_source_register_cell_provider") @implementation
public func diffable_data_source_register_cell_provider(
    _ source: OpaquePointer!, _ kind: UnsafePointer<CChar>!, _ provider: diffable_cell_provider_fn!,
    _ user_data: UnsafeMutableRawPointer!, _ finalize: diffable_finalize_fn!
) {
    let userData = UserData(user_data, finalize)
    guard let box = unwrap(source, as: DataSourceBox.self), let kind else { return }
    let name = String(cString: kind)
    let old = box.source[cellProviderForKind: name]
    box.source[cellProviderForKind: name] = provider.map { cellProvider($0, userData) }
    releaseReplaced(old)
}

@_cdecl("diffable_data_source_set_supplementary_provider") @implementation
public func diffable_data_source_set_supplementary_provider(
    _ source: OpaquePointer!, _ provider: diffable_supplementary_provider_fn!, _ user_data: UnsafeMutableRawPointer!,
    _ finalize: diffable_finalize_fn!
) {
    let userData = UserData(user_data, finalize)
    guard let box = unwrap(source, as: DataSourceBox.self) else { return }
    let old = box.source.supplementaryProvider
    box.source.supplementaryProvider = provider.map { supplementaryProvider($0, userData) }
    releaseReplaced(old)
}
