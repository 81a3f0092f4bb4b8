import DiffableEngine
import DiffableViews

/// A list on a terminal that takes keys and the mouse. The program owns the loop: `wait` draws the list and returns the next event,
/// `perform` carries out what the event means to the list. Between two calls the program may do anything, also apply.
package final class InteractiveList {
    package enum Event {
        case key(name: String, item: Identifier?)
        /// The text of the search, after it changed.
        case search(String)
        case select(Identifier)
        case accessory(Identifier)
        case leave
        case nothing
    }

    let source: DataSource
    private let terminal: Terminal
    let searches: Bool
    let tapsAccessories: Bool
    private let previousView: DataSource.View?
    private let attachment = Attachment()
    private var isClosed = false

    var window: ListWindow
    private var motion = Motion()
    /// The version of the list in the window.
    private var version: ListVersion
    /// What the terminal shows; nil if that is unknown, so that the next frame is drawn in full.
    var screen: Grid?
    private var decoder = KeyDecoder()
    /// The key of the last event of `wait`, for `perform`.
    private var key: Key?
    /// The first failure after a change, or of a queued apply, in the last call of `wait` or `perform`.
    package private(set) var laterFailure: DiffableError?
    var search = SearchField()

    /// - Parameter searches: whether `/` opens the search field.
    /// - Parameter tapsAccessories: whether `a` and clicks on accessories are events of their own.
    package init(_ source: DataSource, on terminal: Terminal, searches: Bool, tapsAccessories: Bool = false) {
        self.source = source
        self.terminal = terminal
        self.searches = searches
        self.tapsAccessories = tapsAccessories
        previousView = source.view
        version = source.version
        window = ListWindow(source, columns: 0, height: 0)
        let attachment = attachment
        attachment.list = Unmanaged.passUnretained(self)
        source.view = { (source, transaction) throws(DiffableError) in
            // A copy of this closure may be called after the list was closed. It then shows nothing.
            guard let list = attachment.list?.takeUnretainedValue() else { return PreparedView {} }
            return try list.prepare(transaction)
        }
    }

    /// Restores the terminal, and the view that the data source had before. Does nothing the second time.
    package func close() {
        if isClosed { return }
        isClosed = true
        attachment.list = nil
        source.view = previousView
        terminal.close()
    }

    deinit {
        close()
    }

    // MARK: - Events

    /// Draws the list, and returns the next event.
    /// - Throws: what the providers throw; `noProvider`, `invalidCell`, `outputFailed`; `invalidArgument` if the list is
    ///   closed or a callback of the data source runs. The window stays as it was.
    package func wait() throws(DiffableError) -> Event {
        laterFailure = nil
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

    /// In milliseconds. The bytes of an escape sequence arrive within this time, so an ESC byte that is alone for longer is
    /// the Escape key.
    private static var escapeTime: Int { 50 }

    private func event(of key: Key) -> Event? {
        self.key = nil
        if search.isOpen, search.handle(key) { return search.consumeChange().map { .search($0) } }
        self.key = key
        return .key(name: key.name, item: window.selectedItem)
    }

    /// Carries out the key of the last event of `wait`. Does nothing the second time.
    /// - Throws: what providers, handlers and applies throw, if the list did not change; `laterFailure` has what failed after that.
    package func perform() throws(DiffableError) -> Event {
        laterFailure = nil
        guard let key else { return .nothing }
        self.key = nil
        try synchronize()
        return try perform(key)
    }

    // MARK: - Changes

    /// Keeps what failed after a tap or a drag.
    func note(_ outcome: ApplyOutcome) {
        laterFailure = laterFailure ?? outcome.failure
    }

    /// Runs `body` on a copy of the window, because a provider that it calls may fail or apply. Motion ends with
    /// the change: rows jump to their new lines.
    func change(_ body: (inout ListWindow) throws(DiffableError) -> Void) throws(DiffableError) {
        try source.queueingApplies(failure: &laterFailure) { () throws(DiffableError) in
            var next = window
            try body(&next)
            window = next
            motion = Motion()
        }
    }

    /// The view of the data source: asks for the cells of an apply.
    private func prepare(_ transaction: Transaction) throws(DiffableError) -> PreparedView {
        var next = window
        if version === source.version {
            try next.rebase(by: transaction, source)
        } else {
            next = ListWindow(source, columns: window.columns, height: window.height)
        }
        return PreparedView { () throws(DiffableError) in
            self.motion.begin(transaction.animation, from: self.window, to: next, at: self.terminal.now())
            self.window = next
            self.version = self.source.version
        }
    }

    /// Updates the window if the list changed without this view, or if the terminal has another size.
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

    /// The search text, and at the right the number of the selected item and the count of items.
    private var statusLine: [Glyph] {
        let number = window.selectedItem.flatMap { window.list.indexOfItem($0) }.map { $0 + 1 } ?? 0
        let counter = Glyph.glyphs("\(number)/\(window.list.numberOfItems)")
        let text = Glyph.glyphs(search.shown)
        let space = max(1, window.columns - 4 - text.count - counter.count)
        return Glyph.glyphs("  ") + text + Array(repeating: .blank, count: space) + counter
    }
}

/// The reference of a data source's view to its list. It does not retain the list. Embedded Swift has no weak references,
/// so `close` clears it.
private final class Attachment {
    /// nil after the list was closed.
    var list: Unmanaged<InteractiveList>?
}

/// The search text, typed on the last line of the terminal.
struct SearchField {
    var isOpen = false
    private var characters: [String] = []
    private var hasChanged = false

    private var text: String { characters.joined() }

    var shown: String {
        isOpen ? "/\(text)_" : characters.isEmpty ? "" : "/\(text)"
    }

    /// Types, deletes, or closes the field: Enter keeps the text, Escape clears it. Returns false for keys that the field
    /// does not use.
    mutating func handle(_ key: Key) -> Bool {
        switch key.code {
        case .enter: isOpen = false
        case .escape:
            isOpen = false
            hasChanged = !characters.isEmpty
            characters = []
        case .backspace: hasChanged = characters.popLast() != nil
        case .character(let text) where key.modifiers.isEmpty:
            characters.append(text)
            hasChanged = true
        default: return false
        }
        return true
    }

    /// The text, if it changed since the last call.
    mutating func consumeChange() -> String? {
        defer { hasChanged = false }
        return hasChanged ? text : nil
    }
}
