import DiffableEngine
import DiffableViews

/// The position of a row among all rows that a list can show. Each section has a position for its header, one for each
/// item, and one for its footer. Header and footer have positions even if they are not shown.
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

/// The identity of a row, by handles of its list.
enum RowKey: Equatable {
    case item(Handle)
    case supplementary(SectionEdge, Handle)
    /// An item that has no handle in the list to which the key was translated. The handle is that of the old list.
    case unknownItem(Handle)
    case unknownSupplementary(SectionEdge, Handle)

    /// The key of the same row by the handles of another list.
    func translated(from old: Identifiers, to new: Identifiers) -> RowKey {
        if old === new { return self }
        switch self {
        case .item(let handle):
            return new.items.handle(of: old.items.raw(handle)).map { .item($0) } ?? .unknownItem(handle)
        case .supplementary(let edge, let handle):
            return new.sections.handle(of: old.sections.raw(handle)).map { .supplementary(edge, $0) }
                ?? .unknownSupplementary(edge, handle)
        case .unknownItem, .unknownSupplementary: return self
        }
    }
}

extension Snapshot {
    func contains(_ position: RowPosition) -> Bool {
        containsSection(at: position.section)
            && (0...numberOfItems(inSectionAt: position.section) + 1).contains(position.slot)
    }

    func position(after position: RowPosition) -> RowPosition? {
        if position.slot <= numberOfItems(inSectionAt: position.section) {
            return RowPosition(section: position.section, slot: position.slot + 1)
        }
        return position.section + 1 < numberOfSections ? RowPosition(section: position.section + 1, slot: 0) : nil
    }

    func position(before position: RowPosition) -> RowPosition? {
        if position.slot > 0 { return RowPosition(section: position.section, slot: position.slot - 1) }
        return position.section > 0 ? self.position(of: .footer, section: position.section - 1) : nil
    }

    var lastPosition: RowPosition? {
        position(of: .footer, section: numberOfSections - 1)
    }

    /// The position of a header or footer; nil if there is no such section.
    func position(of edge: SectionEdge, section: Int) -> RowPosition? {
        guard containsSection(at: section) else { return nil }
        return RowPosition(section: section, slot: edge == .header ? 0 : numberOfItems(inSectionAt: section) + 1)
    }

    /// The index path of the item at a position; nil for a header or footer.
    func indexPath(at position: RowPosition) -> IndexPath? {
        let path = IndexPath(section: position.section, item: position.slot - 1)
        return contains(path) ? path : nil
    }

    /// The edge whose header or footer is at a position that has no item.
    func edge(at position: RowPosition) -> SectionEdge {
        position.slot == 0 ? .header : .footer
    }

    func key(at position: RowPosition) -> RowKey {
        if let path = indexPath(at: position) { return .item(item(at: path)) }
        return .supplementary(edge(at: position), sectionHandle(at: position.section))
    }

    /// The first item after a position, also in a later section.
    func indexPath(after position: RowPosition) -> IndexPath? {
        indexPath(from: position) { self.position(after: $0) }
    }

    /// The last item before a position, also in an earlier section.
    func indexPath(before position: RowPosition) -> IndexPath? {
        indexPath(from: position) { self.position(before: $0) }
    }

    var firstIndexPath: IndexPath? {
        numberOfSections == 0 ? nil : indexPath(after: .first)
    }

    var lastIndexPath: IndexPath? {
        lastPosition.flatMap { indexPath(before: $0) }
    }

    private func indexPath(from start: RowPosition, _ next: (RowPosition) -> RowPosition?) -> IndexPath? {
        var position = start
        while let following = next(position) {
            if let path = indexPath(at: following) { return path }
            position = following
        }
        return nil
    }
}
