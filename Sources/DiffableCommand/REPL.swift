import CLibc
import CLua
import DiffableEngine

/// Reads Lua, runs it, and prints what it returns.
struct REPL {
    enum Input {
        case line([UInt8])
        /// ^C: the entry is left out, and another begins.
        case interrupted
        case end
    }

    let interpreter: Interpreter
    private let screen: UnsafeMutablePointer<FILE>?
    /// Nil where there is no terminal: then lines are read as they come.
    private let editor: Editor?

    init(interpreter: Interpreter) {
        self.interpreter = interpreter
        screen = interpreter.screen == STDERR_FILENO ? diffable_stderr() : diffable_stdout()
        let isTerminal = isatty(STDIN_FILENO) != 0 && isatty(interpreter.screen) != 0
        editor = isTerminal ? Editor(interpreter: interpreter, screen: screen) : nil
    }

    func run() {
        if editor != nil { fputs("\(Tour.banner)\n", screen) }
        while true {
            switch read(prompt: "> ") {
            case .interrupted: continue
            case .end:
                fputs("\n", screen)
                return
            case .line(let line):
                guard let command = REPLCommand(line) else {
                    if !enter(line) { return }
                    continue
                }
                editor?.remember(line)
                switch command {
                case .quit: return
                case .help: fputs(Tour.text, screen)
                case .unknown: interpreter.report("\(String(decoding: line, as: UTF8.self)): no such command; there are .help and .quit")
                }
            }
        }
    }

    /// Reads on until the text is a whole piece of Lua, and runs it. False at the end of the input.
    private func enter(_ line: [UInt8]) -> Bool {
        var text = line
        var isLast = false
        while true {
            interpreter.push(.compile)
            interpreter.push(text)
            lua_pushboolean(interpreter.state, isLast ? 1 : 0)
            // A message alone: the place in the chunk that raised it tells nobody anything.
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
                fputs("\n", screen)
                isLast = true
            }
        }
        editor?.remember(text)
        evaluate(text)
        return true
    }

    /// Runs what is compiled on the stack and shows its results.
    private func evaluate(_ text: [UInt8]) {
        let state = interpreter.state
        let base = lua_gettop(state) - 1
        interpreter.push(.show)
        interpreter.push(text)
        // show, text, chunk: the results come to lie behind show's first argument.
        lua_rotate(state, base + 1, -1)
        if interpreter.call(arguments: 0, results: LUA_MULTRET) {
            _ = interpreter.call(arguments: lua_gettop(state) - base - 1)
        }
        lua_settop(state, base)
    }

    // MARK: - Lines

    private func read(prompt: StaticString) -> Input {
        if let editor { return editor.read(prompt: prompt) }
        fputs(UnsafeRawPointer(prompt.utf8Start).assumingMemoryBound(to: CChar.self), screen)
        fflush(screen)
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
}
