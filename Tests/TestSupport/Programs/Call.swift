@testable import DiffableEngine

/// One line of a program. The language is described in Tests/Programs/README.md.
indirect enum Call {
    case edit(Int, Edit)
    case new(Int)
    case copy(Int, of: Int)
    case state(Int)
    case find(Int, Identifier)
    case at(Int, IndexPath)
    case items(Int, Identifier?)
    case equal(Int, Int)
    case difference(Int, Int)

    case tree(Int, TreeEdit)
    case replaceChildren(Int, of: Identifier, with: Int)
    case snapshotOf(Int, Identifier, into: Int, isWhole: Bool)
    case copyTree(Int, of: Int)
    case treeState(Int)
    case findInTree(Int, Identifier)
    case equalTrees(Int, Int)

    case fetch(Int)
    case newSnapshot(Int)
    case fetchSection(Int, Identifier)
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

    case apply(Int, AnimationChoice)
    case reloadData(Int)
    case applySection(Int, Element, AnimationChoice)
    case toggle(Identifier)
    case reorder(IndexPath, IndexPath)
}

extension Call {
    /// The call that reads the state which this one may have changed; nil if there is none.
    var inspection: Call? {
        switch self {
        case .edit(let register, _), .new(let register), .copy(let register, _), .fetch(let register), .newSnapshot(let register):
            .state(register)
        case .tree(let register, _), .replaceChildren(let register, _, _), .snapshotOf(_, _, let register, _),
            .copyTree(let register, _), .fetchSection(let register, _):
            .treeState(register)
        case .apply, .reloadData, .applySection, .toggle, .reorder, .cell, .supplementary, .render: .source
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
    case children(Int)
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
