import CLibc
import CProcess
import DiffableEngine
import DiffableTerminal

/// Shows lines of text as a list, in which the user searches and picks lines. The list is shown while the lines are
/// still being read.
package final class Picker {
    /// The exit statuses, which are those of fzf.
    package enum Status {
        static var chosen: Int32 { 0 }
        static var noMatch: Int32 { 1 }
        package static var failed: Int32 { 2 }
        /// 130 if the user left the list. After a signal, 128 plus its number, as in a shell.
        static var aborted: Int32 { process_noted_signal() == 0 ? 130 : 128 + process_noted_signal() }
    }

    let options: PickOptions
    /// All lines that have been read. The lines of a reload are in `input` until the reload has ended.
    var lines: LineStore
    var ranking: LineRanking
    var pattern: SearchPattern
    /// The data source whose list is the best matches.
    let source = DataSource()
    var list: InteractiveList?
    /// The index in `lines` of each item of the list.
    var lineNumbers: [Identifier: Int] = [:]
    /// The lines in the list, in order: the best matches, as indexes in `lines`.
    var shown: [Int] = []
    /// The number of all matches.
    var matchCount = 0
    /// The greatest number of matches in the list. It grows when the selection comes near the last one.
    var limit = Picker.firstLimit
    static var firstLimit: Int { 1000 }
    /// The picked lines, in the order in which they were picked.
    var picks: [(identifier: Identifier, line: Int)] = []
    /// The set of descriptors that the list waits for, in addition to keys: the input, and the output of the preview.
    let descriptors = process_new_set()
    var input: Input?
    /// The error message of the last run of the command. Nil if it succeeded.
    var failure: [UInt8]?
    var preview: Preview?

    package init(_ options: PickOptions) {
        self.options = options
        lines = Self.store(options)
        ranking = Self.ranking(options)
        pattern = SearchPattern(options.query, isExact: options.isExact)
    }

    static func store(_ options: PickOptions) -> LineStore {
        let field = options.identifier.map { FieldSelection([$0], delimiter: options.delimiter) }
        return LineStore(
            separator: options.readsNull ? 0 : UInt8(ascii: "\n"), isStyled: options.isStyled,
            keys: options.reloads ? LineKeys(field: field) : nil)
    }

    static func ranking(_ options: PickOptions) -> LineRanking {
        let fields = options.fields.isEmpty ? nil : FieldSelection(options.fields, delimiter: options.delimiter)
        return LineRanking(isSorted: options.isSorted, isReversed: options.isReversed, fields: fields)
    }

    /// Returns the exit status.
    package func run() -> Int32 {
        process_note_signals()
        guard beginInput() else {
            return report("\(String(decoding: options.command.first ?? [], as: UTF8.self)) cannot be started")
        }
        defer {
            input?.command?.stop()
            preview?.command?.kill()
        }
        if let filter = options.filter { return writeMatches(of: filter) }
        if let status = statusWithoutList() {
            if let failure { _ = report(String(decoding: failure, as: UTF8.self)) }
            return status
        }
        defer { list = nil }
        do throws(DiffableError) {
            let status = try showList()
            list?.close()
            if status == Status.chosen { writeChosen() }
            return status
        } catch {
            list?.close()
            return report(error.message())
        }
    }

    func report(_ message: String) -> Int32 {
        fputs("diffable pick: \(message)\n", diffable_stderr())
        return Status.failed
    }

    // MARK: - Without a list

    /// Writes all lines that match, the best first. If the command failed, its lines may be incomplete, so the status
    /// says so even if some of them match.
    private func writeMatches(of text: String) -> Int32 {
        while input != nil, process_noted_signal() == 0 { readInput(milliseconds: -1) }
        if process_noted_signal() != 0 { return Status.aborted }
        let found = ranking.search(lines, for: SearchPattern(text, isExact: options.isExact), limit: .max)
        for index in found.best { write(lines[index]) }
        if let failure { return report(String(decoding: failure, as: UTF8.self)) }
        return found.count == 0 ? Status.noMatch : Status.chosen
    }

    /// With `--select-1` or `--exit-0`: reads until there are several matches, or until all lines were read. Returns
    /// the exit status, or nil if the list must be shown.
    private func statusWithoutList() -> Int32? {
        guard options.selectsOne || options.exitsIfEmpty else { return nil }
        while true {
            if process_noted_signal() != 0 { return Status.aborted }
            let found = ranking.search(lines, for: pattern, limit: 1)
            if found.count > 1 { return nil }
            if input != nil {
                readInput(milliseconds: -1)
                continue
            }
            if found.count == 0 { return options.exitsIfEmpty ? Status.noMatch : nil }
            guard options.selectsOne else { return nil }
            write(lines[found.best[0]])
            return Status.chosen
        }
    }

    private func writeChosen() {
        if !picks.isEmpty {
            for pick in picks { write(lines[pick.line]) }
        } else if let line = selectedLine {
            write(lines[line])
        }
    }

    private func write(_ line: UnsafeBufferPointer<UInt8>) {
        fwrite(line.baseAddress, 1, line.count, diffable_stdout())
        putc(options.printsNull ? 0 : 10, diffable_stdout())
    }

    // MARK: - The list

    var selectedLine: Int? { list?.selectedItem.flatMap { lineNumbers[$0] } }

    private func showList() throws(DiffableError) -> Int32 {
        source.cellProvider = { (_, _) in Cell(text: "") }
        var listOptions = InteractiveList.Options()
        listOptions.searches = true
        listOptions.types = true
        listOptions.hints = false
        listOptions.prompt = Array(options.prompt.utf8)
        listOptions.title = Array(options.header.utf8).withUnsafeBytes { InteractiveList.lines(of: $0) }
        listOptions.previews = !options.preview.isEmpty
        listOptions.boundKeys = options.bindings.map { $0.key }
        listOptions.rowText = { item in self.rowText(item) }
        let list = InteractiveList(source, on: try Terminal.ofProcess(height: options.height), listOptions)
        self.list = list
        list.searchText = options.query
        list.followsSelection = options.tracksSelection
        if let time = options.reloadTime { list.setInterval(time) }
        list.watch(descriptors)
        try showMatches(animates: false)
        showFailure()
        while true {
            if let status = try handle(try list.next(waits: true)) { return status }
            showCounter()
        }
    }

    /// Handles an event. Returns the exit status if the event ends the list.
    private func handle(_ event: InteractiveList.Event) throws(DiffableError) -> Int32? {
        switch event {
        case .search(let text): try search(for: text)
        case .key(let name, _):
            if let action = options.bindings.last(where: { $0.key.utf8.elementsEqual(name.utf8) })?.action {
                return try perform(action)
            }
            return try perform(key: name)
        case .input: try readInputs()
        case .preview(let item): beginPreview(of: item)
        case .tick: reload()
        case .leave: return Status.aborted
        case .select, .accessory, .nothing: break
        }
        return nil
    }

    private func perform(key name: String) throws(DiffableError) -> Int32? {
        guard let list else { return nil }
        if options.isMultiple, name.utf8.elementsEqual("tab".utf8) || name.utf8.elementsEqual("shift+tab".utf8) {
            try togglePick()
            try list.move(name.utf8.count == 3 ? .down : .up)
            return nil
        }
        if name.utf8.elementsEqual("enter".utf8) { return try perform(.accept) }
        switch try list.perform() {
        case .select: return Status.chosen
        case .leave: return Status.aborted
        default: break
        }
        try showMoreMatches()
        return nil
    }

    private func perform(_ action: PickOptions.Action) throws(DiffableError) -> Int32? {
        guard let list else { return nil }
        switch action {
        case .accept: return picks.isEmpty && selectedLine == nil ? Status.noMatch : Status.chosen
        case .move(let movement):
            if case .last = movement { try showMatches(atMost: matchCount) }
            try list.move(movement)
            try showMoreMatches()
        case .abort: return Status.aborted
        case .toggle: try togglePick()
        case .selectAll: try pickAll()
        case .deselectAll:
            picks = []
            try showPicks()
        case .clearQuery:
            list.searchText = ""
            try search(for: "")
        case .reload: reload()
        }
        return nil
    }

    private func search(for text: String) throws(DiffableError) {
        pattern = SearchPattern(text, isExact: options.isExact)
        limit = Self.firstLimit
        list?.followsSelection = options.tracksSelection && (selectedLine.map { includeInList($0) } ?? false)
        try showMatches(animates: false)
        renewPreview(of: "q")
    }

    // MARK: - Picks

    private func togglePick() throws(DiffableError) {
        guard options.isMultiple, let list, let item = list.selectedItem, let line = lineNumbers[item] else { return }
        if let index = picks.firstIndex(where: { $0.line == line }) {
            picks.remove(at: index)
        } else {
            picks.append((item, line))
        }
        try showPicks()
    }

    private func pickAll() throws(DiffableError) {
        guard options.isMultiple, list != nil else { return }
        try showMatches(atMost: matchCount)
        var known = Set(picks.map { $0.line })
        for line in shown where known.insert(line).inserted { picks.append((lines.identifier(line), line)) }
        try showPicks()
    }

    private func showPicks() throws(DiffableError) {
        try list?.redrawRows()
        renewPreview(of: "+")
    }

    private func rowText(_ item: Identifier) -> RowText {
        guard let line = lineNumbers[item] else {
            return RowText(UnsafeBufferPointer(start: nil, count: 0), matches: [])
        }
        let isPicked = picks.contains { $0.line == line }
        return RowText(
            lines[line], matches: ranking.offsets(in: lines[line], pattern), styles: lines.styles(line),
            isPicked: isPicked)
    }
}
