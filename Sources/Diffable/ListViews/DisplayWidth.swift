/// The columns that text takes on a terminal: for each character (grapheme cluster) none, one or two.
///
/// Wide are the East Asian Wide and Fullwidth blocks (Unicode Standard Annex #11) and what is drawn as an
/// emoji; marks that combine with what stands before them take no column of their own.
func displayWidth(_ text: String) -> Int {
    var width = 0
    for character in text { width += displayWidth(character) }
    return width
}

private func displayWidth(_ character: Character) -> Int {
    var width = 0
    for scalar in character.unicodeScalars {
        // Variation selector 16 asks for the picture.
        if isWide(scalar) || scalar.value == 0xFE0F { return 2 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: break
        default: width = 1
        }
    }
    return width
}

private func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x1100: false
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
        0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
        0x17000...0x18CFF, 0x1B000...0x1B2FF, 0x20000...0x3FFFD: true
    default: scalar.properties.isEmojiPresentation
    }
}
