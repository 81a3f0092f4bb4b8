import CDiffable
import DiffableEngine
import DiffableViews

@c @implementation
public func diffable_view_free(_ view: OpaquePointer!) {
    release(view, as: ViewBox.self)
}

@c @implementation
public func diffable_text_view_new(
    _ options: UnsafePointer<diffable_text_view_options>!, _ writer: diffable_writer_fn!,
    _ user_data: UnsafeMutableRawPointer!, _ finalize: diffable_finalize_fn!,
    _ out: UnsafeMutablePointer<OpaquePointer?>!,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    out?.pointee = nil
    let userData = UserData(user_data, finalize)
    return attempt(error) { () throws(DiffableError) in
        guard let out else { throw .null("out") }
        guard let writer else { throw .null("writer") }
        let write = DiffableC.writer(writer, userData)
        // Data sources of several threads may share the writer. The lock is recursive because a writer may apply to
        // another data source.
        let lock = Lock(isRecursive: true)
        let output = TextOutput { (text) throws(DiffableError) in
            lock.lock()
            defer { lock.unlock() }
            try write(text)
        }
        out.pointee = retain(textViewBox(try textViewOptions(options), output))
    }
}

/// A view that gives each data source a text view of its own.
@export(interface)
package func textViewBox(_ options: TextView.Options, _ output: TextOutput) -> ViewBox {
    ViewBox { _ in
        let view = TextView(options, output: output)
        return AttachedView(view.view, text: view)
    }
}

/// A view that writes the lists of all its data sources to one stream. Each data source has its own list there.
@export(interface)
package func ndjsonViewBox(_ stream: NDJSONView) -> ViewBox {
    ViewBox { _ in AttachedView(stream.view) }
}

@c @implementation
public func diffable_ndjson_view_new(
    _ options: UnsafePointer<diffable_ndjson_view_options>!, _ writer: diffable_writer_fn!,
    _ user_data: UnsafeMutableRawPointer!, _ finalize: diffable_finalize_fn!,
    _ out: UnsafeMutablePointer<OpaquePointer?>!,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    out?.pointee = nil
    let userData = UserData(user_data, finalize)
    return attempt(error) { () throws(DiffableError) in
        guard let out else { throw .null("out") }
        guard let writer else { throw .null("writer") }
        let showsOld = try ndjsonViewShowsOld(options)
        out.pointee = retain(ndjsonViewBox(NDJSONView(showsOld: showsOld, write: DiffableC.writer(writer, userData))))
    }
}

/// The option of an NDJSON view; NULL for the default.
@export(interface)
package func ndjsonViewShowsOld(_ options: UnsafePointer<diffable_ndjson_view_options>?) throws(DiffableError) -> Bool {
    guard let options else { return false }
    try checkSize(options.pointee.struct_size, of: diffable_ndjson_view_options.self, "options")
    return options.pointee.shows_old
}

/// The options of a text view; NULL for the defaults.
@export(interface)
package func textViewOptions(_ options: UnsafePointer<diffable_text_view_options>?) throws(DiffableError)
    -> TextView.Options
{
    guard let options else { return TextView.Options() }
    try checkSize(options.pointee.struct_size, of: diffable_text_view_options.self, "options")
    let (width, context, color) = (options.pointee.width, options.pointee.context, options.pointee.color)
    guard width == 0 || (20...1000).contains(width) else {
        throw .invalid("options: width is \(UInt(bitPattern: width)), and must be 20 to 1,000 columns, or 0")
    }
    guard (-1...Int(Int32.max)).contains(context) else {
        throw .invalid(
            "options: context is \(context), and must be 1 to \(Int32.max), 0 for the default, or -1 for none")
    }
    guard let color = TextView.Color(rawValue: color) else {
        throw .invalid("options: there is no color \(options.pointee.color)")
    }
    return TextView.Options(
        width: width == 0 ? nil : width, context: context == 0 ? TextView.Options().context : max(0, context),
        color: color, showsOld: options.pointee.shows_old)
}
