import Diffable

func tellBadges() {
    let source = DiffableDataSource<BadgeSection, Badge>(cellProvider: { _, badge in
        Cell(text: badge.title, detail: "\(badge.points) points", image: "★")
    })
    source.view = source.textView()
    source.supplementaryViewProvider = { kind, _, section in
        kind == SupplementaryKind.header ? Cell(text: section.title) : nil
    }
    source.defaultRowAnimation = .top

    var list = BadgeList()
    source.apply(list.snapshot())
    for _ in 1...2 {
        list.isCollapsed.toggle()
        source.apply(list.snapshot())
    }
}
