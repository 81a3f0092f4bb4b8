@testable import DiffableEngine

extension EngineInterpreter {
    /// Performs the calls on the data source other than applies.
    func performOnSource(_ call: Call) {
        switch call {
        case .source: trace.add(ReferenceModel(read: source.snapshot()))
        case .lookUp(let name): lookUp(name)
        case .row(let path):
            let (section, item) = (source.sectionIdentifier(for: path.section), source.itemIdentifier(for: path))
            trace.add("ok \(section?.token ?? "-") \(item?.token ?? "-")")
        case .cell(let path):
            reply { (failure) throws(DiffableError) in
                // The cell of the view comes first, as in the C API and in Lua.
                if let shown = view.cell(at: path, of: source) {
                    return "ok \(String(decoding: shown.text, as: UTF8.self))"
                }
                return "ok \(String(decoding: try source.cell(at: path, failure: &failure).text, as: UTF8.self))"
            }
        case .supplementary(let name, let index):
            reply { (failure) throws(DiffableError) in
                let kind = SupplementaryKind(name)
                let known = view.supplementaryCell(kind, ofSection: index, of: source)
                let cell =
                    if let known { known } else {
                        try source.supplementaryCell(kind, ofSection: index, failure: &failure)
                    }
                return "ok \(cell.map { String(decoding: $0.text, as: UTF8.self) } ?? "-")"
            }
        case .render:
            reply { (failure) throws(DiffableError) in
                trace.add(text: try view.render(source, failure: &failure))
                return "ok"
            }
        case .transaction: trace.add(kept.map { KeptTransaction(read: $0) })
        case .defaultAnimation(nil): trace.add("ok \(source.defaultRowAnimation.name)")
        case .defaultAnimation(let animation?):
            source.defaultRowAnimation = animation
            trace.add(.done)
        case .handler(let handler, let isOn):
            set(handler, isOn: isOn)
            trace.add(.done)
        default: fatalError("\(call) is no call on a data source")
        }
    }

    private func lookUp(_ name: Identifier) {
        let list = source.snapshot()
        if list.containsItem(name) {
            trace.add(
                "item \(source.indexPath(for: name)?.token ?? "-") \(Element(name, content: list.content(ofItem: name)).token)"
            )
        }
        if let index = source.index(for: name) {
            trace.add("section \(index) \(Element(name, content: list.content(ofSection: name)).token)")
        }
        trace.add(.done)
    }
}

extension KeptTransaction {
    /// The content of a transaction, read by its public methods.
    init(read transaction: Transaction) {
        animation = transaction.animation
        initialCount = transaction.initialSnapshot.numberOfItems
        finalCount = transaction.finalSnapshot.numberOfItems
        description = transaction.difference.description
        sections = transaction.sectionTransactions.map { section in
            let initial = ReferenceModel(read: section.initialSnapshot)
            let final = ReferenceModel(read: section.finalSnapshot)
            return Section(
                identifier: section.sectionIdentifier, initial: initial, final: final,
                changes: Changes(section.difference, from: initial, to: final))
        }
    }
}
