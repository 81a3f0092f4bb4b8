/// The observers of a data source, in the order in which they were added.
struct Observers {
    struct Observer {
        let token: UInt64
        let handler: DataSource.TransactionHandler
    }

    private var all: [Observer] = []
    /// The token of the observer that was added last; 0 if there was none. Tokens ascend and are never reused.
    private(set) var lastToken: UInt64 = 0

    mutating func add(_ handler: @escaping DataSource.TransactionHandler) -> UInt64 {
        lastToken += 1
        all.append(Observer(token: lastToken, handler: handler))
        return lastToken
    }

    mutating func remove(_ token: UInt64) -> Observer? {
        let index = lowerBound(in: all) { $0.token < token }
        guard index < all.count, all[index].token == token else { return nil }
        return all.remove(at: index)
    }

    /// The first observer with a token in the range. Observers may be added and removed between two calls.
    func first(after token: UInt64, upTo last: UInt64) -> Observer? {
        let index = lowerBound(in: all) { $0.token <= token }
        guard index < all.count, all[index].token <= last else { return nil }
        return all[index]
    }
}
