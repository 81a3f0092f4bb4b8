import DiffableEngine

/// The colour of a line, as in git's differences. It says nothing that the signs do not.
package struct LineColor {
    package enum Weight {
        case normal, bold, dim
    }

    package enum Hue: Int {
        case red = 31
        case green = 32
        case yellow = 33
        case cyan = 36
    }

    package var weight = Weight.normal
    package var hue: Hue?

    package static let dim = LineColor(weight: .dim)

    /// Reset at the end of the line, so that a pager can show any part of a text.
    func applied(to line: String) -> String {
        var codes =
            switch weight {
            case .normal: ""
            case .bold: "1"
            case .dim: "2"
            }
        if let hue { codes += (codes.isEmpty ? "" : ";") + "\(hue.rawValue)" }
        return line.isEmpty || codes.isEmpty ? line : "\u{1B}[" + codes + "m" + line + "\u{1B}[m"
    }
}

extension LineColor {
    init(_ mark: RowMark, isBold: Bool = false) {
        weight = isBold ? .bold : .normal
        hue =
            switch mark.sign {
            case .unchanged: nil
            case .inserted: .green
            case .deleted: .red
            case .moved: .cyan
            case .updated: .yellow
            }
    }
}
