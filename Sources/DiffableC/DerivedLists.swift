import CDiffable
import DiffableEngine

@c @implementation
public func diffable_sort_key_add_integer(_ key: OpaquePointer!, _ number: Int64, _ reversed: Bool) {
    unwrap(key, as: SortKey.self)?.append(number, reversed: reversed)
}

@c @implementation
public func diffable_sort_key_add_double(_ key: OpaquePointer!, _ number: Double, _ reversed: Bool) {
    unwrap(key, as: SortKey.self)?.append(number, reversed: reversed)
}

@c @implementation
public func diffable_sort_key_add_string(
    _ key: OpaquePointer!, _ bytes: UnsafePointer<CChar>!, _ size: Int, _ reversed: Bool
) {
    let size = bytes == nil ? 0 : max(size, 0)
    unwrap(key, as: SortKey.self)?.append(UnsafeRawBufferPointer(start: bytes, count: size), reversed: reversed)
}

@c @implementation
public func diffable_sort_key_add_boolean(_ key: OpaquePointer!, _ value: Bool, _ reversed: Bool) {
    unwrap(key, as: SortKey.self)?.append(value, reversed: reversed)
}

@c @implementation
public func diffable_sort_key_add_none(_ key: OpaquePointer!, _ reversed: Bool) {
    unwrap(key, as: SortKey.self)?.appendNone(reversed: reversed)
}

@c @implementation
public func diffable_data_source_derive(
    _ origin: OpaquePointer!, _ derivation: UnsafePointer<diffable_derivation>!,
    _ out: UnsafeMutablePointer<OpaquePointer?>!,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    out?.pointee = nil
    return attemptWithLaterFailure(error) { (later) throws(DiffableError) in
        var made = Derivation()
        if let derivation { try made.set(derivation) }
        let box = try require(origin, as: DataSourceBox.self, "origin")
        guard let out else { throw .null("out") }
        out.pointee = retain(DataSourceBox(try box.source.derive(made, failure: &later)))
    }
}

@c @implementation
public func diffable_data_source_set_derivation(
    _ source: OpaquePointer!, _ parts: diffable_derivation_parts, _ derivation: UnsafePointer<diffable_derivation>!,
    _ transaction: UnsafeMutablePointer<OpaquePointer?>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    apply(source, transaction, error) { () throws(DiffableError) in
        guard let derivation else { throw .null("derivation") }
        var made = Derivation()
        try made.set(derivation)
        let parts = DerivationParts(rawValue: parts)
        if !DerivationParts.all.isSuperset(of: parts) { throw .invalid("parts: there is no part \(parts.rawValue)") }
        let box = try require(source, as: DataSourceBox.self, "source")
        _ = try box.source.derivation("set_derivation")
        return DataSource.setting(parts.changes) { (current) in made.replacing(parts, of: current) }
    }
}

@c @implementation
public func diffable_data_source_hold(_ source: OpaquePointer!, _ error: UnsafeMutablePointer<OpaquePointer?>!)
    -> diffable_status
{
    var isQueued = false
    let status = attempt(error) { () throws(DiffableError) in
        let list = try require(source, as: DataSourceBox.self, "source").source
        let isApplying = list.isApplying
        try list.hold()
        isQueued = isApplying
    }
    return isQueued ? diffable_status(DIFFABLE_QUEUED) : status
}

@c @implementation
public func diffable_data_source_release(
    _ source: OpaquePointer!, _ transaction: UnsafeMutablePointer<OpaquePointer?>!,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    apply(source, transaction, error) { () throws(DiffableError) in DataSource.releasing }
}

@c @implementation
public func diffable_data_source_is_held(_ source: OpaquePointer!) -> Bool {
    dataSource(behind: source)?.isHeld ?? false
}

@c @implementation
public func diffable_data_source_pending(
    _ source: OpaquePointer!, _ pending: UnsafeMutablePointer<diffable_pending_changes>!,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    attempt(error) { () throws(DiffableError) in
        let box = try require(source, as: DataSourceBox.self, "source")
        guard let pending else { throw .null("pending") }
        try checkSize(pending.pointee.struct_size, of: diffable_pending_changes.self, "pending")
        let counts = try box.source.pendingChanges()
        (pending.pointee.inserted, pending.pointee.deleted, pending.pointee.moved) = counts
    }
}

@c @implementation
public func diffable_data_source_concat(
    _ origins: UnsafePointer<OpaquePointer?>!, _ count: Int, _ out: UnsafeMutablePointer<OpaquePointer?>!,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    out?.pointee = nil
    return attempt(error) { () throws(DiffableError) in
        guard isCount(count) else {
            throw .invalid("count is \(UInt(bitPattern: count)), and may be at most \(Int32.max)")
        }
        if origins == nil && count > 0 { throw .null("origins") }
        var sources: [DataSource] = []
        for index in 0..<count {
            sources.append(try require(origins[index], as: DataSourceBox.self, "an element of origins").source)
        }
        guard let out else { throw .null("out") }
        out.pointee = retain(DataSourceBox(try DataSource.concatenating(sources)))
    }
}

private struct DerivationParts: OptionSet {
    let rawValue: diffable_derivation_parts

    static let filter = DerivationParts(rawValue: 1)
    static let section = DerivationParts(rawValue: 2)
    static let sort = DerivationParts(rawValue: 4)
    static let sectionSort = DerivationParts(rawValue: 8)
    static let limit = DerivationParts(rawValue: 16)
    static let sectionLimit = DerivationParts(rawValue: 32)
    static let emptySections = DerivationParts(rawValue: 64)
    static let all = DerivationParts(rawValue: 127)

    /// The functions among these parts.
    var changes: DerivationChanges {
        var changes = DerivationChanges()
        (changes.filter, changes.section) = (contains(.filter), contains(.section))
        (changes.sort, changes.sectionSort) = (contains(.sort), contains(.sectionSort))
        return changes
    }
}

extension Derivation {
    /// Takes functions and limits from the struct. The user data is finalized when the last function that uses it is
    /// released.
    fileprivate mutating func set(_ pointer: UnsafePointer<diffable_derivation>) throws(DiffableError) {
        try checkSize(pointer.pointee.struct_size, of: diffable_derivation.self, "derivation")
        let fields = pointer.pointee
        let userData = UserData(fields.user_data, fields.finalize)
        filter = fields.filter.map { DiffableC.filter($0, userData) }
        section = fields.section.map { DiffableC.section($0, userData) }
        sort = fields.sort.map { DiffableC.sort($0, userData) }
        sectionSort = fields.section_sort.map { DiffableC.sectionSort($0, userData) }
        func limit(_ count: Int) -> Int? { count == 0 ? nil : count < 0 ? Int.max : count }
        (self.limit, sectionLimit) = (limit(fields.limit), limit(fields.section_limit))
        keepsEmptySections = fields.keep_empty_sections
    }

    /// Returns the other derivation, with some parts replaced by those of this one.
    fileprivate func replacing(_ parts: DerivationParts, of other: Derivation) -> Derivation {
        var result = other
        if parts.contains(.filter) { result.filter = filter }
        if parts.contains(.section) { result.section = section }
        if parts.contains(.sort) { result.sort = sort }
        if parts.contains(.sectionSort) { result.sectionSort = sectionSort }
        if parts.contains(.limit) { result.limit = limit }
        if parts.contains(.sectionLimit) { result.sectionLimit = sectionLimit }
        if parts.contains(.emptySections) { result.keepsEmptySections = keepsEmptySections }
        return result
    }
}

private typealias ItemFunction<Result> = (BorrowedIdentifier, BorrowedContent?) throws(DiffableError) -> Result

private func filter(_ filter: @escaping diffable_filter_fn, _ userData: UserData) -> ItemFunction<Bool> {
    { (item, content) throws(DiffableError) in
        var passes = false
        try callFunction("filter", item, content) { filter($0, $1, &passes, userData.pointer) }
        return passes
    }
}

private func section(_ section: @escaping diffable_section_fn, _ userData: UserData) -> ItemFunction<Element> {
    { (item, content) throws(DiffableError) in
        var id = diffable_id()
        var sectionContent = cContent(nil)
        try callFunction("section", item, content) { section($0, $1, &id, &sectionContent, userData.pointer) }
        guard let raw = raw(id) else {
            throw DiffableError(
                .callbackFailed, "section set no identifier for item \(Identifier(item))", identifier: Identifier(item))
        }
        let new = unsafeBitCast(sectionContent, to: BorrowedContent.self)
        if let finalize = new.finalize {
            finalize(new.object)
            throw .invalid("section_content: the object of a content that a function returns must have no finalize")
        }
        if let message = new.errorMessage { throw .invalid("section_content \(message)") }
        return Element(Identifier(raw), content: new.isNone ? nil : Content(new))
    }
}

private func sort(
    _ sort: @escaping diffable_sort_fn, _ userData: UserData
) -> (BorrowedIdentifier, BorrowedContent?, SortKey) throws(DiffableError) -> Void {
    { (item, content, key) throws(DiffableError) in
        try callFunction("sort", item, content) { sort($0, $1, borrow(key), userData.pointer) }
    }
}

private func sectionSort(
    _ sort: @escaping diffable_sort_fn, _ userData: UserData
) -> (Element, SortKey) throws(DiffableError) -> Void {
    { (section, key) throws(DiffableError) in
        try call(
            .callbackFailed, about: section.identifier, [.text("section_sort failed for section \(section.identifier)")]
        ) {
            section.identifier.withC { id in section.withContent { sort(id, $0, borrow(key), userData.pointer) } }
        }
    }
}

/// Calls a function with an item and its content, which the function reads in the memory of the list.
private func callFunction(
    _ name: StaticString, _ item: BorrowedIdentifier, _ content: BorrowedContent?,
    _ function: (UnsafePointer<diffable_id>, UnsafePointer<diffable_content>) -> diffable_status
) throws(DiffableError) {
    try call(.callbackFailed, about: Identifier(item), [.text("\(name) failed for item \(Identifier(item))")]) {
        withUnsafePointer(to: cIdentifier(item)) { id in withUnsafePointer(to: cContent(content)) { function(id, $0) } }
    }
}
