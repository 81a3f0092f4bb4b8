import DiffableEngine
import DiffableViews

/// A list on a terminal that takes keys and the mouse. The program owns the loop: `next` draws the list and returns the
/// next event. If the event is a key, `perform` carries out what the key means for the list. Between two calls the
/// program may do anything, including applies.
package final class InteractiveList {
    package enum Event {
        case key(name: String, item: Identifier?)
        /// The search text changed to this text, and the program has to search for it.
        case search(String)
        /// The items that were chosen, in the order of the list: one, unless `multiple` is set.
        case select([Identifier])
        case accessory(Identifier)
        /// The program has to set the preview of this item.
        case preview(Identifier)
        /// The interval is over.
        case tick
        /// The watched file has input, or is at its end.
        case input
        case leave(Leaving)
        case nothing
    }

    /// Why a list is left.
    package enum Leaving {
        case key
        /// The input of the terminal is at its end.
        case end
        /// A signal arrived that the program handles itself.
        case signal
    }

    let source: DataSource
    let terminal: Terminal
    let options: Options
    private let previousView: DataSource.View?
    private let attachment = Attachment()
    private var isClosed = false

    var window: ListWindow
    /// The layout of the last frame. `synchronize` updates it for the next frame.
    private(set) var layout = ScreenLayout(columns: 0, rows: 0, titleLines: 0, hasFooter: false, hasPreview: false)
    private(set) var preview = Preview()
    var motion: Motion
    /// The version of the list in the window.
    private var version: ListVersion
    /// What the terminal shows; nil if that is unknown, so that the next frame is drawn in full.
    var screen: Grid?
    private var decoder = KeyDecoder()
    /// The key that the last call of `next` returned, for `perform`; nil after another event, and if it was performed.
    private var key: Key?
    /// The first error of the last call of `next` or `perform` that occurred after the list had changed, or in a queued
    /// apply.
    package private(set) var laterFailure: DiffableError?
    var search = SearchField()
    var mouse = Mouse()
    /// Whether the screen shows the keys in place of the list, until the next key.
    var showsKeys = false
    /// How many lines of keys are scrolled off the top of the screen.
    var keysOffset = 0
    /// Whether the search text changed and the window does not show the matching rows yet.
    private var isFilterPending = false
    var status: [UInt8] = []
    /// The text at the right of the last line. If it is nil, the number of the selected row is shown.
    var customCounter: String?
    var title: [[UInt8]]
    /// In milliseconds; nil if there are no ticks.
    private var interval: Int?
    /// The time of the next tick; nil after a tick, until `timeout` is read again.
    private var nextTick: Int?
    /// The time at which an incomplete escape sequence counts as the Escape key; nil if there is none.
    private var escapeTime: Int?

    package init(_ source: DataSource, on terminal: Terminal, _ options: Options = Options()) {
        self.source = source
        self.terminal = terminal
        self.options = options
        title = options.title
        previousView = source.view
        version = source.version
        motion = Motion(duration: options.motionDuration)
        window = ListWindow(source, columns: 0, height: 0)
        window.showsOld = options.showsOld
        window.rowText = options.rowText
        (search.isOpen, search.staysOpen, decoder.readsNewline) = (options.types, options.types, options.types)
        source.isShownOnTerminal = true
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
        source.isShownOnTerminal = false
        terminal.close()
    }

    deinit {
        close()
    }

    // MARK: - Events

    /// Draws the list, and returns the next event. If `waits` is false and there is no event yet, returns `nothing`.
    /// - Throws: what the providers throw; `noProvider`, `invalidCell`, `outputFailed`; `invalidArgument` if the list
    ///   is closed or a callback of the data source runs. `next` can be called again after an error. It then draws the
    ///   window as it is.
    package func next(waits: Bool) throws(DiffableError) -> Event {
        try begin(waits ? "terminal_wait" : "terminal_process")
        key = nil
        while true {
            while let key = decoder.next() {
                if let event = try event(of: key) { return event }
            }
            try synchronize()
            try filterRows()
            let isPreviewDue = needsPreview
            if !isPreviewDue { try draw() }
            // Handle keys first: the program may need a long time to make a preview.
            let limit = timeout
            let input = terminal.read(isPreviewDue || !waits ? 0 : limit)
            switch input {
            case .bytes(let bytes):
                decoder.append(bytes)
                escapeTime = nil
            case .end: return .leave(.end)
            case .signal: return .leave(.signal)
            case .resumed: screen = nil
            case .watched, .nothing:
                if isPreviewDue, let item = window.selectedItem {
                    preview.begin(item)
                    return .preview(item)
                }
                if isTickDue {
                    nextTick = nil
                    return .tick
                }
                if case .watched = input { return .input }
                if isEscapeDue, let key = decoder.flush(), let event = try event(of: key) { return event }
                if !waits { return .nothing }
            }
        }
    }

    /// The file whose input `next` reads.
    package var descriptor: Int32 { terminal.descriptor }

    /// Begins a call of `next` or `perform`. Throws if the list is closed or a callback of the data source runs,
    /// because nothing may change during a callback.
    private func begin(_ function: StaticString) throws(DiffableError) {
        if isClosed || source.isApplying {
            throw DiffableError(
                .invalidArgument, "\(function): the terminal is closed, or a callback of the data source runs")
        }
        laterFailure = nil
    }

    /// Whether to ask the program for a preview: another item is selected, or the selected item changed.
    private var needsPreview: Bool {
        if !options.previews || preview.isFor(window.selectedItem) { return false }
        if window.selectedItem == nil { preview.begin(nil) }
        return window.selectedItem != nil
    }

    /// Shows a text beside the rows until another item is selected, or the selected one changes.
    package func setPreview(_ text: UnsafeRawBufferPointer) {
        preview.show(text)
    }

    /// Lets the next event ask for the preview of the selected item again.
    package func renewPreview() {
        preview.isStale = true
    }

    /// How long to wait for input, in milliseconds; nil for no limit.
    package var timeout: Int? {
        let now = terminal.now()
        if nextTick == nil, let interval { nextTick = now + interval }
        escapeTime = decoder.isIncomplete ? escapeTime ?? now + Self.escapeDuration : nil
        let times = [
            motion.timeToNextFrame(at: now), escapeTime.map { max(0, $0 - now) }, nextTick.map { max(0, $0 - now) },
        ]
        return times.lazy.compactMap { $0 }.min()
    }

    /// Whether the escape sequence that has begun is the Escape key.
    private var isEscapeDue: Bool {
        decoder.isIncomplete && (escapeTime ?? .max) <= terminal.now()
    }

    private var isTickDue: Bool {
        nextTick.map { $0 <= terminal.now() } ?? false
    }

    /// Makes `next` return a tick after `milliseconds`, counted from the first call after the last tick. Nil turns
    /// ticks off.
    package func setInterval(_ milliseconds: Int?) {
        (interval, nextTick) = (milliseconds, nil)
    }

    /// Makes `next` also wait for input of a file, which the program reads itself. Nil removes the file.
    package func watch(_ descriptor: Int32?) {
        terminal.watch(descriptor)
    }

    /// Shows the lines of a text above the rows.
    package func setTitle(_ text: UnsafeRawBufferPointer) {
        title = Self.lines(of: text)
    }

    /// Shows the first line of a text on the last line of the terminal, until the next key.
    package func setStatus(_ text: UnsafeRawBufferPointer) {
        status = Self.firstLine(of: text)
    }

    /// The first line of a text, without the bytes that do not fit on any screen.
    package static func firstLine(of text: UnsafeRawBufferPointer) -> [UInt8] {
        Array(text.prefix { $0 != UInt8(ascii: "\n") }.prefix(4096))
    }

    /// The lines of a text, without the bytes that do not fit on any screen. An empty text has no lines.
    package static func lines(of text: UnsafeRawBufferPointer) -> [[UInt8]] {
        if text.isEmpty { return [] }
        let limit = 1000
        return text.split(separator: UInt8(ascii: "\n"), maxSplits: limit, omittingEmptySubsequences: false).prefix(
            limit
        ).map { Array($0.prefix(4096)) }
    }

    /// In milliseconds. The bytes of an escape sequence arrive within this time, so an ESC byte that is alone for
    /// longer is the Escape key.
    private static var escapeDuration: Int { 50 }

    private func event(of key: Key) throws(DiffableError) -> Event? {
        if key.code == .drag && dragTarget(key) == nil { return nil }
        status = []
        if showsKeys {
            if !scrollKeys(key) { (showsKeys, keysOffset) = (false, 0) }
            return nil
        }
        if case .paste = key.code, !search.isOpen { return nil }
        if search.isOpen, !options.boundKeys.contains(where: { key.name.utf8.elementsEqual($0.utf8) }),
            search.handle(key)
        {
            if key.code == .escape { window.followsSelection = window.followsSelection || window.filter != nil }
            return searchEvent()
        }
        try filterRows()
        self.key = key
        return .key(name: key.name, item: window.selectedItem)
    }

    /// Carries out the key that the last call of `next` returned. Does nothing after another event, and the second
    /// time.
    /// - Throws: what providers, handlers and applies throw, if the list did not change. An error that came after a
    ///   change is in `laterFailure`.
    package func perform() throws(DiffableError) -> Event {
        try begin("terminal_perform")
        guard let key else { return .nothing }
        self.key = nil
        try synchronize()
        return try perform(key)
    }

    // MARK: - Search

    /// Returns an event if the search text changed and the program handles searches. If the program does not, the next
    /// frame shows the matching rows.
    private func searchEvent() -> Event? {
        guard let text = search.consumeChange() else { return nil }
        if options.searches { return .search(text) }
        isFilterPending = true
        return nil
    }

    /// Removes the search text. The selected item stays selected.
    func leaveSearch() -> Event {
        search.clear()
        window.followsSelection = true
        return searchEvent() ?? .nothing
    }

    /// Shows the rows that match the search text, if it changed. If a provider throws, the old rows stay until the text
    /// changes again.
    func filterRows() throws(DiffableError) {
        guard isFilterPending else { return }
        isFilterPending = false
        try change { (window) throws(DiffableError) in
            try window.search(for: SearchPattern(self.search.text), self.source)
        }
    }

    // MARK: - Changes

    /// Stores the error of an apply that a tap or a drag caused, unless there is an earlier one.
    func storeFailure(of outcome: ApplyOutcome) {
        laterFailure = laterFailure ?? outcome.failure
    }

    /// Runs `body` on a copy of the window, because a provider that `body` calls may fail, or may apply a snapshot.
    /// Then motion ends: the rows jump to their new lines, and keep their colors.
    func change(_ body: (inout ListWindow) throws(DiffableError) -> Void) throws(DiffableError) {
        // A callback may read `laterFailure` during the call, so a copy is passed.
        var failure = laterFailure
        defer { laterFailure = failure }
        try source.queueingApplies(failure: &failure) { () throws(DiffableError) in
            var next = window
            try body(&next)
            window = next
            motion.settle()
        }
    }

    /// The view of the data source. Asks for the cells that the window needs after an apply.
    private func prepare(_ transaction: Transaction) throws(DiffableError) -> PreparedView {
        // If the list changed without this view, `synchronize` will show it.
        guard version === source.version else { return PreparedView {} }
        var next = window
        try next.update(for: transaction, source)
        return PreparedView { () throws(DiffableError) in
            self.motion.begin(transaction, from: self.window, to: next, at: self.terminal.now())
            if next.updatesSelection(transaction) { self.preview.isStale = true }
            self.window = next
            self.version = self.source.version
        }
    }

    /// Updates the window if the list changed without this view, or if the terminal has another size.
    func synchronize() throws(DiffableError) {
        let size = terminal.size()
        layout = ScreenLayout(
            columns: size.columns, rows: size.rows, titleLines: title.count, hasFooter: !options.footer.isEmpty,
            hasPreview: options.previews)
        let (columns, height) = (layout.list.columns, layout.list.height)
        if version === source.version && window.columns == columns && window.height == height { return }
        let isAnotherList = version !== source.version
        version = source.version
        if isAnotherList {
            motion.stop()
            preview.isStale = true
        }
        if isAnotherList && window.filter != nil { isFilterPending = true }
        do throws(DiffableError) {
            try change { (window) throws(DiffableError) in
                if isAnotherList { window = ListWindow(self.source, replacing: window) }
                (window.columns, window.height) = (columns, height)
                try window.fill(from: self.source)
                try window.showSelection(self.source)
            }
        } catch {
            // The next call draws the window as it is now, and does not ask the provider again.
            if isAnotherList { window = ListWindow(source, replacing: window) }
            (window.columns, window.height) = (columns, height)
            throw error
        }
    }
}

/// The reference from the view of a data source to its interactive list. It does not retain the list. Embedded Swift
/// has no weak references, so `close` clears it.
private final class Attachment {
    /// nil after the list was closed.
    var list: Unmanaged<InteractiveList>?
}
