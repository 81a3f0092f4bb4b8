import CDiffable
import DiffableEngine
import DiffableViews

@_cdecl("diffable_view_free") @implementation
public func diffable_view_free(_ view: OpaquePointer!) {
    release(view, as: ViewBox.self)
}

@_cdecl("diffable_text_view_new") @implementation
public func diffable_text_view_new(
    _ options: UnsafePointer<diffable_text_view_options>!, _ writer: diffable_writer_fn!,
    _ user_data: UnsafeMutableRawPointer!, _ finalize: diffable_finalize_fn!, _ out: UnsafeMutablePointer<OpaquePointer?>!,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    let userData = UserData(user_data, finalize)
    return attempt(error) { () throws(DiffableError) in
        guard let out else { throw .null("out") }
        guard let writer else { throw .null("writer") }
        let output = TextOutput(write: DiffableC.writer(writer, userData))
        out.pointee = retain(ViewBox(.text(try textViewOptions(options), output)))
    }
}

@_cdecl("diffable_ndjson_view_new") @implementation
public func diffable_ndjson_view_new(
    _ writer: diffable_writer_fn!, _ user_data: UnsafeMutableRawPointer!, _ finalize: diffable_finalize_fn!,
    _ out: UnsafeMutablePointer<OpaquePointer?>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    let userData = UserData(user_data, finalize)
    return attempt(error) { () throws(DiffableError) in
        guard let out else { throw .null("out") }
        guard let writer else { throw .null("writer") }
        out.pointee = retain(ViewBox(.ndjson(NDJSONView(write: DiffableC.writer(writer, userData)))))
    }
}

/// The options of a text view; NULL for the defaults.
package func textViewOptions(_ options: UnsafePointer<diffable_text_view_options>?) throws(DiffableError) -> TextView.Options {
    guard let options else { return TextView.Options() }
    try checkSize(options.pointee.struct_size, of: diffable_text_view_options.self, "options")
    let (width, context, color) = (options.pointee.width, options.pointee.context, options.pointee.color)
    guard width == 0 || (20...1000).contains(width) else {
        throw .invalid("options: width is \(UInt(bitPattern: width)), and must be 20 to 1,000 columns, or 0")
    }
    guard (0...Int(Int32.max)).contains(context) else { throw .invalid("options: context is too large") }
    guard let color = TextView.Color(rawValue: color) else {
        throw .invalid("options: there is no such color")
    }
    return TextView.Options(width: width == 0 ? nil : width, context: context, color: color)
}
