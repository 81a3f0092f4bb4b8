import DiffableEngine
import DiffableViews

/// The way of a row from where it was to where it is: a function of time alone.
struct RowTween {
    struct Place: Equatable {
        var line: Int
        var column = 0
    }

    /// In milliseconds.
    static var duration: Int { 300 }
    /// Between two frames.
    static var frame: Int { 25 }

    var from: Place
    var to: Place
    var start: Int
    /// At its end the row is gone.
    var isLeaving = false
    var fades = false

    func isOver(at time: Int) -> Bool {
        start + Self.duration <= time
    }

    /// In thousandths, slower towards the end.
    private func progress(at time: Int) -> Int {
        let rest = 1000 - min(max(0, time - start), Self.duration) * 1000 / Self.duration
        return 1000 - rest * rest / 1000 * rest / 1000
    }

    func place(at time: Int) -> Place {
        // Counted from the end, where a row is slow: it is in its place when less than half a step is missing.
        let rest = 1000 - progress(at: time)
        func rounded(_ distance: Int) -> Int { (2 * distance * rest + (distance < 0 ? -1000 : 1000)) / 2000 }
        return Place(
            line: to.line + rounded(from.line - to.line), column: to.column + rounded(from.column - to.column))
    }

    /// How the row looks; nil where it is not seen.
    func style(at time: Int) -> Style? {
        if isLeaving && isOver(at: time) { return nil }
        if !fades { return [] }
        let presence = isLeaving ? 1000 - progress(at: time) : progress(at: time)
        return presence < 300 ? nil : presence < 900 ? .dim : []
    }
}

extension RowAnimation {
    /// Where a row comes from that is new, and goes to that is deleted, outside of what is seen; its own place where it fades.
    func outside(_ place: RowTween.Place, columns: Int, height: Int) -> RowTween.Place {
        switch self {
        case .left: RowTween.Place(line: place.line, column: -columns)
        case .right: RowTween.Place(line: place.line, column: columns)
        case .top: RowTween.Place(line: place.line - height)
        case .bottom: RowTween.Place(line: place.line + height)
        case .automatic, .fade, .middle, .none: place
        }
    }
}
