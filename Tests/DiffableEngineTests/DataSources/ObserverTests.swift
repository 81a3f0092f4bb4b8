import Testing

@testable import DiffableEngine
@testable import TestSupport

@Suite struct ObserverTests {
    private let source = DataSource()

    @Test func theyComeAndGo() throws {
        var told: [Int] = []
        let tokens = (0..<3).map { number in source.addObserver { _ in told.append(number) } }
        try source.apply(try list("s: a"))
        #expect(told == [0, 1, 2])
        #expect(source.removeObserver(tokens[1]))
        #expect(!source.removeObserver(tokens[1]))
        #expect(!source.removeObserver(0))
        try source.apply(try list("s: b"))
        #expect(told == [0, 1, 2, 0, 2])
        #expect(!tokens.contains(source.addObserver { _ in }))
    }

    /// Each observer removes one of three and adds another. The removed ones are not called any more, the added ones
    /// not yet.
    @Test(arguments: 0..<3, 0..<3) func changedInsideAnObserver(by actor: Int, removed: Int) throws {
        var told: [Int] = []
        var tokens: [UInt64] = []
        for number in 0..<3 {
            tokens.append(
                source.addObserver { _ in
                    told.append(number)
                    guard number == actor, source.removeObserver(tokens[removed]) else { return }
                    source.addObserver { _ in told.append(3) }
                })
        }
        try source.apply(try list("s: a"))
        #expect(told == (0..<3).filter { $0 != removed || removed <= actor })
        told = []
        try source.apply(try list("s: b"))
        #expect(told == (0..<4).filter { $0 != removed })
    }

    /// An apply that was called in an observer sees the observers that were added before it runs.
    @Test func aQueuedApplySeesObserversAddedMeanwhile() throws {
        var told: [String] = []
        source.addObserver { (_) throws(DiffableError) in
            told.append("first")
            guard told.count == 1 else { return }
            source.addObserver { _ in told.append("second") }
            try source.apply(Snapshot())
        }
        try source.apply(try list("s: a"))
        #expect(told == ["first", "first", "second"])
    }

    private final class Token {}

    @Test func aRemovedObserverIsReleased() throws {
        weak var weakToken: Token?
        let observer: UInt64
        do {
            let token = Token()
            weakToken = token
            observer = source.addObserver { _ in _ = token }
        }
        #expect(weakToken != nil)
        #expect(source.removeObserver(observer))
        #expect(weakToken == nil)
    }
}
