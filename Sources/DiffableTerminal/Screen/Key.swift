import DiffableEngine
import DiffableViews

/// A key press, or a press of a mouse button.
struct Key {
    enum Code: Equatable {
        case up, down, left, right, home, end, pageUp, pageDown, insert, delete
        case enter, tab, backspace, escape, function(Int)
        /// One printable character, or the space.
        case character(String)
        case click, wheelUp, wheelDown
        /// The mouse was moved to another place with its button down.
        case drag
        /// Pasted text, without control characters.
        case paste(String)

        static func == (left: Code, right: Code) -> Bool {
            left.name.utf8.elementsEqual(right.name.utf8)
        }
    }

    struct Modifiers: OptionSet {
        let rawValue: Int

        // The raw values are those that terminals report.
        static let shift = Modifiers(rawValue: 1)
        static let alt = Modifiers(rawValue: 2)
        static let control = Modifiers(rawValue: 4)
    }

    var code: Code
    var modifiers: Modifiers = []
    /// The position of the mouse, from 0.
    var row = 0
    var column = 0

    /// The name in events: "page_up", "ctrl+x", "shift+up", "a".
    var name: String {
        var name = ""
        if modifiers.contains(.control) { name += "ctrl+" }
        if modifiers.contains(.alt) { name += "alt+" }
        if modifiers.contains(.shift) { name += "shift+" }
        return name + code.name
    }
}

extension Key.Code {
    var name: String {
        switch self {
        case .up: "up"
        case .down: "down"
        case .left: "left"
        case .right: "right"
        case .home: "home"
        case .end: "end"
        case .pageUp: "page_up"
        case .pageDown: "page_down"
        case .insert: "insert"
        case .delete: "delete"
        case .enter: "enter"
        case .tab: "tab"
        case .backspace: "backspace"
        case .escape: "escape"
        case .function(let number): "f\(number)"
        case .character(let text): text.utf8.elementsEqual(" ".utf8) ? "space" : text
        case .click: "click"
        case .drag: "drag"
        case .wheelUp: "wheel_up"
        case .wheelDown: "wheel_down"
        case .paste: "paste"
        }
    }
}
