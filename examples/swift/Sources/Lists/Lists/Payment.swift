#if canImport(UIKit)
import UIKit
#else
import Diffable
#endif

// The payment screen: rows of several kinds. Some sections appear only after later responses of a server.

enum PaymentSection: Hashable, Sendable {
    case breakdown, options, method, coupons, types

    var title: String {
        switch self {
        case .breakdown: "Payment Breakdown"
        case .options: "Payment Options"
        case .method: "Current Method"
        case .coupons: "Coupon"
        case .types: "Payment Types"
        }
    }
}

struct PaymentDetail: Hashable, Identifiable, Sendable {
    let id: String
    var title: String
    var price: String
    var currency = "$"
}

struct PaymentOption: Hashable, Identifiable, Sendable {
    let id: String
    var title: String
    var isSelected = false
}

/// A row that opens another screen.
struct PaymentLink: Hashable, Identifiable, Sendable {
    let id: String
    var title: String
}

/// For Diffable, the id identifies a row, and everything else is its content. For UIKit, the whole value identifies it.
enum PaymentRow: Hashable, Identifiable, Sendable {
    case detail(PaymentDetail)
    case option(PaymentOption)
    case method(title: String)
    case link(PaymentLink)

    enum ID: Hashable, Sendable {
        case detail(String), option(String), method, link(String)
    }

    var id: ID {
        switch self {
        case .detail(let detail): .detail(detail.id)
        case .option(let option): .option(option.id)
        case .method: .method
        case .link(let link): .link(link.id)
        }
    }
}

/// The data that the server has sent so far.
struct PaymentScreen: Sendable {
    typealias Snapshot = NSDiffableDataSourceSnapshot<PaymentSection, PaymentRow>

    var details: [PaymentDetail]
    var method: String
    var options: [PaymentOption] = []
    var coupons: [PaymentLink] = []
    var types: [PaymentLink] = []

    /// Returns the whole list. The options, the coupons and the types are left out if they have no rows.
    func snapshot() -> Snapshot {
        var snapshot = Snapshot()
        snapshot.appendSections([.breakdown])
        snapshot.appendItems(details.map(PaymentRow.detail))
        if !options.isEmpty {
            snapshot.appendSections([.options])
            snapshot.appendItems(options.map(PaymentRow.option))
        }
        snapshot.appendSections([.method])
        snapshot.appendItems([.method(title: method)])
        for (section, links) in [(PaymentSection.coupons, coupons), (.types, types)] where !links.isEmpty {
            snapshot.appendSections([section])
            snapshot.appendItems(links.map(PaymentRow.link), toSection: section)
        }
        return snapshot
    }

    mutating func select(_ id: PaymentOption.ID) {
        for index in options.indices {
            options[index].isSelected = options[index].id == id
            if options[index].isSelected { method = options[index].title }
        }
    }
}

// Edits of the current list, as an alternative to describing the whole list anew.
extension PaymentScreen.Snapshot {
    mutating func insertOptions(_ options: [PaymentOption]) {
        insertSections([.options], beforeSection: .method)
        appendItems(options.map(PaymentRow.option), toSection: .options)
    }

    mutating func appendSection(_ section: PaymentSection, with links: [PaymentLink]) {
        appendSections([section])
        appendItems(links.map(PaymentRow.link), toSection: section)
    }

    mutating func replace(_ old: PaymentDetail, with new: PaymentDetail) {
        insertItems([.detail(new)], beforeItem: .detail(old))
        deleteItems([.detail(old)])
    }
}
