@testable import DiffableEngine

/// What a snapshot is, in the plainest words: an array of sections with an array of items each, and three
/// lists of marks. It is slow, and meant to be read and believed; it shares nothing with the engine.
struct ReferenceModel: Equatable {
    struct Section: Equatable {
        var identifier: Identifier
        var revision: UInt64
        var items: [Element]
    }

    var sections: [Section] = []
    var reloadedItems: [Identifier] = []
    var reconfiguredItems: [Identifier] = []
    var reloadedSections: [Identifier] = []

    var sectionIdentifiers: [Identifier] {
        sections.map { $0.identifier }
    }

    var items: [Element] {
        sections.flatMap { $0.items }
    }

    var itemIdentifiers: [Identifier] {
        items.map { $0.identifier }
    }

    func index(ofSection section: Identifier) -> Int? {
        sections.firstIndex { $0.identifier == section }
    }

    func path(ofItem item: Identifier) -> IndexPath? {
        for (index, section) in sections.enumerated() {
            if let place = section.items.firstIndex(where: { $0.identifier == item }) {
                return IndexPath(section: index, item: place)
            }
        }
        return nil
    }

    /// Where every item stands: for those who ask for many.
    var paths: [Identifier: IndexPath] {
        var paths: [Identifier: IndexPath] = [:]
        for (index, section) in sections.enumerated() {
            for (place, item) in section.items.enumerated() { paths[item.identifier] = IndexPath(section: index, item: place) }
        }
        return paths
    }

    var withoutMarks: ReferenceModel {
        ReferenceModel(sections: sections)
    }
}
