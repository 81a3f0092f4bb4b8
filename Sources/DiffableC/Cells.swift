import CDiffable
import DiffableEngine

extension diffable_cell {
    /// A cell without texts.
    static var empty: diffable_cell {
        var cell = diffable_cell()
        cell.struct_size = MemoryLayout<diffable_cell>.size
        return cell
    }

    /// A copy of a cell that a provider filled in.
    /// - Parameter owner: the item or supplementary view of the cell, for messages.
    func copied(of owner: @autoclosure () -> String) throws(DiffableError) -> Cell {
        Cell(
            text: try bytes(text, "text", owner), detail: try bytes(detail, "detail", owner),
            secondaryText: try bytes(secondary_text, "secondary_text", owner), image: try bytes(image, "image", owner),
            accessory: try bytes(accessory, "accessory", owner), height: Int(height), indentation: Int(indentation))
    }

    private func bytes(_ field: diffable_bytes, _ name: StaticString, _ owner: () -> String) throws(DiffableError) -> [UInt8] {
        guard let bytes = buffer(field) else {
            throw DiffableError(.invalidCell, "cell of \(owner()): \(name) is NULL with a size")
        }
        return Array(bytes)
    }
}

/// A C cell with the memory of its texts. A zero byte follows each text, for functions that expect C strings.
final class OwnedCell {
    private(set) var cell = diffable_cell.empty
    private let memory: UnsafeMutableRawBufferPointer

    init(_ source: Cell) {
        let texts = [source.text, source.detail, source.secondaryText, source.image, source.accessory]
        memory = .allocate(byteCount: texts.reduce(0) { $0 + $1.count + 1 }, alignment: 1)
        var end = 0
        let copies = texts.map { text in
            let part = UnsafeMutableRawBufferPointer(rebasing: memory[end..<end + text.count])
            part.copyBytes(from: text)
            memory[end + text.count] = 0
            end += text.count + 1
            return diffable_bytes(data: part.baseAddress?.assumingMemoryBound(to: CChar.self), size: text.count)
        }
        cell.text = copies[0]
        cell.detail = copies[1]
        cell.secondary_text = copies[2]
        cell.image = copies[3]
        cell.accessory = copies[4]
        cell.height = Int32(truncatingIfNeeded: source.height)
        cell.indentation = Int32(truncatingIfNeeded: source.indentation)
    }

    deinit {
        memory.deallocate()
    }
}
