import DiffableEngine
import DiffableViews

/// A list on a terminal, for a person to move about in: `wait` draws it and returns what the person did next, `perform`
/// does what that means to the list. In between the program may do what it likes, applies included.
package final class InteractiveList {
    package enum Event {
        case key(name: String, item: Identifier?)
        /// The text of the search, after each change of it.
        case search(String)
        case select(Identifier)
        case leave
        case nothing
    }

    let source: DataSource
    private let terminal: Terminal
    let searches: Bool
    private let viewBefore: DataSource.View?
    private let attachment = Attachment()
    private var isClosed = false

    var window: ListWindow
    private var motion = Motion()
    /// Of the list that the window shows.
    private var version: ListVersion
    /// What the terminal shows.
    var screen: Grid?
    private var decoder = KeyDecoder()
    /// What `wait` told last, for `perform`.
    private var key: Key?
    var search = SearchField()

    /// - Parameter searches: whether `/` begins a search.
    package init(_ source: DataSource, on terminal: Terminal, searches: Bool) {
        self.source = source
        self.terminal = terminal
        self.searches = searches
        viewBefore = source.view
        version = source.version
        window = ListWindow(source, columns: 0, height: 0)
        let attachment = attachment
        attachment.list = Unmanaged.passUnretained(self)
        source.view = { (source, transaction) throws(DiffableError) in
            // A copy of this closure may outlive the list: then there is nothing to show.
            guard let list = attachment.list?.takeUnretainedValue() else { return {} }
            return try list.showing(transaction)
        }
    }

    /// Gives the terminal back, and the data source the view that it had.
    package func close() {
        if isClosed { return }
        isClosed = true
        attachment.list = nil
        source.view = viewBefore
        terminal.close()
    }

    deinit {
        close()
    }

    // MARK: - Events

    /// - Throws: what providers throw; `noProvider`, `invalidCell`, `outputFailed`; the list is shown as before.
    package func wait() throws(DiffableError) -> Event {
        if isClosed || source.isApplying {
            throw DiffableError(.invalidArgument, "terminal_wait: the terminal is closed, or a callback of the data source runs")
        }
        while true {
            while let key = decoder.next() {
                if let event = event(of: key) { return event }
            }
            try draw()
            let isMoving = !motion.isOver(at: terminal.now())
            switch terminal.read(isMoving ? RowTween.frame : decoder.isIncomplete ? Self.escapeTime : nil) {
            case .bytes(let bytes): decoder.append(bytes)
            case .end: return .leave
            case .resumed: screen = nil
            case .nothing: if let key = decoder.flush(), let event = event(of: key) { return event }
            }
        }
    }

    /// A sequence comes faster than a person types.
    private static var escapeTime: Int { 50 }

    private func event(of key: Key) -> Event? {
        self.key = nil
        if search.isOpen, search.take(key) { return search.takeChange().map { .search($0) } }
        self.key = key
        return .key(name: key.name, item: window.selectedItem)
    }

    /// Does what the key that `wait` told last means, once.
    /// - Throws: what providers and handlers throw, and what applies do.
    package func perform() throws(DiffableError) -> Event {
        guard let key else { return .nothing }
        self.key = nil
        try synchronize()
        return try perform(key)
    }

    // MARK: - Changes

    /// All that asks for cells works on a copy: a provider may fail, or apply.
    func change(_ body: (inout ListWindow) throws(DiffableError) -> Void) throws(DiffableError) {
        try source.queueingApplies { () throws(DiffableError) in
            var next = window
            try body(&next)
            window = next
            motion = Motion()
        }
    }

    /// Gets an apply ready to be shown, as a view of the data source does.
    private func showing(_ transaction: Transaction) throws(DiffableError) -> () throws(DiffableError) -> Void {
        var next = window
        if version === source.version {
            try next.rebase(by: transaction, source)
        } else {
            next = ListWindow(source, columns: window.columns, height: window.height)
        }
        return { () throws(DiffableError) in
            self.motion.begin(transaction.animation, from: self.window, to: next, at: self.terminal.now())
            self.window = next
            self.version = self.source.version
        }
    }

    /// Applies may have gone past this view, and the terminal may have another size.
    private func synchronize() throws(DiffableError) {
        let (columns, rows) = terminal.size()
        let height = max(0, rows - 1)
        if version === source.version && window.columns == columns && window.height == height { return }
        let isAnotherList = version !== source.version
        try change { (window) throws(DiffableError) in
            if isAnotherList { window = ListWindow(self.source, columns: columns, height: height) }
            (window.columns, window.height) = (columns, height)
            try window.fill(from: self.source)
            try window.showSelection(self.source)
        }
        version = source.version
    }

    // MARK: - Drawing

    private func draw() throws(DiffableError) {
        try synchronize()
        var next = Grid(columns: window.columns, rows: terminal.size().rows)
        let selected = window.selection.map { window.list.key(at: RowPosition($0)) }
        motion.draw(window, at: terminal.now()) { key, glyphs, line, column, style in
            guard (0..<window.height).contains(line) else { return }
            next.drawStrip(glyphs, width: window.columns, row: line, column: column, adding: style)
            if key == selected { next.add(.reverse, row: line) }
        }
        next.draw(statusLine, row: window.height, adding: .dim)
        let bytes = next.bytes(after: screen)
        if !bytes.isEmpty { try terminal.write(bytes) }
        screen = next
    }

    /// The search, and at the right which item of how many is selected.
    private var statusLine: [Glyph] {
        let number = window.selectedItem.flatMap { window.list.indexOfItem($0) }.map { $0 + 1 } ?? 0
        let place = Glyph.glyphs("\(number)/\(window.list.numberOfItems)")
        let text = Glyph.glyphs(search.shown)
        let gap = max(1, window.columns - 4 - text.count - place.count)
        return Glyph.glyphs("  ") + text + Array(repeating: .blank, count: gap) + place
    }
}

/// What connects a data source to the list that shows it, without either keeping the other. (Embedded Swift has no weak references.)
private final class Attachment {
    /// nil once the list is closed.
    var list: Unmanaged<InteractiveList>?
}
