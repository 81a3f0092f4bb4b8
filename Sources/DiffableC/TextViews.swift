import CDiffable
import Diffable

@_cdecl("diffable_text_view_new") @implementation
public func diffable_text_view_new(
    _ options: UnsafePointer<diffable_text_view_options>!, _ writer: diffable_writer!,
    _ user_data: UnsafeMutableRawPointer!, _ finalize: diffable_finalize!, _ out: UnsafeMutablePointer<OpaquePointer?>!,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    let userData = UserData(user_data, finalize)
    return attempt(error) { () throws(DiffableError) in
        guard let out else { throw .null("out") }
        var chosen = TextView.Options()
        if let options {
            try checkSize(options.pointee.struct_size, of: diffable_text_view_options.self, "options")
            guard (20...1000).contains(options.pointee.width) else {
                throw .invalid("options: width is \(UInt(bitPattern: options.pointee.width)), and must be 20 to 1,000 columns")
            }
            guard (0...Int(Int32.max)).contains(options.pointee.context) else { throw .invalid("options: context is too large") }
            chosen.width = options.pointee.width
            chosen.context = options.pointee.context
        }
        let write: TextView.Writer
        if let writer { write = DiffableC.writer(writer, userData) } else { write = writeToStdout }
        out.pointee = give(TextViewBox(options: chosen, write: write))
    }
}

@_cdecl("diffable_text_view_free") @implementation
public func diffable_text_view_free(_ text_view: OpaquePointer!) {
    takeBack(text_view, as: TextViewBox.self)
}
