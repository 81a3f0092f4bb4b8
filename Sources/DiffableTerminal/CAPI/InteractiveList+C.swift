import CDiffable
import DiffableC
import DiffableEngine

@c @implementation
public func diffable_terminal_is_available() -> Bool {
    Terminal.isAvailable
}

@c @implementation
public func diffable_terminal_new(
    _ source: OpaquePointer!, _ options: UnsafePointer<diffable_terminal_options>!,
    _ out: UnsafeMutablePointer<OpaquePointer?>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    out?.pointee = nil
    return attempt(error) { () throws(DiffableError) in
        let box = try require(source, as: DataSourceBox.self, "source")
        guard let out else { throw .null("out") }
        let behaviour = try listOptions(options)
        let terminal = try Terminal.ofProcess()
        out.pointee = retain(TerminalBox(InteractiveList(box.source, on: terminal, behaviour)))
    }
}

private func listOptions(_ options: UnsafePointer<diffable_terminal_options>?) throws(DiffableError)
    -> InteractiveList.Options
{
    var result = InteractiveList.Options()
    guard let options else { return result }
    try checkSize(options.pointee.struct_size, of: diffable_terminal_options.self, "options")
    result.searches = options.pointee.searches
    result.tapsAccessories = options.pointee.taps_accessories
    result.chooses = !options.pointee.ignores_select
    result.multiple = options.pointee.multiple
    result.previews = options.pointee.previews
    result.hints = !options.pointee.hides_hints
    result.showsOld = options.pointee.shows_old
    result.title = InteractiveList.lines(of: try bytes(of: options.pointee.title, "options: title"))
    result.footer = InteractiveList.firstLine(of: try bytes(of: options.pointee.footer, "options: footer"))
    let prompt = InteractiveList.firstLine(of: try bytes(of: options.pointee.prompt, "options: prompt"))
    if !prompt.isEmpty { result.prompt = prompt }
    result.keys = try bytes(of: options.pointee.keys, "options: keys").split(separator: UInt8(ascii: "\n")).map {
        Array($0)
    }
    return result
}

private func bytes(of text: diffable_bytes, _ noun: StaticString) throws(DiffableError) -> UnsafeRawBufferPointer {
    try requireBytes(text.data, text.size, noun)
}

@c @implementation
public func diffable_terminal_free(_ terminal: OpaquePointer!) {
    // If a callback of the list frees it, the call that runs the callback still retains the box, so the terminal would
    // stay open until that call returns. `close` restores it now.
    unwrap(terminal, as: TerminalBox.self)?.list.close()
    release(terminal, as: TerminalBox.self)
}

@c @implementation
public func diffable_terminal_wait(
    _ terminal: OpaquePointer!, _ event: UnsafeMutablePointer<diffable_event>!,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    fillEvent(of: terminal, event, error) { (list) throws(DiffableError) in try list.next(waits: true) }
}

@c @implementation
public func diffable_terminal_process(
    _ terminal: OpaquePointer!, _ event: UnsafeMutablePointer<diffable_event>!,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    fillEvent(of: terminal, event, error) { (list) throws(DiffableError) in try list.next(waits: false) }
}

@c @implementation
public func diffable_terminal_descriptor(_ terminal: OpaquePointer!) -> Int32 {
    unwrap(terminal, as: TerminalBox.self)?.list.descriptor ?? -1
}

@c @implementation
public func diffable_terminal_timeout(_ terminal: OpaquePointer!) -> Int64 {
    unwrap(terminal, as: TerminalBox.self)?.list.timeout.map { Int64($0) } ?? -1
}

@c @implementation
public func diffable_terminal_perform(
    _ terminal: OpaquePointer!, _ event: UnsafeMutablePointer<diffable_event>!,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    fillEvent(of: terminal, event, error) { (list) throws(DiffableError) in try list.perform() }
}

@c @implementation
public func diffable_terminal_set_status(
    _ terminal: OpaquePointer!, _ text: UnsafePointer<CChar>!, _ size: Int,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    attempt(error) { () throws(DiffableError) in
        let box = try require(terminal, as: TerminalBox.self, "terminal")
        box.list.setStatus(try requireBytes(text, size, "text"))
    }
}

@c @implementation
public func diffable_terminal_set_title(
    _ terminal: OpaquePointer!, _ text: UnsafePointer<CChar>!, _ size: Int,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    attempt(error) { () throws(DiffableError) in
        let box = try require(terminal, as: TerminalBox.self, "terminal")
        box.list.setTitle(try requireBytes(text, size, "text"))
    }
}

@c @implementation
public func diffable_terminal_set_preview(
    _ terminal: OpaquePointer!, _ text: UnsafePointer<CChar>!, _ size: Int,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    attempt(error) { () throws(DiffableError) in
        let box = try require(terminal, as: TerminalBox.self, "terminal")
        box.list.setPreview(try requireBytes(text, size, "text"))
    }
}

@c @implementation
public func diffable_terminal_set_interval(
    _ terminal: OpaquePointer!, _ milliseconds: Int64, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    attempt(error) { () throws(DiffableError) in
        let box = try require(terminal, as: TerminalBox.self, "terminal")
        guard (0...longestInterval).contains(milliseconds) else {
            throw .invalid("milliseconds is \(milliseconds); 0 to \(longestInterval) is possible")
        }
        box.list.setInterval(milliseconds == 0 ? nil : Int(milliseconds))
    }
}

/// In milliseconds, about 23 days. The value fits in an `Int` of 32 bits.
private let longestInterval: Int64 = 2_000_000_000

@c @implementation
public func diffable_terminal_watch(
    _ terminal: OpaquePointer!, _ descriptor: Int32, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    attempt(error) { () throws(DiffableError) in
        let box = try require(terminal, as: TerminalBox.self, "terminal")
        guard descriptor >= -1 else { throw .invalid("descriptor is \(descriptor); -1 stands for none") }
        box.list.watch(descriptor < 0 ? nil : descriptor)
    }
}

private func fillEvent(
    of terminal: OpaquePointer?, _ event: UnsafeMutablePointer<diffable_event>?, _ error: ErrorOut,
    _ function: FunctionName = #function,
    _ body: (InteractiveList) throws(DiffableError) -> InteractiveList.Event
) -> diffable_status {
    attemptWithLaterFailure(error, function) { (later) throws(DiffableError) in
        let box = try require(terminal, as: TerminalBox.self, "terminal")
        guard let event else { throw .null("event") }
        try checkSize(event.pointee.struct_size, of: diffable_event.self, "event")
        box.fill(try body(box.list), in: event)
        later = box.list.laterFailure
    }
}

/// The object behind a `diffable_terminal`.
private final class TerminalBox {
    let list: InteractiveList
    /// The memory that the last event refers to.
    private var item: OwnedIdentifier?
    private var items: [OwnedIdentifier] = []
    private var ids: UnsafeMutableBufferPointer<diffable_id>?
    private var text: CString?

    init(_ list: InteractiveList) {
        self.list = list
    }

    deinit {
        ids?.deallocate()
    }

    /// Writes an event into a struct. Its identifiers and text stay valid until the next call.
    func fill(_ new: InteractiveList.Event, in event: UnsafeMutablePointer<diffable_event>) {
        (item, text) = (nil, nil)
        var chosen: [Identifier] = []
        let kind: Int
        var shown = ""
        switch new {
        case .key(let name, let selected):
            (kind, shown, item) = (DIFFABLE_EVENT_KEY, name, selected.map { OwnedIdentifier($0) })
        case .select(let items):
            (kind, item, chosen) = (DIFFABLE_EVENT_SELECT, items.first.map { OwnedIdentifier($0) }, items)
        case .accessory(let tapped): (kind, item) = (DIFFABLE_EVENT_ACCESSORY, OwnedIdentifier(tapped))
        case .search(let words): (kind, shown) = (DIFFABLE_EVENT_SEARCH, words)
        case .preview(let selected): (kind, item) = (DIFFABLE_EVENT_PREVIEW, OwnedIdentifier(selected))
        case .tick: kind = DIFFABLE_EVENT_TICK
        case .input: kind = DIFFABLE_EVENT_INPUT
        case .leave(.key): kind = DIFFABLE_EVENT_LEAVE
        case .leave(.end): (kind, shown) = (DIFFABLE_EVENT_LEAVE, "end")
        case .leave(.signal): (kind, shown) = (DIFFABLE_EVENT_LEAVE, "signal")
        case .nothing: kind = DIFFABLE_EVENT_NONE
        }
        keep(chosen)
        let copy = CString(shown)
        text = copy
        event.pointee.kind = diffable_event_kind(kind)
        event.pointee.item = item?.id ?? diffable_id()
        event.pointee.text = diffable_bytes(data: copy.pointer, size: shown.utf8.count)
        event.pointee.items = UnsafePointer(ids?.baseAddress)
        event.pointee.item_count = items.count
    }

    private func keep(_ identifiers: [Identifier]) {
        ids?.deallocate()
        ids = nil
        items = identifiers.map { OwnedIdentifier($0) }
        if items.isEmpty { return }
        let memory = UnsafeMutableBufferPointer<diffable_id>.allocate(capacity: items.count)
        for (index, item) in items.enumerated() { memory.initializeElement(at: index, to: item.id) }
        ids = memory
    }
}
