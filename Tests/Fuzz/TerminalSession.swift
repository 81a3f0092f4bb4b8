@testable import Diffable

/// A person at a terminal who types any bytes, at a list of cells of any bytes that changes meanwhile: nothing reaches the
/// terminal that it would not show, and what is not dragged or toggled stays as it was.
enum TerminalSession {
    static func run(_ input: ArraySlice<UInt8>) {
        let bytes = Choices.Bytes(Array(input))
        var random = Choices(bytes)
        var edits = EditGenerator(random: random, shape: .tiny)
        let source = source(random)
        var model = ReferenceModel()
        let virtual = VirtualTerminal(columns: random.number(in: 0...24), rows: random.number(in: 0...9))
        let list = InteractiveList(source, on: virtual.terminal, searches: random.once(in: 2))
        while !bytes.hasRunOut {
            switch random.below(3) {
            case 0: _ = model.perform(edits.next(for: model))
            case 1: show(model, in: source)
            default:
                if random.once(in: 16) { virtual.columns = random.number(in: 0...24) }
                virtual.input.append(.bytes((0..<random.number(in: 0...6)).map { _ in UInt8(random.below(256)) }))
                listen(to: list)
            }
        }
        list.close()
        if Set(source.snapshot().itemIdentifiers).count != source.snapshot().numberOfItems { report("an item is twice in a list") }
    }

    /// Cells show what the input says, and fail now and then.
    private static func source(_ random: Choices) -> DataSource {
        let source = DataSource()
        var random = random
        source.cellProvider = { (_, _) throws(DiffableError) in
            if random.once(in: 24) { throw DiffableError(.providerFailed, "refused") }
            func text(_ limit: Int) -> [UInt8] { (0..<random.below(limit)).map { _ in UInt8(random.below(256)) } }
            return Cell(
                text: text(5), detail: text(3), secondaryText: text(2), image: text(2), accessory: text(2), height: random.below(4),
                indentation: random.below(3))
        }
        source.supplementaryProvider = { (_, section, _) in Cell(text: section.token) }
        source.reorderingHandlers.canReorderItem = { _ in true }
        return source
    }

    private static func show(_ model: ReferenceModel, in source: DataSource) {
        guard let snapshot = try? Snapshot(model) else { return report("a model that cannot be built") }
        let before = ReferenceModel(read: source.snapshot())
        do throws(DiffableError) {
            try source.apply(snapshot)
            if ReferenceModel(read: source.snapshot()).sections != model.sections { report("the list is not what was applied") }
        } catch {
            if ReferenceModel(read: source.snapshot()) != before { report("an apply failed and changed the list") }
        }
    }

    private static func listen(to list: InteractiveList) {
        for _ in 0..<12 {
            do throws(DiffableError) {
                if case .leave = try list.wait() { return }
                _ = try list.perform()
            } catch {
                if error.code != .providerFailed { report("the terminal fails: \(error.code.name)") }
            }
        }
    }
}

/// What is wrong ends the process, for libFuzzer to keep the input.
func report(_ flaw: String) {
    fatalError(flaw)
}
