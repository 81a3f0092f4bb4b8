import Diffable
import Testing

@testable import Lists

struct PaymentTests {
    private typealias Source = DiffableDataSource<PaymentSection, PaymentRow>

    private let options = [
        PaymentOption(id: "card", title: "Credit card", isSelected: true), PaymentOption(id: "wallet", title: "Wallet"),
    ]
    private let coupon = PaymentLink(id: "coupon", title: "Add a coupon")
    private let personal = PaymentLink(id: "personal", title: "Personal")

    private let first = PaymentScreen(
        details: [
            PaymentDetail(id: "1", title: "Fare", price: "30.00"),
            PaymentDetail(id: "4", title: "Taxes", price: "4.50"),
            PaymentDetail(id: "5", title: "Total", price: "40.00"),
        ], method: "Credit card")

    private func makeSource() -> Source {
        let source = Source(cellProvider: { _, _ in Cell() })
        source.view = nil
        source.apply(first.snapshot(), animatingDifferences: false)
        return source
    }

    @Test func firstResponse() {
        let snapshot = first.snapshot()
        #expect(snapshot.sectionIdentifiers == [.breakdown, .method])
        #expect(
            snapshot.itemIdentifiers(inSection: .breakdown).map(\.id) == [.detail("1"), .detail("4"), .detail("5")])
        #expect(snapshot.itemIdentifiers(inSection: .method) == [.method(title: "Credit card")])
    }

    @Test func insertedSectionAndNewListAreTheSame() {
        let source = makeSource()
        var screen = first
        screen.options = options
        var edited = source.snapshot()
        edited.insertOptions(options)
        #expect(edited == screen.snapshot())
        let difference = source.apply(screen.snapshot()).difference
        #expect(difference.insertedSections.map(\.identifier) == [.options])
        #expect(difference.insertedSections.map(\.to) == [1])
        #expect(difference.insertedItems.allSatisfy { $0.withSection })
        #expect(difference.description == "1 section inserted; 2 items inserted")
    }

    @Test func sequentialInserts() {
        let source = makeSource()
        var animations: [RowAnimation] = []
        var snapshot = source.snapshot()
        snapshot.appendSection(.coupons, with: [coupon])
        source.defaultRowAnimation = .left
        animations.append(
            source.apply(snapshot) {
                var following = source.snapshot()
                #expect(following.sectionIdentifiers == [.breakdown, .method, .coupons])
                following.appendSection(.types, with: [personal])
                source.defaultRowAnimation = .right
                source.apply(following)
            }.animation)
        animations.append(source.defaultRowAnimation)
        #expect(animations == [.left, .right])
        #expect(source.snapshot().sectionIdentifiers == [.breakdown, .method, .coupons, .types])
    }

    @Test func parallelInserts() {
        let source = makeSource()
        for (animation, section, link) in [
            (RowAnimation.left, PaymentSection.coupons, coupon), (.right, .types, personal),
        ] {
            source.defaultRowAnimation = animation
            var snapshot = source.snapshot()
            snapshot.appendSection(section, with: [link])
            let transaction = source.apply(snapshot)
            #expect(transaction.animation == animation)
            #expect(transaction.difference.insertedItems.map(\.identifier) == [.link(link)])
        }
        #expect(source.snapshot().sectionIdentifiers == [.breakdown, .method, .coupons, .types])
    }

    @Test func replacedDetail() {
        let source = makeSource()
        let nightFare = PaymentDetail(id: "6", title: "Night fare", price: "30.00")
        var snapshot = source.snapshot()
        snapshot.replace(first.details[0], with: nightFare)
        let difference = source.apply(snapshot).difference
        #expect(difference.deletedItems.map(\.identifier) == [.detail(first.details[0])])
        #expect(difference.insertedItems.map(\.identifier) == [.detail(nightFare)])
        #expect(difference.insertedItems.map(\.to) == [DiffableIndexPath(row: 0, section: 0)])
    }

    @Test func otherContentIsAnUpdate() {
        let source = makeSource()
        var screen = first
        screen.details[1].title = "Taxes and fees"
        screen.details[2].title = "Total to pay"
        let difference = source.apply(screen.snapshot()).difference
        #expect(difference.description == "2 items reconfigured")
        #expect(difference.reconfiguredItems.map(\.old) == [.detail(first.details[1]), .detail(first.details[2])])
        #expect(difference.reconfiguredItems.map(\.new) == [.detail(screen.details[1]), .detail(screen.details[2])])
    }

    @Test func selectionChangesTwoOptionsAndTheMethod() {
        let source = makeSource()
        var screen = first
        screen.options = options
        source.apply(screen.snapshot())
        screen.select("wallet")
        let difference = source.apply(screen.snapshot()).difference
        #expect(difference.reconfiguredItems.map(\.identifier.id) == [.option("card"), .option("wallet"), .method])
        #expect(difference.description == "3 items reconfigured")
    }

    @Test func duplicateIsNamed() {
        var snapshot = first.snapshot()
        let error = #expect(throws: DiffableError.self) {
            try snapshot.checked.appendItems([.detail(first.details[1])], toSection: .method)
        }
        #expect(error?.code == .duplicateIdentifier)
        #expect(error?.message.hasSuffix("is already at section .breakdown, item 1") == true)
        #expect(snapshot == first.snapshot())
    }

    @Test func itemsNeedASection() {
        var snapshot = PaymentScreen.Snapshot()
        #expect(throws: DiffableError.self) { try snapshot.checked.appendItems([.method(title: "Cash")]) }
        snapshot.appendSections([.method])
        snapshot.appendItems([.method(title: "Cash")])
        #expect(snapshot.numberOfItems == 1)
    }

    @Test func deletions() {
        var snapshot = first.snapshot()
        snapshot.deleteItems([.detail(first.details[0])])
        #expect(snapshot.numberOfItems(inSection: .breakdown) == 2)
        snapshot.deleteSections([.breakdown])
        #expect(snapshot.sectionIdentifiers == [.method])
    }
}

struct BadgesTests {
    @Test func tapCollapsesAndExpands() {
        var list = BadgeList()
        let all = list.snapshot()
        list.isCollapsed.toggle()
        let five = list.snapshot()
        #expect(five.itemIdentifiers.map(\.id) == [1, 2, 3, 4, 5])
        let collapse = five.difference(from: all)
        #expect(collapse.deletedItems.map(\.identifier.id) == [6, 7, 8, 9, 10])
        #expect(collapse.updatedSections.map { [$0.old?.title, $0.new?.title] } == [["All badges", "First badges"]])
        #expect(collapse.description == "1 section updated; 5 items deleted")
        list.isCollapsed.toggle()
        #expect(list.snapshot() == all)
        #expect(list.snapshot().difference(from: five).insertedItems.count == 5)
    }
}
