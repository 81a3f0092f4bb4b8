// What an apply of typed items costs beside Heckel's algorithm on the same values. Each line is a ratio: the median of rounds in
// which both run one after the other. A cycle describes a list anew, alternately two lists, and applies it without a view.
import Diffable

struct Row: Identifiable, Hashable, Sendable {
    let id: String
    var revision: Int
}

/// The rounds of a list of a length, so that each measurement takes about as long.
func rounds(_ count: Int) -> Int { max(9, min(2_000, 400_000 / count)) }

func seconds(_ body: () -> Void) -> Double {
    let duration = ContinuousClock().measure(body)
    return Double(duration.components.attoseconds) / 1e18 + Double(duration.components.seconds)
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

/// - Parameter make: the item of a number, in a version.
func measure<Item: Hashable & Sendable>(
    _ name: String, _ count: Int, _ make: (_ number: Int, _ version: Int) -> Item,
    _ snapshot: () -> DiffableDataSourceSnapshot<Int, Item>, _ hasEqualContent: (Item, Item) -> Bool
) {
    // One item in a hundred, at least one, is replaced, deleted, inserted or moved.
    let changes = max(1, count / 100)
    let old = (0..<count).map { make($0, 0) }
    var new = (0..<count).map { make($0, $0 % 97 == 5 ? 1 : 0) }
    for change in 0..<changes {
        let place = (change * 100 + 3) % count
        switch change % 4 {
        case 0: new[place] = make(count + change, 0)
        case 1: new.remove(at: place)
        case 2: new.insert(make(count + change, 0), at: place)
        default: new.append(new.remove(at: place))
        }
    }
    let lists = [old, new]
    let source = DiffableDataSource<Int, Item>(cellProvider: { _, _ in Cell() })
    source.view = nil
    var (heckel, free, anew): ([Double], [Double], [Double]) = ([], [], [])
    for round in 0..<rounds(count) * 2 {
        let list = lists[round % 2]
        heckel.append(seconds { _ = heckelDifference(from: lists[1 - round % 2], to: list, hasEqualContent: hasEqualContent).count })
        source.apply(full(snapshot(), lists[1 - round % 2]))
        free.append(seconds { source.apply(full(snapshot(), list)) })
        source.apply(full(snapshot(), lists[1 - round % 2]))
        anew.append(seconds { source.apply(full(source.newSnapshot(), list)) })
    }
    let peer = median(heckel)
    func line(_ what: String, _ values: [Double]) {
        let time = median(values)
        print(
            "\(name) \(count) \(what): \(Double(Int(time / peer * 1000)) / 1000) of Heckel, "
                + "\(Double(Int(time * 1e8)) / 100) us, \(Int(time * 1e9 / Double(count))) ns an item (Heckel \(Int(peer * 1e9 / Double(count))))")
    }
    line("free", free)
    line("anew", anew)
}

func full<Item>(_ empty: DiffableDataSourceSnapshot<Int, Item>, _ items: [Item]) -> DiffableDataSourceSnapshot<Int, Item> {
    var snapshot = empty
    snapshot.appendSections([0])
    snapshot.appendItems(items)
    return snapshot
}

/// Strings of 36 bytes, as identifiers of a server are.
func identifier(_ number: Int) -> String {
    let digits = String(number)
    return "3f2504e0-4f89-41d3-9a0c-" + String(repeating: "0", count: 12 - digits.count) + digits
}

for count in [10, 100, 1_000, 100_000] {
    measure("String", count, { number, _ in identifier(number) }, { DiffableDataSourceSnapshot() }, { _, _ in true })
    measure("Int", count, { number, _ in number }, { DiffableDataSourceSnapshot() }, { _, _ in true })
    measure("Row", count, { Row(id: identifier($0), revision: $1) }, { DiffableDataSourceSnapshot() }, { $0.revision == $1.revision })
}
