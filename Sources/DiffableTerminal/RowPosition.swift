import DiffableEngine
import DiffableViews

/// The place of a row among all that a list view shows: a header, items and a footer in each section, where header and
/// footer have their place whether they are there or not.
struct RowPosition: Comparable {
    var section: Int
    /// 0 for the header, then the items, then the footer.
    var slot: Int

    static let first = RowPosition(section: 0, slot: 0)

    init(section: Int, slot: Int) {
        self.section = section
        self.slot = slot
    }

    init(_ path: IndexPath) {
        self.init(section: path.section, slot: path.item + 1)
    }

    static func < (left: RowPosition, right: RowPosition) -> Bool {
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
    func contains(_ place: RowPosition) -> Bool {
        containsSection(at: place.section) && (0...numberOfItems(inSectionAt: place.section) + 1).contains(place.slot)
    }

    func place(after place: RowPosition) -> RowPosition? {
        if place.slot <= numberOfItems(inSectionAt: place.section) { return RowPosition(section: place.section, slot: place.slot + 1) }
        return place.section + 1 < numberOfSections ? RowPosition(section: place.section + 1, slot: 0) : nil
    }

    func place(before place: RowPosition) -> RowPosition? {
        if place.slot > 0 { return RowPosition(section: place.section, slot: place.slot - 1) }
        guard place.section > 0 else { return nil }
        return RowPosition(section: place.section - 1, slot: numberOfItems(inSectionAt: place.section - 1) + 1)
    }

    var lastPlace: RowPosition? {
        let last = numberOfSections - 1
        return last < 0 ? nil : RowPosition(section: last, slot: numberOfItems(inSectionAt: last) + 1)
    }

    /// The index path of the item at a place; nil for a header or footer.
    func indexPath(at place: RowPosition) -> IndexPath? {
        let path = IndexPath(section: place.section, item: place.slot - 1)
        return contains(path) ? path : nil
    }

    func edge(at place: RowPosition) -> SectionEdge {
        place.slot == 0 ? .header : .footer
    }

    func key(at place: RowPosition) -> RowKey {
        if let path = indexPath(at: place) { return .item(item(at: path).handle) }
        return .supplementary(edge(at: place), sectionHandle(at: place.section))
    }

    /// The next item behind a place, across sections.
    func indexPath(after place: RowPosition) -> IndexPath? {
        indexPath(from: place) { self.place(after: $0) }
    }

    /// The last item in front of a place.
    func indexPath(before place: RowPosition) -> IndexPath? {
        indexPath(from: place) { self.place(before: $0) }
    }

    var firstIndexPath: IndexPath? {
        numberOfSections == 0 ? nil : indexPath(after: .first)
    }

    var lastIndexPath: IndexPath? {
        lastPlace.flatMap { indexPath(before: $0) }
    }

    private func indexPath(from start: RowPosition, _ next: (RowPosition) -> RowPosition?) -> IndexPath? {
        var place = start
        while let following = next(place) {
            if let path = indexPath(at: following) { return path }
            place = following
        }
        return nil
    }
}
