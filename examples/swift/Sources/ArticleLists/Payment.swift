#if canImport(UIKit)
import UIKit
#else
import Diffable
#endif

/// A screen that shows what a ride costs, and how it can be paid.
public struct PaymentScreen {
    public enum Section: Hashable, Sendable {
        case breakdown, options, current, coupon, types
    }

    public enum Row: Hashable, Sendable {
        case detail(Detail)
        case option(PaymentOption, isSelected: Bool)
        case payWith(PaymentOption)
        case addCoupon
        case type(String)
    }

    public struct Detail: Hashable, Sendable {
        public var title: String
        public var cents: Int

        public init(title: String, cents: Int) {
            (self.title, self.cents) = (title, cents)
        }
    }

    public enum PaymentOption: String, CaseIterable, Sendable {
        case creditCard = "Credit card"
        case wallet = "Wallet"
        case cash = "Cash"
    }

    public var details: [Detail]
    public var selected = PaymentOption.creditCard

    public init(details: [Detail]) {
        self.details = details
    }

    public func snapshot() -> NSDiffableDataSourceSnapshot<Section, Row> {
        var snapshot = NSDiffableDataSourceSnapshot<Section, Row>()
        snapshot.appendSections([.breakdown, .options, .current, .coupon, .types])
        snapshot.appendItems(details.map { .detail($0) }, toSection: .breakdown)
        snapshot.appendItems(PaymentOption.allCases.map { .option($0, isSelected: $0 == selected) }, toSection: .options)
        snapshot.appendItems([.payWith(selected)], toSection: .current)
        snapshot.appendItems([.addCoupon], toSection: .coupon)
        snapshot.appendItems([.type("Personal"), .type("Business")], toSection: .types)
        return snapshot
    }
}
