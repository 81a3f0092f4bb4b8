import CDiffable
import DiffableC
import DiffableEngine
import DiffableViews

@c @implementation
public func diffable_stdout_text_view_new(
    _ options: UnsafePointer<diffable_text_view_options>!, _ out: UnsafeMutablePointer<OpaquePointer?>!,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    out?.pointee = nil
    return attempt(error) { () throws(DiffableError) in
        guard let out else { throw .null("out") }
        out.pointee = retain(textViewBox(try textViewOptions(options), StandardOutput.textOutput))
    }
}

@c @implementation
public func diffable_stdout_ndjson_view_new(
    _ options: UnsafePointer<diffable_ndjson_view_options>!, _ out: UnsafeMutablePointer<OpaquePointer?>!,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    out?.pointee = nil
    return attempt(error) { () throws(DiffableError) in
        guard let out else { throw .null("out") }
        let view = NDJSONView(showsOld: try ndjsonViewShowsOld(options)) { (text) throws(DiffableError) in
            try StandardOutput.writeEvents(text)
        }
        out.pointee = retain(ndjsonViewBox(view))
    }
}

@c @implementation
public func diffable_motion_enable() {
    StandardOutput.showMotion()
}

@c @implementation
public func diffable_motion_settle(_ error: UnsafeMutablePointer<OpaquePointer?>!) -> diffable_status {
    attempt(error) { () throws(DiffableError) in try StandardOutput.finishMotion() }
}
