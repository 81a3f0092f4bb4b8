import CDiffable
import DiffableEngine

// A pointer to a cell is one to a `Cell`. Providers have it before anything else does. Everybody else gets a copy.

extension Cell {
    /// A cell with the same texts, which the caller may change.
    func copy() -> Cell {
        Cell(
            text: text, detail: detail, secondaryText: secondaryText, image: image, accessory: accessory, height: height,
            indentation: indentation)
    }
}

private func target(_ pointer: OpaquePointer?) -> Cell? {
    unwrap(pointer, as: Cell.self)
}

/// A copy of the bytes; none for NULL.
private func copy(_ bytes: UnsafePointer<CChar>?, _ size: Int) -> [UInt8] {
    guard let bytes, size > 0 else { return [] }
    return Array(UnsafeRawBufferPointer(start: bytes, count: size))
}

/// The bytes of a text, in the memory of its cell.
private func borrowed(_ text: [UInt8]?) -> diffable_bytes {
    guard let text, !text.isEmpty else { return diffable_bytes(data: nil, size: 0) }
    return text.withUnsafeBytes { diffable_bytes(data: $0.baseAddress?.assumingMemoryBound(to: CChar.self), size: $0.count) }
}

@_cdecl("diffable_cell_set_text") @implementation
public func diffable_cell_set_text(_ cell: OpaquePointer!, _ bytes: UnsafePointer<CChar>!, _ size: Int) {
    target(cell)?.text = copy(bytes, size)
}

@_cdecl("diffable_cell_set_detail") @implementation
public func diffable_cell_set_detail(_ cell: OpaquePointer!, _ bytes: UnsafePointer<CChar>!, _ size: Int) {
    target(cell)?.detail = copy(bytes, size)
}

@_cdecl("diffable_cell_set_secondary_text") @implementation
public func diffable_cell_set_secondary_text(_ cell: OpaquePointer!, _ bytes: UnsafePointer<CChar>!, _ size: Int) {
    target(cell)?.secondaryText = copy(bytes, size)
}

@_cdecl("diffable_cell_set_image") @implementation
public func diffable_cell_set_image(_ cell: OpaquePointer!, _ bytes: UnsafePointer<CChar>!, _ size: Int) {
    target(cell)?.image = copy(bytes, size)
}

@_cdecl("diffable_cell_set_accessory") @implementation
public func diffable_cell_set_accessory(_ cell: OpaquePointer!, _ bytes: UnsafePointer<CChar>!, _ size: Int) {
    target(cell)?.accessory = copy(bytes, size)
}

@_cdecl("diffable_cell_set_height") @implementation
public func diffable_cell_set_height(_ cell: OpaquePointer!, _ lines: Int32) {
    target(cell)?.height = Int(lines)
}

@_cdecl("diffable_cell_set_indentation") @implementation
public func diffable_cell_set_indentation(_ cell: OpaquePointer!, _ levels: Int32) {
    target(cell)?.indentation = Int(levels)
}

@_cdecl("diffable_cell_text") @implementation
public func diffable_cell_text(_ cell: OpaquePointer!) -> diffable_bytes {
    borrowed(target(cell)?.text)
}

@_cdecl("diffable_cell_detail") @implementation
public func diffable_cell_detail(_ cell: OpaquePointer!) -> diffable_bytes {
    borrowed(target(cell)?.detail)
}

@_cdecl("diffable_cell_secondary_text") @implementation
public func diffable_cell_secondary_text(_ cell: OpaquePointer!) -> diffable_bytes {
    borrowed(target(cell)?.secondaryText)
}

@_cdecl("diffable_cell_image") @implementation
public func diffable_cell_image(_ cell: OpaquePointer!) -> diffable_bytes {
    borrowed(target(cell)?.image)
}

@_cdecl("diffable_cell_accessory") @implementation
public func diffable_cell_accessory(_ cell: OpaquePointer!) -> diffable_bytes {
    borrowed(target(cell)?.accessory)
}

@_cdecl("diffable_cell_height") @implementation
public func diffable_cell_height(_ cell: OpaquePointer!) -> Int32 {
    Int32(truncatingIfNeeded: target(cell)?.height ?? 0)
}

@_cdecl("diffable_cell_indentation") @implementation
public func diffable_cell_indentation(_ cell: OpaquePointer!) -> Int32 {
    Int32(truncatingIfNeeded: target(cell)?.indentation ?? 0)
}

@_cdecl("diffable_cell_copy") @implementation
public func diffable_cell_copy(_ cell: OpaquePointer!) -> OpaquePointer! {
    target(cell).map { retain($0.copy()) }
}

@_cdecl("diffable_cell_free") @implementation
public func diffable_cell_free(_ cell: OpaquePointer!) {
    release(cell, as: Cell.self)
}
