/// Guesses which handle comes next in a list, from those before.
///
/// It is mostly the one behind the last; the one behind that where something was deleted; or where something
/// was put in between, one of these two from before that.
struct HandleGuess {
    private var expected: Handle = 0
    private var resumed: Handle = 0

    /// The handle that comes next, if one of the guesses is right.
    @inline(__always)
    mutating func next(_ isRight: (Handle) -> Bool) -> Handle? {
        if isRight(expected) { return move(to: expected) }
        if isRight(expected &+ 1) { return move(to: expected &+ 1) }
        if isRight(resumed) { return move(to: resumed) }
        if isRight(resumed &+ 1) { return move(to: resumed &+ 1) }
        return nil
    }

    /// Says what came next; returns whether it was expected.
    @inline(__always)
    mutating func jump(to handle: Handle) -> Bool {
        let wasExpected = handle == expected
        if !wasExpected { resumed = expected }
        expected = handle &+ 1
        return wasExpected
    }

    @inline(__always)
    private mutating func move(to handle: Handle) -> Handle {
        expected = handle &+ 1
        return handle
    }
}
