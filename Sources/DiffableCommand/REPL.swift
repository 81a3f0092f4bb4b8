import CLibc
import CLua
import CTerminal
import DiffableEngine

/// Reads Lua, runs it, and prints what it returns.
struct REPL {
    enum Input {
        case line([UInt8])
        /// ^C: the entry is dropped, and another one begins.
        case interrupted
        case end
    }

    let interpreter: Interpreter
    /// Nil if there is no terminal: then lines are read without editing.
    private let editor: Editor?

    init(interpreter: Interpreter) {
        self.interpreter = interpreter
        let isTerminal = [STDIN_FILENO, STDOUT_FILENO].allSatisfy { terminal_kind_of($0) != TERMINAL_NONE }
        editor = isTerminal ? Editor(interpreter: interpreter) : nil
    }

    func run() {
        if editor != nil { fputs("Diffable \(version), \(String(cString: diffable_lua_release())). Type .help for a tour.\n", diffable_stdout()) }
        while true {
            switch read(prompt: "> ") {
            case .interrupted: continue
            case .end:
                fputs("\n", diffable_stdout())
                return
            case .line(let line):
                guard let command = DotCommand(line) else {
                    if !enter(line) { return }
                    continue
                }
                editor?.remember(line)
                switch command {
                case .quit: return
                case .help: fputs(Self.tour, diffable_stdout())
                case .unknown: interpreter.report("\(String(decoding: line, as: UTF8.self)): no such command; there are .help and .quit")
                }
            }
        }
    }

    /// Reads more lines until the entry is complete, and runs it. Returns false at the end of the input.
    private func enter(_ line: [UInt8]) -> Bool {
        var text = line
        var isLast = false
        while true {
            interpreter.push(.compile)
            interpreter.push(text)
            lua_pushboolean(interpreter.state, isLast ? 1 : 0)
            // No message handler: `compile` raised the error, and its traceback would not help.
            guard diffable_lua_pcall(interpreter.state, 2, 1, 0) == LUA_OK else {
                editor?.remember(text)
                _ = interpreter.reportTop()
                return !isLast
            }
            if lua_type(interpreter.state, -1) == LUA_TFUNCTION { break }
            diffable_lua_pop(interpreter.state, 1)
            switch read(prompt: ">> ") {
            case .line(let next): text += [UInt8(ascii: "\n")] + next
            case .interrupted: return true
            case .end:
                fputs("\n", diffable_stdout())
                isLast = true
            }
        }
        editor?.remember(text)
        evaluate(text)
        return true
    }

    /// Calls the function on top of the stack, which is the compiled text, and shows its results.
    private func evaluate(_ text: [UInt8]) {
        let state = interpreter.state
        let base = lua_gettop(state) - 1
        interpreter.push(.show)
        interpreter.push(text)
        // Now the stack is: show, text, function. The call puts the results after the text: all arguments of `show`.
        lua_rotate(state, base + 1, -1)
        if interpreter.call(arguments: 0, results: LUA_MULTRET) {
            _ = interpreter.call(arguments: lua_gettop(state) - base - 1)
        }
        lua_settop(state, base)
    }

    // MARK: - Lines

    private func read(prompt: StaticString) -> Input {
        if let editor { return editor.read(prompt: prompt) }
        fputs(UnsafeRawPointer(prompt.utf8Start).assumingMemoryBound(to: CChar.self), diffable_stdout())
        fflush(diffable_stdout())
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        let length = getline(&line, &capacity, diffable_stdin())
        guard length >= 0, let line else { return .end }
        return .line(Self.withoutNewline(UnsafeRawBufferPointer(start: line, count: length)))
    }

    static func withoutNewline(_ line: UnsafeRawBufferPointer) -> [UInt8] {
        Array(line.last == UInt8(ascii: "\n") ? line.dropLast() : line[...])
    }

    // MARK: - Dot commands

    /// A line of a dot and letters, which is never Lua.
    private enum DotCommand {
        case help, quit, unknown

        init?(_ line: [UInt8]) {
            let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
            let word = line.reversed().drop(while: isBlank).reversed().drop(while: isBlank)
            let isLetter = { (byte: UInt8) in (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
            guard word.count > 1, word.first == UInt8(ascii: "."), word.dropFirst().allSatisfy(isLetter) else { return nil }
            switch Array(word) {
            case ".help": self = .help
            case ".quit": self = .quit
            default: self = .unknown
            }
        }
    }

    /// What `.help` prints. Every line that is indented can be typed, in this order.
    private static let tour = """
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

        Tab completes names, the arrow keys recall entries. ^C clears the line, or
        interrupts what runs; a second one ends the program. .quit or ^D leaves.

        """
}
