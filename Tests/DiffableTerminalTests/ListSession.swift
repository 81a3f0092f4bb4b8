@testable import DiffableEngine
@testable import DiffableTerminal
@testable import DiffableViews
@testable import TestSupport

/// A list on a virtual terminal, with a person who types keys.
final class ListSession {
    let screen = Screen()
    let virtual: VirtualTerminal
    let list: InteractiveList
    /// What came of the keys, as text.
    var events: [String] = []
    private var chosen: [[Identifier]] = []
    private var previews: [Identifier] = []

    init(
        _ snapshot: Snapshot, columns: Int = 20, rows: Int = 6,
        change: (inout InteractiveList.Options) -> Void = { _ in }
    ) throws {
        try screen.source.apply(snapshot)
        screen.log = []
        virtual = VirtualTerminal(columns: columns, rows: rows)
        var options = InteractiveList.Options.plain
        change(&options)
        list = InteractiveList(screen.source, on: virtual.terminal, options)
    }

    /// Types keys, handles their events, and returns the lines of the screen.
    @discardableResult
    func type(_ keys: String...) throws -> [String] {
        try handle(keys)
        return virtual.lines
    }

    /// Types keys, and returns what they chose.
    func chosen(typing keys: String...) throws -> [[Identifier]] {
        chosen = []
        try handle(keys)
        return chosen
    }

    /// Types keys, and returns the items whose preview was asked for.
    func previews(typing keys: String...) throws -> [Identifier] {
        previews = []
        try handle(keys)
        return previews
    }

    private func handle(_ keys: [String]) throws {
        for key in keys { virtual.type(key) }
        while true {
            switch try list.next(waits: true) {
            case .leave: return
            case .search(let text): events.append("search \(text)")
            case .key(let name, _):
                switch try list.perform() {
                case .select(let items):
                    chosen.append(items)
                    events.append("select " + items.map { screen.name($0) }.joined(separator: ","))
                case .accessory(let item): events.append("accessory \(screen.name(item))")
                case .leave: events.append("leave by \(name)")
                default: break
                }
            case .preview(let item):
                previews.append(item)
                Array("about \(screen.name(item))\n\ttab\u{1b}".utf8).withUnsafeBytes { list.setPreview($0) }
            default: break
            }
        }
    }
}
