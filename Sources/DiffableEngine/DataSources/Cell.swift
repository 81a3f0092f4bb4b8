/// What a row, a header or a footer shows. Texts are bytes that should be UTF-8. Views escape control characters and
/// invalid UTF-8.
///
/// Only the provider that fills a cell in changes it, before anything else refers to the cell.
public final class Cell: @unchecked Sendable {
    package var text: [UInt8]
    package var detail: [UInt8]
    package var secondaryText: [UInt8]
    package var image: [UInt8]
    package var accessory: [UInt8]
    /// In lines; 0 for as many as the cell needs.
    public package(set) var height: Int
    /// In levels.
    public package(set) var indentation: Int

    /// - Parameters:
    ///   - text: at the left.
    ///   - detail: at the right.
    ///   - secondaryText: on a second line.
    ///   - image: a glyph before the text.
    ///   - accessory: "checkmark", "disclosure", "star", "star.fill", "none" or a short text.
    ///   - height: in lines, 1 to 1,000; 0 for as many as the cell needs.
    ///   - indentation: in levels, 0 to 100.
    public convenience init(
        text: String, detail: String = "", secondaryText: String = "", image: String = "", accessory: String = "",
        height: Int = 0, indentation: Int = 0
    ) {
        self.init(
            text: Array(text.utf8), detail: Array(detail.utf8), secondaryText: Array(secondaryText.utf8),
            image: Array(image.utf8), accessory: Array(accessory.utf8), height: height, indentation: indentation)
    }

    package init(
        text: [UInt8] = [], detail: [UInt8] = [], secondaryText: [UInt8] = [], image: [UInt8] = [],
        accessory: [UInt8] = [],
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

    /// What a provider in C forgot or did wrong.
    package enum Mistake {
        case setsNothing, textAsNumber, numberAsText
    }
    package var mistake: Mistake?

    /// Whether there is nothing to read in the cell.
    package var isBlank: Bool { text.isEmpty && detail.isEmpty && secondaryText.isEmpty && image.isEmpty }

    /// The reason why the cell cannot be shown, for a message; nil if it can.
    var errorMessage: String? {
        switch mistake {
        case .setsNothing:
            return "it has no text, detail, secondary text or image; an empty row sets its text to no bytes"
        case .textAsNumber: return "diffable_cell_set_number was called with the field of a text"
        case .numberAsText: return "diffable_cell_set_text was called with the field of a number"
        case nil: break
        }
        if !(0...1000).contains(height) {
            return "height is \(height), and must be 1 to 1,000 lines, or 0 for automatic"
        }
        if !(0...100).contains(indentation) { return "indentation is \(indentation), and must be 0 to 100 levels" }
        return nil
    }
}

/// The kind of a supplementary view of a section: a header, a footer, or any other name that a view asks for.
public struct SupplementaryKind: Equatable, Sendable {
    public static let header = SupplementaryKind("header")
    public static let footer = SupplementaryKind("footer")

    public let name: String

    public init(_ name: String) {
        self.name = name
    }

    /// Compares bytes.
    public static func == (left: Self, right: Self) -> Bool {
        left.name.hasBytes(of: right.name)
    }
}
