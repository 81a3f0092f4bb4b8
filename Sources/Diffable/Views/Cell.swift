import DiffableEngine

/// What a row, a header or a footer shows. A cell without texts is an empty row.
public struct Cell: Hashable, Sendable {
    /// The text at the left.
    public var text: String
    /// The text at the right, such as a price.
    public var detail: String
    /// The text on a second line.
    public var secondaryText: String
    /// A glyph before the text, such as "★", which is written as it is. Names of images have no meaning here.
    public var image: String
    /// What is shown at the end of the row: "checkmark", "disclosure", "star", "star.fill", "none" or a short text.
    public var accessory: String
    /// The height in lines, 1 to 1,000; 0 for as many as the cell needs.
    public var height: Int
    /// The indentation in levels, 0 to 100.
    public var indentation: Int

    /// A cell. Views escape control characters in its texts.
    public init(
        text: String = "", detail: String = "", secondaryText: String = "", image: String = "", accessory: String = "",
        height: Int = 0, indentation: Int = 0
    ) {
        self.text = text
        self.detail = detail
        self.secondaryText = secondaryText
        self.image = image
        self.accessory = accessory
        self.height = height
        self.indentation = indentation
    }
}

extension Cell {
    init(_ cell: DiffableEngine.Cell) {
        func string(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
        self.init(
            text: string(cell.text), detail: string(cell.detail), secondaryText: string(cell.secondaryText),
            image: string(cell.image), accessory: string(cell.accessory), height: cell.height,
            indentation: cell.indentation)
    }

    var forEngine: DiffableEngine.Cell {
        DiffableEngine.Cell(
            text: text, detail: detail, secondaryText: secondaryText, image: image, accessory: accessory,
            height: height,
            indentation: indentation)
    }

    /// - Throws: `invalidCell`, if the cell cannot be shown.
    func check(_ subject: @autoclosure () -> String) throws(DiffableError) {
        if !(0...1000).contains(height) {
            throw DiffableError(
                .invalidCell, "\(subject()): height is \(height), and must be 1 to 1,000 lines, or 0 for automatic")
        }
        if !(0...100).contains(indentation) {
            throw DiffableError(
                .invalidCell, "\(subject()): indentation is \(indentation), and must be 0 to 100 levels")
        }
    }
}

/// The kinds of supplementary views that views of this module ask for. A view of your own may ask for others.
public enum SupplementaryKind {
    /// A header, above the items of a section.
    public static let header = "header"
    /// A footer, below the items of a section.
    public static let footer = "footer"
}

/// How rows appear and disappear in a view that can show motion.
public typealias RowAnimation = DiffableEngine.RowAnimation
