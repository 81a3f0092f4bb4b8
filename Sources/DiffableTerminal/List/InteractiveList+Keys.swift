import DiffableEngine
import DiffableViews

/// What each key does to the list.
extension InteractiveList {
    func perform(_ key: Key) throws(DiffableError) -> Event {
        switch key.code {
        case .click: return try click(key)
        case .drag:
            try dragRow(to: key)
            return .nothing
        default: mouse = Mouse()
        }
        if options.types, let event = try performSearchKey(key) { return event }
        if options.multiple, key.code == .tab, key.modifiers.isSubset(of: .shift) {
            try pick(step: key.modifiers.isEmpty ? 1 : -1)
            return .nothing
        }
        if key.modifiers.isEmpty, case .character(let text) = key.code, text.utf8.count == 1 {
            switch text.utf8.first {
            case UInt8(ascii: "q"): return .leave(.key)
            case UInt8(ascii: "?"): showsKeys = true
            case UInt8(ascii: "j"): return try move(Key(code: .down))
            case UInt8(ascii: "k"): return try move(Key(code: .up))
            case UInt8(ascii: "g"): return try move(Key(code: .home))
            case UInt8(ascii: "G"): return try move(Key(code: .end))
            case UInt8(ascii: "/"): search.isOpen = true
            case UInt8(ascii: " "): try toggle()
            case UInt8(ascii: "a") where options.tapsAccessories: return try tapAccessory()
            default: break
            }
            return .nothing
        }
        if key.modifiers == .control, key.code == .character("l") { screen = nil }
        if !key.modifiers.isDisjoint(with: [.shift, .alt]) {
            switch key.code {
            case .up: try drag(isUp: true)
            case .down: try drag(isUp: false)
            default: break
            }
            return .nothing
        }
        return try move(key)
    }

    func move(_ key: Key) throws(DiffableError) -> Event {
        switch key.code {
        case .up: try select { $0.step(by: -1) }
        case .down: try select { $0.step(by: 1) }
        case .pageUp: try select { $0.step(by: -$0.page) }
        case .pageDown: try select { $0.step(by: $0.page) }
        case .home:
            try select { $0.selection = $0.firstIndexPath }
            window.followsSelection = false
        case .end: try select { $0.selection = $0.lastIndexPath }
        case .right: try toggle(isExpanded: false)
        case .left: try toggle(isExpanded: true)
        case .wheelUp: try scroll(by: -3)
        case .wheelDown: try scroll(by: 3)
        case .escape: return search.isEmpty ? .leave(.key) : leaveSearch()
        case .enter: return choose()
        default: break
        }
        return .nothing
    }

    /// Enter and a double click choose the items that are picked, or else the selected one.
    func choose() -> Event {
        if !window.picks.isEmpty { return .select(window.pickedItems) }
        return window.selectedItem.map { .select([$0]) } ?? .nothing
    }

    /// Picks the selected item, or unpicks it if it is picked, and moves the selection by `step` items.
    private func pick(step: Int) throws(DiffableError) {
        try change { (window) throws(DiffableError) in
            window.togglePick()
            window.step(by: step)
            window.followsSelection = true
            try window.fill(from: self.source)
            try window.showSelection(self.source)
        }
    }

    /// The keys of this list and what they do. The keys of the program come first.
    var keys: [(key: String, action: String)] {
        var keys: [(key: String, action: String)] = []
        func add(_ key: String, _ action: String) { keys.append((key: key, action: action)) }
        for line in options.keys {
            let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 1)
            add(Self.escaped(parts.first), Self.escaped(parts.dropFirst().first))
        }
        add("↑ ↓ j k click", "select a row")
        add("PgUp PgDn", "select one a page away")
        add("g G Home End", "select the first, the last")
        if options.chooses { add("Enter", "choose the row, as two clicks do") }
        if options.multiple { add("Tab Shift-Tab", "pick the row, and go down, up") }
        if options.tapsAccessories { add("a", "tap the accessory") }
        add("← → Space", "collapse, expand, toggle")
        if case .some = source.reorderingHandlers.canReorderItem { add("Shift ↑ ↓", "drag the row") }
        add("/", "search")
        add("Esc", "end the search, or leave")
        add("Ctrl-L", "draw the screen again")
        add("q", "leave")
        return keys
    }

    /// Scrolls the list of keys, if it does not fit on the screen. Returns false if the pressed key does not scroll it.
    func scrollKeys(_ key: Key) -> Bool {
        let step =
            switch key.code {
            case .up, .wheelUp, .character("k"): -1
            case .down, .wheelDown, .character("j"): 1
            case .pageUp: -layout.statusLine
            case .pageDown: layout.statusLine
            default: 0
            }
        if step == 0 || !key.modifiers.isEmpty || keys.count <= layout.statusLine { return false }
        keysOffset = max(0, min(keysOffset + step, keys.count - layout.statusLine))
        return true
    }

    private static func escaped(_ text: ArraySlice<UInt8>?) -> String {
        Array(text ?? []).withUnsafeBytes { Escaping.escaped($0) }
    }

    /// The most important keys, in this order, with what they do. The hint shows as many as fit.
    var importantKeys: [String] {
        var keys: [String] = []
        if options.chooses { keys.append("Enter choose") }
        if options.multiple { keys.append("Tab pick") }
        keys += options.keys.map { Self.escaped($0[...]) } + ["/ search", "q leave"]
        if case .some = source.reorderingHandlers.canReorderItem { keys.append("Shift ↑↓ drag") }
        if window.rows.contains(where: { $0.disclosureEnd > 0 }) { keys.append("Space expand") }
        if options.tapsAccessories { keys.append("a tap") }
        return keys
    }

    /// Taps the accessory of the selected item, and does nothing if its cell has none. Scrolls to the item first,
    /// because it may be outside the window.
    private func tapAccessory() throws(DiffableError) -> Event {
        try select { _ in }
        guard let path = window.selection, let item = window.selectedItem,
            window.rows.contains(where: { $0.position == RowPosition(path) && $0.accessoryStart != nil })
        else { return .nothing }
        return .accessory(item)
    }

    func select(_ move: (inout ListWindow) -> Void) throws(DiffableError) {
        try change { (window) throws(DiffableError) in
            move(&window)
            window.followsSelection = true
            try window.showSelection(self.source)
        }
    }

    private func scroll(by lines: Int) throws(DiffableError) {
        try change { (window) throws(DiffableError) in
            try window.scroll(by: lines, self.source)
            try window.fill(from: self.source)
        }
    }

    /// Expands or collapses the selected item. If `isExpanded` is given, an item in the other state stays as it is.
    func toggle(isExpanded wanted: Bool? = nil) throws(DiffableError) {
        guard let path = window.selection, let item = window.selectedItem else { return }
        window.followsSelection = true
        let isExpanded = window.list.disclosure(ofItemAt: path)?.sign == .expanded
        if wanted == nil || wanted == isExpanded { storeFailure(of: try source.toggleItem(item)) }
    }

    /// Moves the selected item with all its descendants up or down by one row, or into the section before or after. The
    /// reordering handlers are called, as for a drag with the mouse. Does nothing during a search, because a search
    /// hides rows that the item would move past.
    private func drag(isUp: Bool) throws(DiffableError) {
        guard window.filter == nil, let origin = window.selection else { return }
        window.followsSelection = true
        var to = origin
        to.item += isUp ? -1 : 1
        if to.item < 0 {
            to.section -= 1
            guard to.section >= 0 else { return }
            to.item = window.list.numberOfItems(inSectionAt: to.section)
        } else if to.item > window.list.numberOfItems(inSectionAt: to.section)
            - window.list.numberOfRows(ofItemAt: origin)
        {
            to = IndexPath(section: to.section + 1, item: 0)
            guard to.section < window.list.numberOfSections else { return }
        }
        storeFailure(of: try source.reorderItem(from: origin, to: to))
    }
}
