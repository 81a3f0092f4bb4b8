import CDiffable
import DiffableEngine
import DiffableViews

@c @implementation
public func diffable_data_source_new() -> OpaquePointer! {
    retain(DataSourceBox())
}

@c @implementation
public func diffable_data_source_free(_ source: OpaquePointer!) {
    if let box = unwrap(source, as: DataSourceBox.self), box.source.isApplying { box.source.keepUntilIdle(box) }
    release(source, as: DataSourceBox.self)
}

@c @implementation
public func diffable_data_source_set_view(
    _ source: OpaquePointer!, _ view: OpaquePointer!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    attemptWithLaterFailure(error) { (later) throws(DiffableError) in
        let box = try require(source, as: DataSourceBox.self, "source")
        let view = unwrap(view, as: ViewBox.self)
        if box.source.isShownOnTerminal {
            throw .invalid("source: an interactive list shows it; free the list before you set another view")
        }
        // A view that is set already is not attached again, because it may be one that refuses to be attached twice.
        if let view, view.hasAttachCallback, view !== box.viewBox {
            if box.source.isApplying {
                throw .invalid("view: it has `attach`, so it cannot be set while a callback of the data source runs")
            }
            // What `attach` applies runs when the view is set, so that the view is told.
            try box.source.queueingApplies(failure: &later) { () throws(DiffableError) in try box.setView(view) }
        } else if view == nil || view !== box.viewBox {
            try box.setView(view)
        }
    }
}

extension DataSourceBox {
    fileprivate func setView(_ view: ViewBox?) throws(DiffableError) {
        let new = try view?.attach(self)
        let old = (viewBox, attached, source.view)
        (viewBox, attached, source.view) = (view, new, new?.view)
        releaseReplaced(old)
    }
}

@c @implementation
public func diffable_data_source_add_observer(
    _ source: OpaquePointer!, _ observer: diffable_transaction_handler_fn!, _ user_data: UnsafeMutableRawPointer!,
    _ finalize: diffable_finalize_fn!
) -> UInt64 {
    let userData = UserData(user_data, finalize)
    guard let box = dataSource(behind: source), let observer else { return 0 }
    return box.addObserver(transactionHandler(observer, of: source, userData, "an observer"))
}

@c @implementation
public func diffable_data_source_remove_observer(_ source: OpaquePointer!, _ token: UInt64) -> Bool {
    dataSource(behind: source)?.removeObserver(token) ?? false
}

@c @implementation
public func diffable_data_source_name(_ source: OpaquePointer!) -> diffable_bytes {
    let box = unwrap(source, as: DataSourceBox.self)
    return diffable_bytes(data: box?.name?.pointer ?? cString(""), size: box?.source.name.count ?? 0)
}

@c @implementation
public func diffable_data_source_set_name(
    _ source: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ size: Int, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    attempt(error) { () throws(DiffableError) in
        let box = try require(source, as: DataSourceBox.self, "source")
        box.source.name = Array(try requireBytes(name, size, "name"))
        box.name = size == 0 ? nil : CString(box.source.name)
    }
}

@c @implementation
public func diffable_data_source_refreshes_headers(_ source: OpaquePointer!) -> Bool {
    unwrap(source, as: DataSourceBox.self)?.source.refreshesHeaders ?? false
}

@c @implementation
public func diffable_data_source_set_refreshes_headers(_ source: OpaquePointer!, _ refreshes_headers: Bool) {
    unwrap(source, as: DataSourceBox.self)?.source.refreshesHeaders = refreshes_headers
}

@c @implementation
public func diffable_data_source_set_strict(_ source: OpaquePointer!, _ strict: Bool) {
    unwrap(source, as: DataSourceBox.self)?.source.isStrict = strict
}

@c @implementation
public func diffable_data_source_default_row_animation(_ source: OpaquePointer!) -> diffable_row_animation {
    cAnimation(unwrap(source, as: DataSourceBox.self)?.source.defaultRowAnimation ?? .automatic)
}

@c @implementation
public func diffable_data_source_set_default_row_animation(
    _ source: OpaquePointer!, _ animation: diffable_row_animation, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    attempt(error) { () throws(DiffableError) in
        let box = try require(source, as: DataSourceBox.self, "source")
        guard let animation = rowAnimation(animation) else {
            let isDefault = animation == diffable_row_animation(DIFFABLE_ANIMATION_DEFAULT)
            throw .invalid(
                isDefault
                    ? "DIFFABLE_ANIMATION_DEFAULT is for the options of an apply alone"
                    : "there is no animation \(animation)")
        }
        box.source.defaultRowAnimation = animation
    }
}

@c @implementation
public func diffable_data_source_render(
    _ source: OpaquePointer!, _ writer: diffable_writer_fn!, _ user_data: UnsafeMutableRawPointer!,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    attemptWithLaterFailure(error) { (later) throws(DiffableError) in
        let box = try require(source, as: DataSourceBox.self, "source")
        guard let writer else { throw .null("writer") }
        let view = box.textView ?? TextView { _ in }
        try box.source.queueingApplies(failure: &later) { () throws(DiffableError) in
            let text = try view.render(box.source)
            try DiffableC.writer(writer, UserData(user_data, nil))(text)
        }
    }
}

@c @implementation
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

@c @implementation
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

@c @implementation
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

@c @implementation
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
