import CDiffable
import DiffableEngine

// A cell of the C API is a pointer to a `Cell`. A provider may change the cell that it is called with, because nothing
// else has it yet. Cells that a view shows are copied before a program gets them.

extension Cell {
    /// A cell with the same texts, which the caller may change.
    func copy() -> Cell {
        Cell(
            text: text, detail: detail, secondaryText: secondaryText, image: image, accessory: accessory,
            height: height,
            indentation: indentation)
    }
}

private func target(_ pointer: OpaquePointer?) -> Cell? {
    unwrap(pointer, as: Cell.self)
}

/// A copy of the bytes; empty for NULL.
private func copy(_ bytes: UnsafePointer<CChar>?, _ size: Int) -> [UInt8] {
    guard let bytes, size > 0 else { return [] }
    return Array(UnsafeRawBufferPointer(start: bytes, count: size))
}

/// The bytes of a text, in the memory of its cell.
private func borrowed(_ text: [UInt8]?) -> diffable_bytes {
    guard let text, !text.isEmpty else { return diffable_bytes(data: nil, size: 0) }
    return text.withUnsafeBytes {
        diffable_bytes(data: $0.baseAddress?.assumingMemoryBound(to: CChar.self), size: $0.count)
    }
}

@c @implementation
public func diffable_cell_set_text(
    _ cell: OpaquePointer!, _ field: diffable_cell_field, _ bytes: UnsafePointer<CChar>!, _ size: Int
) {
    guard let cell = target(cell) else { return }
    switch Int(field) {
    case DIFFABLE_CELL_TEXT: cell.text = copy(bytes, size)
    case DIFFABLE_CELL_DETAIL: cell.detail = copy(bytes, size)
    case DIFFABLE_CELL_SECONDARY_TEXT: cell.secondaryText = copy(bytes, size)
    case DIFFABLE_CELL_IMAGE: cell.image = copy(bytes, size)
    case DIFFABLE_CELL_ACCESSORY:
        cell.accessory = copy(bytes, size)
        return
    case DIFFABLE_CELL_HEIGHT, DIFFABLE_CELL_INDENTATION: cell.mistake = .numberAsText
    default: return
    }
    if case .setsNothing = cell.mistake { cell.mistake = nil }
}

@c @implementation
public func diffable_cell_set_number(_ cell: OpaquePointer!, _ field: diffable_cell_field, _ number: Int32) {
    guard let cell = target(cell) else { return }
    switch Int(field) {
    case DIFFABLE_CELL_HEIGHT: cell.height = Int(number)
    case DIFFABLE_CELL_INDENTATION: cell.indentation = Int(number)
    case DIFFABLE_CELL_TEXT...DIFFABLE_CELL_ACCESSORY: cell.mistake = .textAsNumber
    default: return
    }
}

@c @implementation
public func diffable_cell_text(_ cell: OpaquePointer!, _ field: diffable_cell_field) -> diffable_bytes {
    let cell = target(cell)
    return switch Int(field) {
    case DIFFABLE_CELL_TEXT: borrowed(cell?.text)
    case DIFFABLE_CELL_DETAIL: borrowed(cell?.detail)
    case DIFFABLE_CELL_SECONDARY_TEXT: borrowed(cell?.secondaryText)
    case DIFFABLE_CELL_IMAGE: borrowed(cell?.image)
    case DIFFABLE_CELL_ACCESSORY: borrowed(cell?.accessory)
    default: borrowed(nil)
    }
}

@c @implementation
public func diffable_cell_number(_ cell: OpaquePointer!, _ field: diffable_cell_field) -> Int32 {
    let number =
        switch Int(field) {
        case DIFFABLE_CELL_HEIGHT: target(cell)?.height
        case DIFFABLE_CELL_INDENTATION: target(cell)?.indentation
        default: nil as Int?
        }
    return Int32(truncatingIfNeeded: number ?? 0)
}

@c @implementation
public func diffable_cell_copy(_ cell: OpaquePointer!) -> OpaquePointer! {
    target(cell).map { retain($0.copy()) }
}

@c @implementation
public func diffable_cell_free(_ cell: OpaquePointer!) {
    release(cell, as: Cell.self)
}
