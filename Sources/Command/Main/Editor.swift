import CEdit
import CLibc
import CLua
import CTerminal
import CommandLua

/// Reads lines typed on a terminal. libedit edits them.
final class Editor {
    private let interpreter: Interpreter
    private let history = History()
    private let line: OpaquePointer
    /// Whether the terminal can put marks around pasted text.
    private let marksPastes = terminal_kind_of(STDOUT_FILENO) == TERMINAL_CAPABLE
    fileprivate var prompt: UnsafeMutablePointer<CChar>?
    fileprivate var isInterrupted = false
    /// The lines of the current entry above the line that is edited.
    private var linesAbove: [UInt8] = []

    init?(interpreter: Interpreter) {
        // libedit decodes input by the locale. The locale "C" has only characters of one byte.
        _ = setlocale(LC_CTYPE, "")
        if diffable_edit_bytes_in_character() == 1 { _ = setlocale(LC_CTYPE, "C.UTF-8") }
        guard let line = el_init("diffable", diffable_stdin(), diffable_stdout(), diffable_stderr()) else { return nil }
        self.interpreter = interpreter
        self.line = line
        diffable_edit_set_client(line, Unmanaged.passUnretained(self).toOpaque())
        diffable_edit_configure(line, history.entries)
        diffable_edit_set_prompt(line) { Editor.editor(of: $0).prompt }
        diffable_edit_bind(line, "^C", "diffable-interrupt") { line, _ in Editor.editor(of: line).interrupt() }
        diffable_edit_bind(line, "^I", "diffable-complete") { line, _ in Editor.editor(of: line).complete() }
        diffable_edit_bind(line, DIFFABLE_COMMAND_PASTE_START, "diffable-paste") { line, _ in
            diffable_command_insert_paste(line)
            return UInt8(CC_REFRESH)
        }
    }

    deinit {
        el_end(line)
        free(prompt)
    }

    private static func editor(of line: OpaquePointer?) -> Editor {
        Unmanaged<Editor>.fromOpaque(diffable_edit_client(line)).takeUnretainedValue()
    }

    func read(prompt: StaticString, below linesAbove: [UInt8]) -> REPL.Input {
        self.linesAbove = linesAbove
        free(self.prompt)
        self.prompt = strdup(UnsafeRawPointer(prompt.utf8Start).assumingMemoryBound(to: CChar.self))
        isInterrupted = false
        fflush(diffable_stdout())
        diffable_edit_prepare(line)
        if marksPastes { diffable_command_mark_pastes(true) }
        defer { if marksPastes { diffable_command_mark_pastes(false) } }
        var length: Int32 = 0
        guard let text = el_gets(line, &length), length > 0 else { return .end }
        if isInterrupted { return .interrupted }
        return .line(REPL.withoutNewline(UnsafeRawBufferPointer(start: text, count: Int(length))))
    }

    func remember(_ entry: [UInt8]) {
        history.add(entry)
    }

    /// Shows ^C after the line, and ends the line as Enter does. `read` then drops the line.
    private func interrupt() -> UInt8 {
        isInterrupted = true
        if let info = el_line(line) { el_cursor(line, Int32(info.pointee.lastchar - info.pointee.cursor)) }
        el_insertstr(line, "^C")
        el_push(line, "\n")
        return UInt8(CC_REFRESH)
    }

    /// Inserts the common beginning of all names that fit. If there is nothing to insert, lists these names.
    private func complete() -> UInt8 {
        guard let info = el_line(line) else { return UInt8(CC_ERROR) }
        let state = interpreter.state
        let base = lua_gettop(state)
        defer { lua_settop(state, base) }
        interpreter.push(.complete)
        // The line up to the cursor.
        lua_pushlstring(state, info.pointee.buffer, info.pointee.cursor - info.pointee.buffer)
        interpreter.push(linesAbove)
        guard diffable_lua_pcall(state, 2, 2, 0) == LUA_OK else { return UInt8(CC_ERROR) }
        if let insertion = diffable_lua_tostring(state, -2) {
            el_insertstr(line, insertion)
            return UInt8(CC_REFRESH)
        }
        guard let names = diffable_lua_tostring(state, -1) else { return UInt8(CC_ERROR) }
        fputs("\n", diffable_stdout())
        fputs(names, diffable_stdout())
        return UInt8(CC_REDISPLAY)
    }
}
