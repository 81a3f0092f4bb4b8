#if canImport(UIKit)
import UIKit
#else
import Diffable
#endif

// Ten badges. A tap reduces the list to five of them, and another tap shows all ten again.

struct Badge: Hashable, Identifiable, Sendable {
    let id: Int
    let title: String
    var points: Int { id * 10 }
}

/// The title is not part of the identity, so the section stays the same when its title changes.
struct BadgeSection: Hashable, Identifiable, Sendable {
    let id = 0
    var title: String
}

struct BadgeList: Sendable {
    typealias Snapshot = NSDiffableDataSourceSnapshot<BadgeSection, Badge>

    var badges: [Badge] = zip(1..., names).map { Badge(id: $0, title: $1) }
    var isCollapsed = false

    func snapshot() -> Snapshot {
        var snapshot = Snapshot()
        snapshot.appendSections([BadgeSection(title: isCollapsed ? "First badges" : "All badges")])
        snapshot.appendItems(isCollapsed ? Array(badges.prefix(5)) : badges)
        return snapshot
    }

    static let names = [
        "Early bird", "Night owl", "Explorer", "Commuter", "Marathon", "Polyglot", "Mentor", "Curator", "Pioneer",
        "Legend",
    ]
}
