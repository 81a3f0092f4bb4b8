// A list is encoded as an array with an object for each section. The object has the identifier and the items, or, if an
// item has children, is expanded or is expandable, the identifier and the tree. Marks are not encoded.

private enum SectionKey: String, CodingKey {
    case identifier, items, tree
}

extension DiffableDataSourceSnapshot: Encodable where SectionIdentifierType: Encodable, ItemIdentifierType: Encodable {
    /// Encodes sections and items in their order.
    /// - Throws: what the encoder and the identifiers throw.
    /// - Complexity: O(n)
    public func encode(to encoder: any Encoder) throws {
        var sections = encoder.unkeyedContainer()
        for identifier in sectionIdentifiers {
            var section = sections.nestedContainer(keyedBy: SectionKey.self)
            try section.encode(identifier, forKey: .identifier)
            let tree = sectionSnapshot(of: identifier)
            if tree.isFlat {
                try section.encode(tree.items, forKey: .items)
            } else {
                try section.encode(tree, forKey: .tree)
            }
        }
    }
}

extension DiffableDataSourceSnapshot: Decodable where SectionIdentifierType: Decodable, ItemIdentifierType: Decodable {
    /// Decodes sections and items in their order.
    /// - Throws: what the decoder and the identifiers throw; `DecodingError.dataCorrupted` for duplicates.
    /// - Complexity: O(n)
    public init(from decoder: any Decoder) throws {
        self.init()
        var sections = try decoder.unkeyedContainer()
        while !sections.isAtEnd {
            let path = sections.codingPath
            let section = try sections.nestedContainer(keyedBy: SectionKey.self)
            do {
                let identifier = try section.decode(SectionIdentifierType.self, forKey: .identifier)
                try checked.appendSections([identifier])
                if let tree = try section.decodeIfPresent(
                    DiffableDataSourceSectionSnapshot<ItemIdentifierType>.self, forKey: .tree)
                {
                    try checked.setSectionSnapshot(tree, ofSection: identifier)
                } else {
                    try checked.appendItems(
                        try section.decode([ItemIdentifierType].self, forKey: .items), toSection: identifier)
                }
            } catch let error as DiffableError {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: path, debugDescription: error.description, underlyingError: error))
            }
        }
    }
}
