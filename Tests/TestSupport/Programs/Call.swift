@testable import DiffableEngine

/// The number of a variable of a program that holds a snapshot.
typealias Register = Int

extension Register {
    static let lists = 0..<4
    /// Those that hold section snapshots.
    static let trees = 4..<6

    var isTree: Bool { Register.trees.contains(self) }
    /// "s0" or "t0"
    var name: String { isTree ? "t\(self - Register.trees.lowerBound)" : "s\(self)" }
}

/// One line of a program. The language is described in Tests/Programs/README.md.
indirect enum Call {
    case edit(Register, Edit)
    case new(Register)
    case copy(Register, of: Register)
    case state(Register)
    case find(Register, Identifier)
    case at(Register, IndexPath)
    case items(Register, Identifier?)
    case equal(Register, Register)
    case difference(Register, Register)
    case sectionSnapshot(Register, Identifier, into: Register)
    case snapshotOf(Register, Identifier, into: Register, isWhole: Bool)

    case fetch(Register)
    case newSnapshot(Register)
    case fetchSection(Register, Identifier)
    case source
    case lookUp(Identifier)
    case row(IndexPath)
    case cell(IndexPath)
    case supplementary(String, Int)
    case render
    case transaction
    /// Nil reads the default.
    case defaultAnimation(RowAnimation?)
    case handler(Event, isOn: Bool)
    case when(Event, Int, Reaction)

    case apply(Register, AnimationChoice)
    case reloadData(Register)
    /// Applies the list that the data source had before the transaction that a callback kept.
    case undo
    case applySection(Register, Element, AnimationChoice)
    case toggle(Identifier)
    case reorder(IndexPath, IndexPath)
}

extension Call {
    /// The call that reads the state which this one may have changed; nil if there is none.
    var inspection: Call? {
        switch self {
        case .edit(let register, _), .new(let register), .copy(let register, _), .fetch(let register),
            .newSnapshot(let register),
            .sectionSnapshot(_, _, let register), .snapshotOf(_, _, let register, _), .fetchSection(let register, _):
            .state(register)
        case .apply, .reloadData, .undo, .applySection, .toggle, .reorder, .cell, .supplementary, .render: .source
        default: nil
        }
    }
}

/// The callbacks of a program.
enum Event: String {
    case cell, framed, header, footer, badge, write, observer, second, completion
    case shouldExpand = "should_expand_item", willExpand = "will_expand_item"
    case shouldCollapse = "should_collapse_item", willCollapse = "will_collapse_item"
    case children = "snapshot_for_expanding_parent"
    case canReorder = "can_reorder_item", willReorder = "will_reorder", didReorder = "did_reorder"

    static let ofApplies: [Event] = [
        .cell, .framed, .header, .footer, .badge, .write, .observer, .second, .completion,
    ]
    static let handlers: [Event] = [
        .shouldExpand, .willExpand, .shouldCollapse, .willCollapse, .children, .canReorder, .willReorder, .didReorder,
    ]

    /// Whether the callback returns yes or no.
    var isQuestion: Bool { [.shouldExpand, .shouldCollapse, .canReorder].contains(self) }
    /// Whether the callback returns a cell for each item or section.
    var isProvider: Bool { [.cell, .framed, .header, .badge].contains(self) }
}

/// What a callback does beside adding its line to the trace.
enum Reaction {
    case fail
    /// Returns no.
    case refuse
    /// Returns an invalid cell.
    case spoil
    /// Returns the section snapshot in a register.
    case children(Register)
    case perform(Call)
}

/// The animation that a call to apply asks for.
enum AnimationChoice {
    case byDefault, still
    case animated(RowAnimation)

    func animation(default defaultAnimation: RowAnimation) -> RowAnimation {
        switch self {
        case .byDefault: defaultAnimation
        case .still: .none
        case .animated(let animation): animation
        }
    }
}
