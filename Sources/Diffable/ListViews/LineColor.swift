/// The colour of a line, as in git's differences. It says nothing that the signs do not.
struct LineColor {
    /// What stands in the escape sequence; empty for none.
    private let codes: String

    static let dim = LineColor(codes: "2")

    init(_ mark: RowMark, isBold: Bool = false) {
        let color =
            switch mark.sign {
            case .unchanged: ""
            case .inserted: "32"
            case .deleted: "31"
            case .moved: "36"
            case .updated: "33"
            }
        codes = isBold ? color.isEmpty ? "1" : "1;" + color : color
    }

    private init(codes: String) {
        self.codes = codes
    }

    /// Reset at the end of the line, so that a pager can show any part of a text.
    func applied(to line: String) -> String {
        line.isEmpty || codes.isEmpty ? line : "\u{1B}[" + codes + "m" + line + "\u{1B}[m"
    }
}
