import CEdit
import CLibc
import CLua

/// Lines typed on a terminal, edited by libedit.
final class Editor {
    private let interpreter: Interpreter
    private let history = History()
    private let line: OpaquePointer
    private let screen: UnsafeMutablePointer<FILE>?
    fileprivate var prompt: UnsafeMutablePointer<CChar>?
    fileprivate var isInterrupted = false

    init?(interpreter: Interpreter, screen: UnsafeMutablePointer<FILE>?) {
        // Characters of more than one byte are read as the locale says; "C" would know none.
        _ = setlocale(LC_CTYPE, "")
        if diffable_edit_bytes_in_character() == 1 { _ = setlocale(LC_CTYPE, "C.UTF-8") }
        guard let line = el_init("diffable", diffable_stdin(), screen, diffable_stderr()) else { return nil }
        self.interpreter = interpreter
        self.line = line
        self.screen = screen
        diffable_edit_set_client(line, Unmanaged.passUnretained(self).toOpaque())
        diffable_edit_configure(line, history.entries)
        diffable_edit_set_prompt(line) { Editor.of($0).prompt }
        diffable_edit_bind(line, "^C", "diffable-interrupt") { line, _ in Editor.of(line).interrupt() }
        diffable_edit_bind(line, "^I", "diffable-complete") { line, _ in Editor.of(line).complete() }
    }

    deinit {
        el_end(line)
        free(prompt)
    }

    private static func of(_ line: OpaquePointer?) -> Editor {
        Unmanaged<Editor>.fromOpaque(diffable_edit_client(line)).takeUnretainedValue()
    }

    func read(prompt: StaticString) -> REPL.Input {
        free(self.prompt)
        self.prompt = strdup(UnsafeRawPointer(prompt.utf8Start).assumingMemoryBound(to: CChar.self))
        isInterrupted = false
        fflush(diffable_stdout())
        diffable_edit_prepare(line)
        var length: Int32 = 0
        guard let text = el_gets(line, &length), length > 0 else { return .end }
        if isInterrupted { return .interrupted }
        return .line(REPL.withoutNewline(UnsafeRawBufferPointer(start: text, count: Int(length))))
    }

    func remember(_ entry: [UInt8]) {
        history.add(entry)
    }

    /// Ends the line as Enter does, with ^C to be seen behind it. `read` then leaves it out.
    private func interrupt() -> UInt8 {
        isInterrupted = true
        if let info = el_line(line) { el_cursor(line, Int32(info.pointee.lastchar - info.pointee.cursor)) }
        el_insertstr(line, "^C")
        el_push(line, "\n")
        return UInt8(CC_REFRESH)
    }

    /// Inserts what all names that fit have in common, or else lists them.
    private func complete() -> UInt8 {
        guard let info = el_line(line) else { return UInt8(CC_ERROR) }
        let state = interpreter.state
        let base = lua_gettop(state)
        defer { lua_settop(state, base) }
        interpreter.push(.complete)
        lua_pushlstring(state, info.pointee.buffer, info.pointee.cursor - info.pointee.buffer)
        guard diffable_lua_pcall(state, 1, 2, 0) == LUA_OK else { return UInt8(CC_ERROR) }
        if let insertion = diffable_lua_tostring(state, -2) {
            el_insertstr(line, insertion)
            return UInt8(CC_REFRESH)
        }
        guard let names = diffable_lua_tostring(state, -1) else { return UInt8(CC_ERROR) }
        fputs("\n", screen)
        fputs(names, screen)
        return UInt8(CC_REDISPLAY)
    }
}
