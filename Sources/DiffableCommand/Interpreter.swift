import CLibc
import CLua
import DiffableEngine
import DiffableTerminal
import DiffableViews
import DiffableLua

/// A Lua state that runs scripts and reports what they raise. Everything that may raise runs in a protected call.
struct Interpreter {
    /// Where the functions of the chunks that `init` loads lie on the stack, above a table that the chunks share.
    enum Function: Int32 {
        case handler = 2
        case prepare, library, paint, compile, show, complete
    }

    let state: OpaquePointer
    /// Where the REPL shows what it does: standard error, where standard output is left to a stream of events.
    let screen: Int32

    /// - Parameter ignoresEnvironment: as `-E` asks for.
    init?(ignoresEnvironment: Bool, screen: Int32) {
        guard let state = luaL_newstate() else { return nil }
        self.state = state
        self.screen = screen
        if ignoresEnvironment {
            // Read by the library that sets up package.path and package.cpath.
            lua_pushboolean(state, 1)
            lua_setfield(state, diffable_lua_registry(), "LUA_NOENV")
        }
        luaL_openlibs(state)
        lua_createtable(state, 0, 0)
        share()
        guard start(prelude, functions: 3), start(painting, functions: 1), start(compiling, functions: 1),
            start(quoting), start(marking), start(printing, functions: 1), start(completion, functions: 1)
        else {
            lua_close(state)
            return nil
        }
    }

    /// What the chunks know from us: the columns that a text takes and that the terminal has, if it is one, and the
    /// name of the stream to show values on. The functions raise nothing.
    private func share() {
        lua_pushcclosure(
            state,
            { state in
                var size = 0
                let bytes = UnsafeRawBufferPointer(start: lua_tolstring(state, 1, &size), count: size)
                lua_pushinteger(state, lua_Integer(displayWidth(String(decoding: bytes, as: UTF8.self))))
                return 1
            }, 0)
        lua_setfield(state, 1, "width")
        lua_pushcclosure(
            state,
            { state in
                lua_pushinteger(state, terminalColumns(STDERR_FILENO).map { lua_Integer($0) } ?? lua_Integer.max)
                return 1
            }, 0)
        lua_setfield(state, 1, "columns")
        lua_pushstring(state, screen == STDERR_FILENO ? "stderr" : "stdout")
        lua_setfield(state, 1, "stream")
    }

    /// Leaves the functions that a chunk of ours returns on the stack. Chunks are told whether what they show is coloured.
    private func start(_ chunk: StaticString, functions: Int32 = 0) -> Bool {
        guard chunk.withUTF8Buffer({ load($0, "=diffable") }) else { return false }
        lua_pushboolean(state, wantsColor(screen) ? 1 : 0)
        lua_pushvalue(state, 1)
        return diffable_lua_pcall(state, 2, functions, 0) == LUA_OK
    }

    func close() {
        lua_close(state)
    }

    /// Makes `require "diffable"` work, and sets the globals `diffable` and `arg`.
    func prepare(arguments: [String], script: Int?) -> Bool {
        push(.prepare)
        lua_pushcclosure(state, luaopen_diffable_with_terminal, 0)
        lua_pushinteger(state, lua_Integer(script ?? -1))
        guard lua_checkstack(state, Int32(arguments.count)) != 0 else { return report("too many arguments") }
        for argument in arguments { push(argument) }
        return call(arguments: Int32(arguments.count) + 2)
    }

    /// Has somebody told of each data source that is made from now on.
    func watchDataSources(_ watcher: UnsafeMutablePointer<diffable_lua_watcher>) -> Bool {
        lua_pushcclosure(state, diffable_lua_watch_data_sources, 0)
        lua_getglobal(state, "diffable")
        lua_pushlightuserdata(state, watcher)
        return call(arguments: 2)
    }

    func require(_ module: String) -> Bool {
        push(.library)
        push(module)
        return call(arguments: 1)
    }

    func execute(_ text: String, name: String) -> Bool {
        guard load(text, name) else { return reportTop() }
        return call(arguments: 0)
    }

    /// Runs a file, standard input where `path` is nil, with the arguments that follow the script.
    /// - Parameter keepsLocals: makes its locals globals at its end, where no global has their name.
    func runFile(_ path: String?, arguments: ArraySlice<String>, keepsLocals: Bool = false) -> Bool {
        let status =
            if let path { path.withCString { luaL_loadfilex(state, $0, nil) } } else { luaL_loadfilex(state, nil, nil) }
        guard status == LUA_OK else { return reportTop() }
        guard lua_checkstack(state, Int32(arguments.count)) != 0 else { return report("too many arguments to script") }
        for argument in arguments { push(argument) }
        if keepsLocals { diffable_lua_keep_locals(state) }
        return call(arguments: Int32(arguments.count))
    }

    // MARK: - Pieces

    func push(_ function: Function) {
        lua_pushvalue(state, function.rawValue)
    }

    func push(_ bytes: [UInt8]) {
        _ = bytes.withUnsafeBytes { lua_pushlstring(state, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count) }
    }

    func push(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            _ = bytes.withMemoryRebound(to: CChar.self) { lua_pushlstring(state, $0.baseAddress, $0.count) }
        }
    }

    /// Calls the function below the arguments; on an error reports it. What it set in motion has come to rest at its end.
    /// ^C interrupts.
    func call(arguments: Int32, results: Int32 = 0) -> Bool {
        let status = diffable_lua_interruptible_pcall(state, arguments, results, Function.handler.rawValue) {
            do throws(DiffableError) { try StandardOutput.finishMotion() } catch {}
        }
        return status == LUA_OK ? true : reportTop()
    }

    func load(_ text: String, _ name: String) -> Bool {
        var text = text
        return text.withUTF8 { load($0, name) }
    }

    private func load(_ bytes: UnsafeBufferPointer<UInt8>, _ name: String) -> Bool {
        bytes.withMemoryRebound(to: CChar.self) { bytes in
            name.withCString { diffable_lua_load(state, bytes.baseAddress, bytes.count, $0) == LUA_OK }
        }
    }

    /// Reports the error on top of the stack, and takes it off.
    func reportTop() -> Bool {
        defer { diffable_lua_pop(state, 1) }
        var size = 0
        guard let message = lua_tolstring(state, -1, &size) else {
            return report("(error object is a \(String(cString: lua_typename(state, lua_type(state, -1)))) value)")
        }
        let text = Escaping.escaped(UnsafeRawBufferPointer(start: message, count: size), lines: true)
        guard wantsColor(STDERR_FILENO) else { return report(text) }
        push(.paint)
        push(text)
        defer { diffable_lua_pop(state, 1) }
        guard diffable_lua_pcall(state, 1, 1, 0) == LUA_OK, let painted = diffable_lua_tostring(state, -1) else { return report(text) }
        return report(String(cString: painted))
    }

    @discardableResult
    func report(_ message: String) -> Bool {
        fflush(diffable_stdout())
        fputs("diffable: \(message)\n", diffable_stderr())
        fflush(diffable_stderr())
        return false
    }
}
