import DiffableEngine

/// A line of the REPL that is a command and never Lua: a dot, letters, and an argument after blanks; or a question mark
/// and a name.
struct DotCommand {
    /// The letters, with the dot.
    var name: [UInt8]
    var argument: [UInt8]

    init?(_ line: [UInt8]) {
        let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        let isLetter = { (byte: UInt8) in (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
        let text = line.reversed().drop(while: isBlank).reversed().drop(while: isBlank)
        if text.first == UInt8(ascii: "?") {
            name = Array(".help".utf8)
            argument = Array(text.dropFirst().drop(while: isBlank))
            return
        }
        guard text.first == UInt8(ascii: ".") else { return nil }
        let letters = text.dropFirst().prefix(while: isLetter)
        let rest = text.dropFirst(1 + letters.count)
        guard !letters.isEmpty, rest.isEmpty || isBlank(rest[rest.startIndex]) else { return nil }
        name = Array(text.prefix(1 + letters.count))
        argument = Array(rest.drop(while: isBlank))
    }
}

extension REPL {
    /// Carries out a command. Returns false if it ends the REPL.
    func perform(_ command: DotCommand) -> Bool {
        let argument = String(decoding: command.argument, as: UTF8.self)
        switch command.name {
        case ".help": help(command.argument)
        case ".quit": return false
        case ".read":
            if argument.isEmpty {
                reportMisuse(command, "needs the name of a script")
            } else {
                _ = interpreter.runFile(argument, arguments: [], keepsLocals: true)
            }
        case ".more": _ = interpreter.callShared("more")
        case ".save":
            if argument.isEmpty {
                reportMisuse(command, "needs the name of a file")
            } else if let reason = replaceFile(argument, with: entered) {
                interpreter.report("\(argument): \(reason)")
            }
        case ".timer":
            switch command.argument {
            case "on": isTimed = true
            case "off": isTimed = false
            default: reportMisuse(command, "is on or off")
            }
        case ".record": record(argument: argument)
        default:
            interpreter.report("\(String(decoding: command.name, as: UTF8.self)): no such command; .help lists them")
        }
        return true
    }

    private func reportMisuse(_ command: DotCommand, _ what: String) {
        interpreter.report("\(String(decoding: command.name, as: UTF8.self)) \(what)")
    }

    private func help(_ name: [UInt8]) {
        if name.isEmpty { return show(Self.tour) }
        interpreter.push(.help)
        interpreter.push(name)
        _ = interpreter.call(arguments: 1)
    }

    /// Ends a recording. If the argument is the name of a page, begins another one.
    private func record(argument: String) {
        if argument.isEmpty || "off" ~= Array(argument.utf8) { return record(nil) }
        if let message = Options.errorMessage(forPage: argument) {
            record(nil)
            interpreter.report(".record \(message)")
        } else {
            record(argument)
        }
    }

    /// The text of `.help`. All of its indented lines can be typed, in this order.
    private static var tour: String {
        """
        Type Lua. What it returns is shown, and is in _. A line that ends in ; shows
        nothing. A tour, line by line:

          snapshot = diffable.snapshot{ { id = "fruit", items = { "apple", "pear" } } }
          snapshot                                -- what a list should be
          function title(i) return type(i) == "table" and i.title or i end
          source = diffable.data_source{ cell = title }  -- what rows show
          transaction = source:apply(snapshot)    -- makes the list so, and shows it
          snapshot:insert_items_before({ id = "fig", title = "Figs" }, "apple")
          snapshot:delete_items("pear")           -- edits change the snapshot alone
          source:apply(snapshot)                  -- finds the fewest changes
          _.difference.inserted_items             -- the same, as data
          source:index_path_of_item("apple")      -- where it is now

        Tab completes names, options and modules; the arrow keys recall entries. ^C
        clears the line, or interrupts what runs; a second one ends the program.

        .help name    what a function or type is, for example .help apply; also ?apply
        .more         shows the last result without limits
        .read file    runs a script and keeps its variables
        .save file    writes the entries of this session
        .timer on     tells how long each entry takes; .timer off
        .record file  records a page of what is applied from now on; .record off
        .quit, ^D     leaves

        """
    }
}
