import DiffableEngine
import DiffableViews

/// The path of a row from its old point on the screen to its new one, as a function of time alone. Times are in
/// milliseconds.
struct RowTween {
    struct Point: Equatable {
        var line: Int
        var column = 0
    }

    /// The moment when another row passes this one, or is passed by it. Then this row jumps by the height of the other
    /// row, so that the two are never on the same line.
    struct Pass {
        /// The progress of both tweens at that moment.
        var progress: Int
        var lines: Int
    }

    /// How long a motion takes by default.
    static var standardDuration: Int { 300 }
    /// The time between two frames.
    static var frame: Int { 25 }

    var from: Point
    var to: Point
    var start: Int
    var duration = standardDuration
    /// Whether the row disappears at the end.
    var isLeaving = false
    var fades = false
    /// Whether the row starts slowly and does not slow down at the end (ease-in). A deleted row leaves in this way,
    /// which is the reverse of how a row is inserted. The other rows then also wait, and close the gap at the end.
    var waits = false
    var passes: [Pass] = []

    func isOver(at time: Int) -> Bool {
        start + duration <= time
    }

    /// Whether at least half of the time is over.
    func isHalfOver(at time: Int) -> Bool {
        start + duration / 2 <= time
    }

    /// The progress from 0 to 1000. It slows down at the end (cubic ease-out), or, if the row waits, begins slowly
    /// (cubic ease-in).
    private func progress(at time: Int) -> Int {
        let elapsed = min(max(0, time - start), duration) * 1000 / max(1, duration)
        let rest = waits ? elapsed : 1000 - elapsed
        let cube = rest * rest / 1000 * rest / 1000
        return waits ? cube : 1000 - cube
    }

    func point(at time: Int) -> Point {
        let progress = progress(at: time)
        // The distance to the end is rounded, so that a row is at its end as soon as less than half a cell is missing.
        // Towards the end a row is slow, and would otherwise stay one cell away for long.
        func rounded(_ distance: Int) -> Int {
            (2 * distance * (1000 - progress) + (distance < 0 ? -1000 : 1000)) / 2000
        }
        let coming = passes.reduce(0) { $1.progress <= progress ? $0 : $0 + $1.lines }
        let distance = passes.reduce(from.line - to.line) { $0 + $1.lines }
        return Point(line: to.line - coming + rounded(distance), column: to.column + rounded(from.column - to.column))
    }

    /// The style of the row; nil if it is not visible. A row that waits fades out in the reverse of the way in which
    /// another row fades in, so that a deletion is visible as long as an insertion.
    func style(at time: Int) -> Style? {
        if isLeaving && isOver(at: time) { return nil }
        if !fades { return [] }
        let presence = isLeaving ? 1000 - progress(at: time) : progress(at: time)
        return presence < 300 ? nil : presence < 900 ? .dim : []
    }

    /// The number of columns in which the row is drawn while it moves sideways; nil if it moves only up or down. The
    /// row is cut at the width of its text, so that it seems to come from behind an edge.
    func clip(ofLines lines: [[Glyph]]) -> Int? {
        from.column == to.column ? nil : lines.widest
    }

    /// Returns for each tween the moments when it and another row pass each other. All tweens must have the same
    /// `start`, `duration` and `waits`.
    static func passes(_ tweens: [RowTween], heights: [Int]) -> [[Pass]] {
        tweens.map { tween in
            // A row that stays on its line stays there, and is drawn above those that pass it.
            if tween.from == tween.to { return [] }
            return zip(tweens, heights).compactMap { other, height in
                let (before, after) = (other.from.line - tween.from.line, other.to.line - tween.to.line)
                if before == 0 || after == 0 || (before < 0) == (after < 0) { return nil }
                return Pass(progress: max(1, 1000 * before / (before - after)), lines: before > 0 ? height : -height)
            }
        }
    }
}

extension [[Glyph]] {
    /// The columns of the widest line.
    var widest: Int {
        reduce(0) { Swift.max($0, $1.count) }
    }
}

extension RowAnimation {
    /// The point outside of the visible area from which an inserted row comes, and to which a deleted row goes. For
    /// animations that fade, it is the row's own point.
    /// - Parameter columns: the columns of the row.
    func offscreenPoint(_ point: RowTween.Point, columns: Int, height: Int) -> RowTween.Point {
        switch self {
        case .left: RowTween.Point(line: point.line, column: -columns)
        case .right: RowTween.Point(line: point.line, column: columns)
        case .top: RowTween.Point(line: point.line - height)
        case .bottom: RowTween.Point(line: point.line + height)
        case .automatic, .fade, .middle, .none: point
        }
    }
}
