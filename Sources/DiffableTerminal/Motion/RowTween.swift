import DiffableEngine
import DiffableViews

/// The path of a row from its old point on the screen to its new one, as a function of time alone. Times are in milliseconds.
struct RowTween {
    struct Point: Equatable {
        var line: Int
        var column = 0
    }

    static var duration: Int { 300 }
    /// The time between two frames.
    static var frame: Int { 25 }

    var from: Point
    var to: Point
    var start: Int
    /// Whether the row disappears at the end.
    var isLeaving = false
    var fades = false

    func isOver(at time: Int) -> Bool {
        start + Self.duration <= time
    }

    /// From 0 to 1000, slower towards the end (cubic ease-out).
    private func progress(at time: Int) -> Int {
        let rest = 1000 - min(max(0, time - start), Self.duration) * 1000 / Self.duration
        return 1000 - rest * rest / 1000 * rest / 1000
    }

    func point(at time: Int) -> Point {
        // The distance to the end is rounded, so that a row is at its end as soon as less than half a cell is missing. Towards the
        // end a row is slow, and would otherwise stay one cell away for long.
        let rest = 1000 - progress(at: time)
        func rounded(_ distance: Int) -> Int { (2 * distance * rest + (distance < 0 ? -1000 : 1000)) / 2000 }
        return Point(
            line: to.line + rounded(from.line - to.line), column: to.column + rounded(from.column - to.column))
    }

    /// The style of the row; nil if it is not visible. A row fades out as it fades in, backwards, so that a deletion is visible as long as
    /// an insertion.
    func style(at time: Int) -> Style? {
        if isLeaving && isOver(at: time) { return nil }
        if !fades { return [] }
        let presence = progress(at: isLeaving ? 2 * start + Self.duration - time : time)
        return presence < 300 ? nil : presence < 900 ? .dim : []
    }
}

extension RowAnimation {
    /// The point outside of the visible area from which an inserted row comes, and to which a deleted row goes. For animations that
    /// fade, it is the row's own point.
    func outside(_ point: RowTween.Point, columns: Int, height: Int) -> RowTween.Point {
        switch self {
        case .left: RowTween.Point(line: point.line, column: -columns)
        case .right: RowTween.Point(line: point.line, column: columns)
        case .top: RowTween.Point(line: point.line - height)
        case .bottom: RowTween.Point(line: point.line + height)
        case .automatic, .fade, .middle, .none: point
        }
    }
}
