import Diffable
@testable import TestSupport

/// libFuzzer calls this with each input. The first byte chooses the types of sections and items, and what the other
/// bytes are: edits of a list, of a tree or of a list with trees, calls of a data source, changes of derived lists, or
/// JSON.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let input = UnsafeBufferPointer(start: data, count: size)
    guard let first = input.first else { return 0 }
    let bytes = Choices.Bytes(Array(input.dropFirst()))
    switch first {
    case 224...231: runDerived(DerivedProgram<Int, Row>(Choices(bytes)), bytes)
    case 232...239: runDerived(DerivedProgram<Row, CollidingRow>(Choices(bytes)), bytes)
    case 240...247: runDerived(DerivedProgram<String, Payment>(Choices(bytes)), bytes)
    case 248...255: runDerived(DerivedProgram<Int, Crowded>(Choices(bytes)), bytes)
    default: runUnderived(first, bytes)
    }
    return 0
}

private func runUnderived(_ first: UInt8, _ bytes: Choices.Bytes) {
    switch first % 32 {
    case 0: ListSession<Int, Int>(bytes).run()
    case 1: ListSession<Int, String>(bytes).run()
    case 2: ListSession<String, Row>(bytes).run()
    case 3: ListSession<Row, Row>(bytes).run()
    case 4: ListSession<Payment, Payment>(bytes).run()
    case 5: ListSession<Colliding, Colliding>(bytes).run()
    case 6: ListSession<Int, CollidingRow>(bytes).run()
    case 7: ListSession<Crowded, Crowded>(bytes).run()
    case 8: ListSession<Int, Named>(bytes).run()
    case 9: ListSession<Int, LyingRow>(bytes).run()
    case 10: runTree(TreeProgram<Int>(Choices(bytes)), bytes)
    case 11: runTree(TreeProgram<String>(Choices(bytes)), bytes)
    case 12: runTree(TreeProgram<Row>(Choices(bytes)), bytes)
    case 13: runTree(TreeProgram<CollidingRow>(Choices(bytes)), bytes)
    case 14: runTree(TreeProgram<Crowded>(Choices(bytes)), bytes)
    case 15, 16: SourceSession<Int, Row>(bytes).run()
    case 17, 18: SourceSession<String, String>(bytes).run()
    case 19, 20: SourceSession<Row, CollidingRow>(bytes).run()
    case 21, 22: SourceSession<Crowded, Crowded>(bytes).run()
    case 23, 24: SourceSession<Payment, Named>(bytes).run()
    case 25: LiarSession<EqualWithOtherHash>(bytes).run()
    case 26: LiarSession<NeverEqual>(bytes).run()
    case 27: LiarSession<OtherHashEachTime>(bytes).run()
    case 28: LiarSession<Rehashed>(bytes).run()
    case 29: runForest(ForestProgram<Int, Row>(Choices(bytes)), bytes)
    case 30: runForest(ForestProgram<Crowded, Crowded>(Choices(bytes)), bytes)
    default: CodingSession(bytes).run()
    }
}

private func runDerived<Section, Item>(_ program: DerivedProgram<Section, Item>, _ bytes: Choices.Bytes) {
    var program = program
    while !bytes.hasRunOut {
        do { if let mismatch = try program.advance(1) { report(mismatch) } } catch { report("\(error)") }
    }
}

private func runTree<Item>(_ program: TreeProgram<Item>, _ bytes: Choices.Bytes) {
    var program = program
    while !bytes.hasRunOut {
        if let mismatch = program.advance(1) { report(mismatch) }
    }
    var tree = program.tree
    if tree.debugDescription != tree.description || tree.visualDescription() != tree.description {
        report("descriptions of \(tree)")
    }
    if tree.customMirror.children.count != tree.items.count { report("the mirror of \(tree)") }
    let kept = Array(tree.items.prefix(3))
    tree.keepExpansion(kept)
    for (index, item) in tree.items.enumerated() where tree.keepsExpansion(item) != (index < kept.count) {
        report("\(item) keeps its expansion")
    }
}

private func runForest<Section, Item>(_ program: ForestProgram<Section, Item>, _ bytes: Choices.Bytes) {
    var program = program
    while !bytes.hasRunOut {
        if let mismatch = program.advance(1) { report(mismatch) }
    }
    var list = program.list
    _ = (list.description, list.customMirror.children.count)
    list.keepChildren(list.allItemIdentifiers)
    list.keepExpansion(list.allItemIdentifiers)
    for item in list.allItemIdentifiers where !list.keepsExpansion(item) { report("\(item) keeps no expansion") }
}

/// Ends the process, which libFuzzer reports with the input.
func report(_ message: String, _ trace: [String] = []) -> Never {
    fatalError((trace + [message]).joined(separator: "\n"))
}
