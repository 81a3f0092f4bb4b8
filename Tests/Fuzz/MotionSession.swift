@testable import DiffableEngine
@testable import DiffableTerminal
@testable import DiffableViews

/// Shows the same applies with motion and without it, on two terminals. At the end both must show the same.
enum MotionSession {
    static func run(_ input: ArraySlice<UInt8>) {
        let bytes = Choices.Bytes(Array(input))
        var random = Choices(bytes)
        var edits = EditGenerator(random: random, shape: .tiny.flat)
        let rows = random.number(in: 1...12)
        let color: TextView.Color = random.once(in: 2) ? .always : .never
        let (moving, still) = (Screen(rows: rows, color, isMoving: true), Screen(rows: rows, color, isMoving: false))
        var model = ReferenceModel()
        while !bytes.hasRunOut {
            switch random.below(8) {
            case 0:
                moving.print("printed\n")
                still.print("printed\n")
            case 1: moving.virtual.time += random.number(in: 0...400)
            default:
                for _ in 0..<random.number(in: 1...3) { _ = model.perform(edits.next(for: model)) }
                let animation = random.pick(Array(RowAnimation.allCases))
                moving.show(model, animation)
                still.show(model, animation)
            }
        }
        moving.settle()
        if moving.lines != still.lines { report("\(moving.lines) is shown with motion, and without it \(still.lines)") }
        if !moving.virtual.isAtRest { report("the state of the terminal was not restored") }
    }
}

/// A data source with a text view on a terminal.
private final class Screen {
    /// Wider than any row, so that no line wraps.
    let virtual: VirtualTerminal
    private let source = DataSource()
    private let player: MotionPlayer

    init(rows: Int, _ color: TextView.Color, isMoving: Bool) {
        let virtual = VirtualTerminal(columns: 160, rows: rows)
        self.virtual = virtual
        player = MotionPlayer(on: virtual.terminal) {}
        source.cellProvider = { (item, _) in Self.cell(item) }
        source.supplementaryProvider = { (_, _, index) in Cell(text: "section \(index)") }
        let options = TextView.Options(width: 20, context: 1, color: color)
        let sink = isMoving ? player.animationSink : nil
        source.view = TextView(options, output: TextOutput(animationSink: { sink }) { virtual.write($0) }).view
    }

    private static func cell(_ item: Element) -> Cell {
        let texts = [
            "a", "e\u{301}", "\u{4E2D}\u{6587}", "\u{1F468}\u{200D}\u{1F469}", "\u{1b}[2J", "a\nb", "\u{202E}x",
            "\u{903}",
        ]
        let choice = item.identifier.token.utf8.reduce(Int(item.revision % 64)) { $0 + Int($1) }
        return Cell(
            text: "row \(choice)", detail: texts[choice % texts.count], secondaryText: choice % 5 == 0 ? "below" : "",
            height: choice % 3, indentation: choice % 2)
    }

    func show(_ model: ReferenceModel, _ animation: RowAnimation) {
        guard let snapshot = try? Snapshot(model) else { return report("a model that cannot be built") }
        do throws(DiffableError) { try source.apply(snapshot, animation: animation) } catch {
            report("an apply fails: \(error.code.name)")
        }
    }

    func print(_ text: String) {
        settle()
        virtual.write(text)
    }

    func settle() {
        do throws(DiffableError) { try player.animationSink.finish() } catch {
            report("motion fails: \(error.code.name)")
        }
    }

    /// All lines that were written, also those that scrolled off, up to the last that is not blank.
    var lines: [String] {
        (virtual.scrollback + virtual.lines).reversed().drop { $0.isEmpty }.reversed()
    }
}
