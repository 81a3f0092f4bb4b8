import DiffableEngine

// A tree is encoded as an array with an object for each item, in depth-first order. The object has the identifier, the
// level, and `isExpanded` and `isExpandable` if these are true. Objects are not nested, so decoding is not recursive,
// however deep a tree is. Marks are not encoded, and neither is whether items keep their expansion or children.

private enum ItemKey: String, CodingKey {
    case identifier, level, isExpanded, isExpandable
}

extension DiffableDataSourceSectionSnapshot: Encodable where ItemIdentifierType: Encodable {
    /// Encodes the items with their levels.
    /// - Throws: what the encoder and the identifiers throw.
    /// - Complexity: O(n * levels)
    public func encode(to encoder: any Encoder) throws {
        var items = encoder.unkeyedContainer()
        for handle in forest.list.allHandles {
            var item = items.nestedContainer(keyedBy: ItemKey.self)
            try item.encode(forest.items.pages[handle], forKey: .identifier)
            try item.encode(forest.list.level(of: handle), forKey: .level)
            let state = forest.list.state(of: handle)
            if state.isExpanded { try item.encode(true, forKey: .isExpanded) }
            if state.isExpandable { try item.encode(true, forKey: .isExpandable) }
        }
    }
}

extension DiffableDataSourceSectionSnapshot: Decodable where ItemIdentifierType: Decodable {
    /// Decodes the items with their levels.
    /// - Throws: what the decoder and the identifiers throw; `DecodingError.dataCorrupted` for duplicates, and for an
    ///   item whose level is more than one greater than that of the item before it.
    /// - Complexity: O(n)
    public init(from decoder: any Decoder) throws {
        self.init()
        var items = try decoder.unkeyedContainer()
        var ancestors: [ItemIdentifierType] = []
        while !items.isAtEnd {
            let path = items.codingPath
            let container = try items.nestedContainer(keyedBy: ItemKey.self)
            let item = try container.decode(ItemIdentifierType.self, forKey: .identifier)
            let level = try container.decode(Int.self, forKey: .level)
            guard (0...ancestors.count).contains(level) else {
                let text =
                    "item \(DiffableError.name(item)) has level \(level), and must have one of 0 to \(ancestors.count)"
                throw DecodingError.dataCorrupted(.init(codingPath: path, debugDescription: text))
            }
            do throws(DiffableError) {
                try checked.append([item], to: level == 0 ? nil : ancestors[level - 1])
            } catch {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: path, debugDescription: error.description, underlyingError: error))
            }
            if try container.decodeIfPresent(Bool.self, forKey: .isExpanded) == true { expand([item]) }
            if try container.decodeIfPresent(Bool.self, forKey: .isExpandable) == true { setExpandable([item], true) }
            ancestors.replaceSubrange(level..., with: [item])
        }
    }
}
