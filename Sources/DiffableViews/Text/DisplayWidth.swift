import DiffableEngine

/// How many columns text takes on a terminal: zero, one or two for each character (grapheme cluster).
///
/// East Asian Wide and Fullwidth characters (Unicode Standard Annex #11), which include emoji, take two columns.
/// Ambiguous characters take one. Combining marks and joiners take none. The ranges are from the Unicode Character
/// Database 16. The tables of the standard library are not used, because they would be larger than the rest of this
/// library.
package func displayWidth(_ text: String) -> Int {
    var bytes = text
    if bytes.withUTF8({ $0.allSatisfy { $0 < 0x80 } }) { return text.utf8.count }
    var width = -1
    // Text is shown after a blank, and a combining mark at its beginning joins that blank. So it is measured with the
    // blank.
    for character in " " + text { width += displayWidth(character) }
    return width
}

/// Text cut to at most `limit` columns (1 or more). Text that was cut ends in an ellipsis.
package func truncated(_ text: String, toWidth limit: Int) -> String {
    if displayWidth(text) <= limit { return text }
    var result = ""
    var width = 0
    for character in text {
        width += displayWidth(character)
        if width >= limit { break }
        result.append(character)
    }
    return result + "…"
}

package func displayWidth(_ character: Character) -> Int {
    var width = 0
    var first: UInt32?
    for scalar in character.unicodeScalars {
        let value = scalar.value
        first = first ?? value
        let isEmoji = mayBeEmoji(first ?? 0)
        // A skin tone modifier after a letter is an emoji of its own.
        if isWide(value) { return isEmoji ? 2 : width + 2 }
        if isEmoji && value == 0xFE0F { return 2 }
        if width == 0 && !isZeroWidth(value) { width = 1 }
        // The vowel AM of Thai and Lao is in the cluster of the consonant before it, but takes a column of its own.
        if value == 0xE33 || value == 0xEB3, value != first { width = 2 }
    }
    return width
}

/// Whether variation selector 16 makes the scalar an emoji: symbols, and the digits of keycaps.
private func mayBeEmoji(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x23, 0x2A, 0x30...0x39, 0xA9, 0xAE, 0x203C...0x2BFF, 0x1F000...0x1FAFF: true
    default: false
    }
}

/// Whether a scalar at the beginning of a character takes no column: combining marks from blocks that contain nothing
/// else, joiners, Hangul vowels and final consonants, and other scalars without a glyph. Marks behind a scalar that
/// takes a column need not be listed, because only wide scalars are counted there.
private func isZeroWidth(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0..<0xAD: false
    case 0xAD, 0x300...0x36F, 0x483...0x489, 0x591...0x5BD, 0x610...0x61A, 0x64B...0x65F, 0x1160...0x11FF,
        0x180B...0x180F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x200B...0x200F, 0x2060...0x206F, 0x20D0...0x20FF,
        0xD7B0...0xD7FB, 0xFE00...0xFE0F, 0xFE20...0xFE2F, 0xFEFF, 0xE0000...0xE0FFF:
        true
    default: false
    }
}

/// Whether the property East_Asian_Width is Wide or Fullwidth, or the scalar is a regional indicator.
private func isWide(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0..<0x1100: false
    case 0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x23F0, 0x23F3, 0x25FD...0x25FE,
        0x2614...0x2615, 0x2630...0x2637, 0x2648...0x2653, 0x267F, 0x268A...0x268F, 0x2693, 0x26A1, 0x26AA...0x26AB,
        0x26BD...0x26BE, 0x26C4...0x26C5, 0x26CE, 0x26D4, 0x26EA, 0x26F2...0x26F3, 0x26F5, 0x26FA, 0x26FD, 0x2705,
        0x270A...0x270B, 0x2728, 0x274C, 0x274E, 0x2753...0x2755, 0x2757, 0x2795...0x2797, 0x27B0, 0x27BF,
        0x2B1B...0x2B1C, 0x2B50, 0x2B55, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0xA4CF, 0xA960...0xA97F,
        0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
        0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1D300...0x1D356, 0x1D360...0x1D376, 0x1F004, 0x1F0CF, 0x1F18E,
        0x1F191...0x1F19A, 0x1F1E6...0x1F202, 0x1F210...0x1F265, 0x1F300...0x1F320, 0x1F32D...0x1F335,
        0x1F337...0x1F37C, 0x1F37E...0x1F393, 0x1F3A0...0x1F3CA, 0x1F3CF...0x1F3D3, 0x1F3E0...0x1F3F0, 0x1F3F4,
        0x1F3F8...0x1F43E, 0x1F440, 0x1F442...0x1F4FC, 0x1F4FF...0x1F53D, 0x1F54B...0x1F54E, 0x1F550...0x1F567,
        0x1F57A, 0x1F595...0x1F596, 0x1F5A4, 0x1F5FB...0x1F64F, 0x1F680...0x1F6C5, 0x1F6CC, 0x1F6D0...0x1F6D2,
        0x1F6D5...0x1F6D8, 0x1F6DC...0x1F6DF, 0x1F6EB...0x1F6EC, 0x1F6F4...0x1F6FC, 0x1F7E0...0x1F7EB, 0x1F7F0,
        0x1F90C...0x1F93A, 0x1F93C...0x1F945, 0x1F947...0x1F9FF, 0x1FA70...0x1FA7C, 0x1FA80...0x1FA8A,
        0x1FA8E...0x1FAC6, 0x1FAC8, 0x1FACD...0x1FADC, 0x1FADF...0x1FAEA, 0x1FAEF...0x1FAF8, 0x20000...0x2FFFD,
        0x30000...0x3FFFD:
        true
    default: false
    }
}
