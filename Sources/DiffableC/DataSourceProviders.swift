import CDiffable
import DiffableEngine

@_cdecl("diffable_data_source_set_cell_provider") @implementation
public func diffable_data_source_set_cell_provider(
    _ source: OpaquePointer!, _ provider: diffable_cell_provider!, _ user_data: UnsafeMutableRawPointer!,
    _ finalize: diffable_finalize!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    let userData = UserData(user_data, finalize)
    return attempt(error) { () throws(DiffableError) in
        let box = try require(source, as: DataSourceBox.self, "source")
        let old = box.source.cellProvider
        box.source.cellProvider = provider.map { cellProvider($0, userData) }
        releaseReplaced(old)
    }
}

@_cdecl("diffable_data_source_set_kind_provider") @implementation
public func diffable_data_source_set_kind_provider(
    _ source: OpaquePointer!, _ provider: diffable_kind_provider!, _ user_data: UnsafeMutableRawPointer!,
    _ finalize: diffable_finalize!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    let userData = UserData(user_data, finalize)
    return attempt(error) { () throws(DiffableError) in
        let box = try require(source, as: DataSourceBox.self, "source")
        let old = box.source.kindProvider
        box.source.kindProvider = provider.map { kindProvider($0, userData) }
        releaseReplaced(old)
    }
}

@_cdecl("diffable_data_source_register_cell_provider") @implementation
public func diffable_data_source_register_cell_provider(
    _ source: OpaquePointer!, _ kind: UnsafePointer<CChar>!, _ provider: diffable_cell_provider!,
    _ user_data: UnsafeMutableRawPointer!, _ finalize: diffable_finalize!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    let userData = UserData(user_data, finalize)
    return attempt(error) { () throws(DiffableError) in
        let box = try require(source, as: DataSourceBox.self, "source")
        guard let kind else { throw .null("kind") }
        let name = String(cString: kind)
        let old = box.source[cellProviderForKind: name]
        box.source[cellProviderForKind: name] = provider.map { cellProvider($0, userData) }
        releaseReplaced(old)
    }
}

@_cdecl("diffable_data_source_set_supplementary_provider") @implementation
public func diffable_data_source_set_supplementary_provider(
    _ source: OpaquePointer!, _ provider: diffable_supplementary_provider!, _ user_data: UnsafeMutableRawPointer!,
    _ finalize: diffable_finalize!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    let userData = UserData(user_data, finalize)
    return attempt(error) { () throws(DiffableError) in
        let box = try require(source, as: DataSourceBox.self, "source")
        let old = box.source.supplementaryProvider
        box.source.supplementaryProvider = provider.map { supplementaryProvider($0, userData) }
        releaseReplaced(old)
    }
}
