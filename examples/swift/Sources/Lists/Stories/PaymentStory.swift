import Diffable

private func cell(_ row: PaymentRow) -> Cell {
    switch row {
    case .detail(let detail): Cell(text: detail.title, detail: detail.currency + detail.price)
    case .option(let option): Cell(text: option.title, accessory: option.isSelected ? "checkmark" : "none")
    case .method(let title): Cell(text: "Pay with", detail: title)
    case .link(let link): Cell(text: link.title, accessory: "disclosure")
    }
}

func tellPayment() {
    let source = DiffableDataSource<PaymentSection, PaymentRow>(cellProvider: { _, row in cell(row) })
    source.view = source.textView()
    source.supplementaryViewProvider = { kind, _, section in
        kind == SupplementaryKind.header ? Cell(text: section.title) : nil
    }

    print("1. The first response: two sections, shown at once")
    var screen = PaymentScreen(
        details: [
            PaymentDetail(id: "payment_detail_1", title: "Fare", price: "30.00"),
            PaymentDetail(id: "payment_detail_2", title: "Tolls", price: "2.50"),
            PaymentDetail(id: "payment_detail_3", title: "Service fee", price: "3.00"),
            PaymentDetail(id: "payment_detail_4", title: "Taxes", price: "4.50"),
            PaymentDetail(id: "payment_detail_5", title: "Total", price: "40.00"),
        ], method: "Credit card")
    source.apply(screen.snapshot(), animatingDifferences: false)

    print("\n2. The second response: Payment Options slide in from the left, between the two")
    screen.options = [
        PaymentOption(id: "card", title: "Credit card", isSelected: true), PaymentOption(id: "wallet", title: "Wallet"),
        PaymentOption(id: "cash", title: "Cash"),
    ]
    source.defaultRowAnimation = .left
    var snapshot = source.snapshot()
    snapshot.insertOptions(screen.options)
    source.apply(snapshot)

    print("\n3. A coupon from the left, and after it the payment types from the right")
    screen.coupons = [PaymentLink(id: "coupon", title: "Add a coupon")]
    screen.types = [PaymentLink(id: "personal", title: "Personal"), PaymentLink(id: "business", title: "Business")]
    snapshot = source.snapshot()
    snapshot.appendSection(.coupons, with: screen.coupons)
    source.apply(snapshot) {
        print()
        source.defaultRowAnimation = .right
        var following = source.snapshot()
        following.appendSection(.types, with: screen.types)
        source.apply(following)
    }

    print("\n4. The first detail goes, payment_detail_6 comes")
    source.defaultRowAnimation = .automatic
    let nightFare = PaymentDetail(id: "payment_detail_6", title: "Night fare", price: "30.00")
    snapshot = source.snapshot()
    snapshot.replace(screen.details[0], with: nightFare)
    screen.details[0] = nightFare
    let difference = source.apply(snapshot).difference
    for change in difference.deletedItems {
        if case .detail(let id) = change.identifier.id, let from = change.from {
            print("deleted \(id) from row \(from.row + 1) of section \(from.section + 1)")
        }
    }
    for change in difference.insertedItems {
        if case .detail(let id) = change.identifier.id, let to = change.to {
            print("inserted \(id) at row \(to.row + 1) of section \(to.section + 1)")
        }
    }

    print("\n5. New titles for the details 4 and 5")
    screen.details[3].title = "Taxes and fees"
    screen.details[4].title = "Total to pay"
    snapshot = source.snapshot()
    snapshot.reconfigureItems(screen.details[3...].map(PaymentRow.detail))
    source.apply(snapshot)

    print("\n6. Another option is selected")
    screen.select("wallet")
    source.apply(screen.snapshot())

    print("\n7. The coupon leaves to the left, and the payment types to the right, at the same time")
    snapshot = source.snapshot()
    snapshot.deleteSections([.coupons])
    source.defaultRowAnimation = .left
    source.apply(snapshot)
    snapshot.deleteSections([.types])
    source.defaultRowAnimation = .right
    source.apply(snapshot)

    print("\n8. From now on rows fade: the tolls are gone")
    source.defaultRowAnimation = .fade
    snapshot.deleteItems([.detail(screen.details[1])])
    source.apply(snapshot)

    print("\n9. The same detail a second time")
    do {
        try snapshot.checked.appendItems([.detail(screen.details[4])], toSection: .breakdown)
    } catch {
        print("appended: false")
        print(error)
    }
    print("the snapshot is what it was: \(snapshot == source.snapshot())")
}
