import DiffableEngine
import DiffableViews

/// What a list needs of a terminal; tests give it one without a screen.
package struct Terminal {
    package enum Input {
        case bytes([UInt8])
        /// Nothing came in the time given, or only the size changed.
        case nothing
        /// The program was stopped and goes on: what it had drawn is gone.
        case resumed
        /// Nothing will come any more, or the program was asked to end.
        case end
    }

    package var size: () -> (columns: Int, rows: Int)
    /// Waits for input, at most so many milliseconds; nil for as long as it takes.
    package var read: (_ milliseconds: Int?) -> Input
    package var write: ([UInt8]) throws(DiffableError) -> Void
    /// In milliseconds, from any moment on.
    package var now: () -> Int
    /// Gives the terminal back as it was.
    package var close: () -> Void

    package init(
        size: @escaping () -> (columns: Int, rows: Int), read: @escaping (_ milliseconds: Int?) -> Input,
        write: @escaping ([UInt8]) throws(DiffableError) -> Void, now: @escaping () -> Int, close: @escaping () -> Void
    ) {
        self.size = size
        self.read = read
        self.write = write
        self.now = now
        self.close = close
    }
}
