@testable import DiffableEngine
@testable import DiffableTerminal
@testable import DiffableViews

/// Types keys and random bytes at an interactive list whose cells have random bytes, with applies in between. Then
/// continues without the terminal. No control character may be written, and a failed apply must not change the list.
enum TerminalSession {
    static func run(_ input: ArraySlice<UInt8>) {
        let bytes = Choices.Bytes(Array(input))
        var random = Choices(bytes)
        var edits = EditGenerator(random: random, shape: .tiny.flat)
        let source = source(random)
        var model = ReferenceModel()
        let virtual = VirtualTerminal(columns: random.number(in: 0...24), rows: random.number(in: 0...9))
        var options = InteractiveList.Options()
        options.searches = random.once(in: 2)
        options.motionDuration = random.pick([0, 1, 300])
        options.tapsAccessories = virtual.columns.isMultiple(of: 2)
        options.multiple = virtual.rows.isMultiple(of: 2)
        options.previews = virtual.rows.isMultiple(of: 3)
        if virtual.columns.isMultiple(of: 3) {
            (options.title, options.footer) = ([Array(texts[0].utf8)], Array(texts[8].utf8))
        }
        let list = InteractiveList(source, on: virtual.terminal, options)
        while !bytes.hasRunOut {
            switch random.below(6) {
            case 0, 1: _ = model.perform(edits.next(for: model))
            case 2: show(model, in: source)
            case 3: change(list, virtual, &random)
            default:
                if random.once(in: 16) { virtual.columns = random.number(in: 0...24) }
                virtual.input.append(.bytes(typed(&random)))
                listen(to: list)
            }
        }
        list.close()
        for _ in 0..<4 {
            show(model, in: source)
            outline(source, &random)
            model = ReferenceModel(read: source.snapshot())
            _ = model.perform(edits.next(for: model))
        }
        if Set(source.snapshot().itemIdentifiers).count != source.snapshot().numberOfItems {
            report("an item is twice in a list")
        }
    }

    /// Cells have random content, and some providers fail.
    private static func source(_ random: Choices) -> DataSource {
        let source = DataSource()
        var random = random
        source.view =
            random.once(in: 2)
            ? TextView(TextView.Options(width: 20, context: 1), write: write).view
            : NDJSONView(showsOld: random.once(in: 2), write: write).view
        source.sectionSnapshotHandlers.snapshotForExpandingParent = { (_, children) in children }
        source.cellProvider = { (_, _) throws(DiffableError) in
            if random.once(in: 24) { throw DiffableError(.providerFailed, "refused") }
            func text(_ limit: Int) -> [UInt8] {
                if random.once(in: 3) { return Array(random.pick(texts).utf8) }
                return (0..<random.below(limit)).map { _ in UInt8(random.below(256)) }
            }
            return Cell(
                text: text(5), detail: text(3), secondaryText: text(2), image: text(2), accessory: text(2),
                height: random.below(4),
                indentation: random.below(3))
        }
        source.supplementaryProvider = { (_, section, _) in Cell(text: section.token) }
        source.reorderingHandlers.canReorderItem = { _ in true }
        return source
    }

    /// Appends a child to an item, and toggles the item.
    private static func outline(_ source: DataSource, _ random: inout Choices) {
        let list = source.snapshot()
        guard let section = list.sectionIdentifiers.first else { return }
        var tree = source.snapshot(forSection: section)
        if let parent = tree.rootItemIdentifiers.first {
            try? tree.appendItems([Element(identifier(50 + random.below(8)))], toParent: parent)
        }
        if random.once(in: 2) { tree.expand(tree.rootItemIdentifiers) }
        if random.once(in: 2) { try? tree.reloadItems(tree.allItemIdentifiers.map { Element($0) }) }
        do throws(DiffableError) {
            try source.apply(tree, toSection: section)
            if let item = tree.rootItemIdentifiers.first { try source.toggleItem(item) }
        } catch {
            if error.code != .providerFailed { report("a tree fails: \(error.code.name)") }
        }
    }

    /// Wide, combining, right-to-left and zero-width characters, control characters, and names of accessories.
    private static let texts = [
        "\u{4E2D}\u{6587}", "e\u{301}", "\u{1F600}", "\u{1F468}\u{200D}\u{1F469}", "\u{1F1E9}\u{1F1EA}", "\u{202E}x",
        "\u{200B}", "\u{FEFF}",
        "\u{1b}[2J", "\u{9b}1m", "\u{2028}", "\u{FE0F}\u{2764}\u{FE0F}", "\"\\\n\t\u{8}\u{c}", "checkmark",
        "disclosure", "star",
    ]

    private static func write(_ text: String) {
        if text.utf8.contains(where: { ($0 < 0x20 && $0 != 0x0A) || $0 == 0x7F }) {
            report("a control character is written")
        }
    }

    private static let keys = [
        "\u{1b}[A", "\u{1b}[B", "\u{1b}[C", "\u{1b}[D", "\u{1b}[5~", "\u{1b}[6~", "\u{1b}[H", "\u{1b}[F", "\u{1b}[1;2A",
        "\u{1b}[1;2B",
        "\u{1b}[1;5C", "\u{1b}OA", "\u{1b}OP", "\u{1b}[<0;10;3M", "\u{1b}[<0;1;2M", "\u{1b}[<0;2;2m", "\u{1b}[<64;1;1M",
        "\u{1b}[<65;1;1M", "\r",
        "\u{7f}", "\t", "\u{1b}[Z", "\u{1b}", "/", " ", "q", "\u{c}", "\u{15}", "a", "\u{1b}a", "é", "\u{1b}[3~",
        "\u{1b}[15~", "\u{1b}[200~",
        "\u{1b}[201~", "?", "j", "k", "g", "G", "/a\r", "\u{17}", "\u{1}", "\u{5}",
        "\u{1b}[<0;6;2M", "\u{1b}[<0;20;1M", "\u{1b}[<0;24;2M", "\u{1b}[<32;6;3M", "\u{1b}[<32;6;1M",
    ]

    /// Calls what a program may call between two events, and plays what is not a key.
    private static func change(_ list: InteractiveList, _ virtual: VirtualTerminal, _ random: inout Choices) {
        switch random.below(4) {
        case 0: Array(random.pick(texts).utf8).withUnsafeBytes { list.setStatus($0) }
        case 1: list.setInterval(random.pick([nil, 1, 100, 2_000_000_000]))
        case 2: list.watch(random.once(in: 2) ? nil : 0)
        default: virtual.input.append(random.pick([.watched, .resumed, .signal, .nothing]))
        }
    }

    private static func typed(_ random: inout Choices) -> [UInt8] {
        if random.once(in: 3) { return (0..<random.number(in: 0...6)).map { _ in UInt8(random.below(256)) } }
        return (0...random.below(3)).flatMap { _ in Array(random.pick(keys).utf8) }
    }

    private static func show(_ model: ReferenceModel, in source: DataSource) {
        guard let snapshot = try? Snapshot(model) else { return report("a model that cannot be built") }
        let before = ReferenceModel(read: source.snapshot())
        do throws(DiffableError) {
            try source.apply(snapshot)
            if ReferenceModel(read: source.snapshot()).sections != model.keeping(stateOf: before).sections {
                report("the list is not what was applied")
            }
        } catch {
            if ReferenceModel(read: source.snapshot()) != before { report("an apply failed and changed the list") }
        }
    }

    private static func listen(to list: InteractiveList) {
        for _ in 0..<12 {
            do throws(DiffableError) {
                switch try list.next(waits: true) {
                case .leave: return
                case .preview: Array(texts.joined(separator: "\n").utf8).withUnsafeBytes { list.setPreview($0) }
                default: _ = try list.perform()
                }
            } catch {
                if error.code != .providerFailed { report("the terminal fails: \(error.code.name)") }
            }
        }
    }
}

/// Ends the process, so that libFuzzer keeps the input.
func report(_ message: String) {
    fatalError(message)
}
