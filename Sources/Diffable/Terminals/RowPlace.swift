/// The place of a row among all that a list view shows: a header, items and a footer in each section, where header and
/// footer have their place whether they are there or not.
struct RowPlace: Comparable {
    var section: Int
    /// 0 for the header, then the items, then the footer.
    var slot: Int

    static let first = RowPlace(section: 0, slot: 0)

    init(section: Int, slot: Int) {
        self.section = section
        self.slot = slot
    }

    init(_ path: IndexPath) {
        self.init(section: path.section, slot: path.item + 1)
    }

    static func < (left: RowPlace, right: RowPlace) -> Bool {
        (left.section, left.slot) < (right.section, right.slot)
    }
}

/// What stands at a place, by handles of the list.
enum RowKey: Equatable {
    case item(Handle)
    case supplementary(SectionEdge, Handle)
    /// Of what another list does not know, by the handles of the last one that did.
    case goneItem(Handle)
    case goneSupplementary(SectionEdge, Handle)

    /// The same row by the handles of another list.
    func translated(from old: Identifiers, to new: Identifiers) -> RowKey {
        if old === new { return self }
        switch self {
        case .item(let handle):
            return new.items.handle(of: old.items.raw(handle)).map { .item($0) } ?? .goneItem(handle)
        case .supplementary(let edge, let handle):
            return new.sections.handle(of: old.sections.raw(handle)).map { .supplementary(edge, $0) } ?? .goneSupplementary(edge, handle)
        case .goneItem, .goneSupplementary: return self
        }
    }
}

extension Snapshot {
    func contains(_ place: RowPlace) -> Bool {
        sections.indices.contains(place.section) && (0...sections[place.section].count + 1).contains(place.slot)
    }

    func place(after place: RowPlace) -> RowPlace? {
        if place.slot <= sections[place.section].count { return RowPlace(section: place.section, slot: place.slot + 1) }
        return place.section + 1 < numberOfSections ? RowPlace(section: place.section + 1, slot: 0) : nil
    }

    func place(before place: RowPlace) -> RowPlace? {
        if place.slot > 0 { return RowPlace(section: place.section, slot: place.slot - 1) }
        guard place.section > 0 else { return nil }
        return RowPlace(section: place.section - 1, slot: sections[place.section - 1].count + 1)
    }

    var lastPlace: RowPlace? {
        sections.last.map { RowPlace(section: numberOfSections - 1, slot: $0.count + 1) }
    }

    /// The index path of the item at a place; nil for a header or footer.
    func indexPath(at place: RowPlace) -> IndexPath? {
        let path = IndexPath(section: place.section, item: place.slot - 1)
        return contains(path) ? path : nil
    }

    func edge(at place: RowPlace) -> SectionEdge {
        place.slot == 0 ? .header : .footer
    }

    func key(at place: RowPlace) -> RowKey {
        if let path = indexPath(at: place) { return .item(item(at: path).handle) }
        return .supplementary(edge(at: place), sections[place.section].handle)
    }

    /// The next item behind a place, across sections.
    func indexPath(after place: RowPlace) -> IndexPath? {
        indexPath(from: place) { self.place(after: $0) }
    }

    /// The last item in front of a place.
    func indexPath(before place: RowPlace) -> IndexPath? {
        indexPath(from: place) { self.place(before: $0) }
    }

    var firstIndexPath: IndexPath? {
        sections.isEmpty ? nil : indexPath(after: .first)
    }

    var lastIndexPath: IndexPath? {
        lastPlace.flatMap { indexPath(before: $0) }
    }

    private func indexPath(from start: RowPlace, _ next: (RowPlace) -> RowPlace?) -> IndexPath? {
        var place = start
        while let following = next(place) {
            if let path = indexPath(at: following) { return path }
            place = following
        }
        return nil
    }
}
