import CLibc
import CLua
import CTerminal
import CommandLua
import DiffableEngine
import DiffableTerminal

/// Reads Lua, runs it, and prints what it returns.
final class REPL {
    enum Input {
        case line([UInt8])
        /// ^C: the entry is dropped, and another one begins.
        case interrupted
        case end
    }

    let interpreter: Interpreter
    let recorder: Recorder
    /// The entries of this session, for `.save`.
    private(set) var entered: [UInt8] = []
    /// Whether a recorded page could not be written.
    private var hasFailed = false
    /// Whether the time that an entry takes is shown.
    var isTimed = false
    private let showsPrompts: Bool
    /// Nil if there is no terminal: then lines are read without editing.
    private let editor: Editor?

    /// - Parameter showsPrompts: false for lines that no person types.
    init(interpreter: Interpreter, recorder: Recorder, showsPrompts: Bool = true) {
        self.interpreter = interpreter
        self.recorder = recorder
        self.showsPrompts = showsPrompts
        let isTerminal = [STDIN_FILENO, STDOUT_FILENO].allSatisfy { terminal_kind_of($0) != TERMINAL_NONE }
        editor = isTerminal ? Editor(interpreter: interpreter) : nil
    }

    /// Runs until the end of the input, or `.quit`. Returns false if a recorded page could not be written, after
    /// reporting that.
    func run() -> Bool {
        interpreter.becomeInteractive()
        if editor != nil { show("\(Command.versionText). Type .help for a tour.\n") }
        while true {
            switch read(prompt: "> ") {
            case .interrupted: continue
            case .end:
                endLine()
                return !hasFailed
            case .line(let line):
                guard let command = DotCommand(line) else {
                    if !enter(line) { return !hasFailed }
                    continue
                }
                editor?.remember(line)
                if !perform(command) { return !hasFailed }
            }
        }
    }

    /// Ends the current recording, and begins another one in `file`, unless `file` is nil.
    func record(_ file: String?) {
        if !recorder.finish() { hasFailed = true }
        if let file, !recorder.begin(file, interpreter) { hasFailed = true }
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
            switch read(prompt: ">> ", below: text) {
            case .line(let next): text += [UInt8(ascii: "\n")] + next
            case .interrupted: return true
            case .end:
                endLine()
                isLast = true
            }
        }
        editor?.remember(text)
        entered += text + [UInt8(ascii: "\n")]
        evaluate(text)
        return true
    }

    /// Calls the function on top of the stack, which is the compiled text, and shows its results.
    private func evaluate(_ text: [UInt8]) {
        let state = interpreter.state
        let base = lua_gettop(state) - 1
        interpreter.push(.show)
        interpreter.push(text)
        // The stack is now: show, text, function. The call replaces the function by its results, so that the text and
        // the results are the arguments of `show`.
        lua_rotate(state, base + 1, -1)
        let (shown, start) = (StandardOutput.shownApplies, diffable_command_microseconds())
        if interpreter.call(arguments: 0, results: LUA_MULTRET) {
            let end = diffable_command_microseconds()
            interpreter.set("has_shown_apply", StandardOutput.shownApplies != shown)
            _ = interpreter.call(arguments: lua_gettop(state) - base - 1)
            if isTimed { show("(\(milliseconds(end - start)) ms)\n") }
        }
        lua_settop(state, base)
    }

    /// Microseconds as milliseconds with three decimals.
    private func milliseconds(_ time: Int) -> String {
        let digits = String(time % 1000)
        return "\(time / 1000)." + String(repeating: "0", count: 3 - digits.utf8.count) + digits
    }

    func show(_ text: String) {
        fputs(text, diffable_stdout())
    }

    /// Ends the line of the last prompt.
    private func endLine() {
        if showsPrompts { show("\n") }
    }

    // MARK: - Lines

    /// - Parameter linesAbove: the lines of the entry above the line that is read.
    private func read(prompt: StaticString, below linesAbove: [UInt8] = []) -> Input {
        if let editor { return editor.read(prompt: prompt, below: linesAbove) }
        if showsPrompts { show("\(prompt)") }
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
}
