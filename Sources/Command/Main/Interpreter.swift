import CLibc
import CLua
import CTerminal
import CommandLua
import DiffableEngine
import DiffableLua
import DiffablePick
import DiffableTerminal
import DiffableViews

/// A Lua state that runs scripts and reports the errors that they raise. All calls that may raise an error are
/// protected.
struct Interpreter {
    /// The stack indexes of the functions that the files of Sources/Command/Scripts/Lua return. They are above the table
    /// that these files share.
    enum Function: Int32 {
        case handler = 2
        case prepare, library, paint, compile, show, help, complete
    }

    let state: OpaquePointer

    /// - Parameter ignoresEnvironment: the option `-E`.
    init?(ignoresEnvironment: Bool) {
        guard let state = luaL_newstate() else { return nil }
        self.state = state
        if ignoresEnvironment {
            // luaL_openlibs reads LUA_NOENV when it sets package.path and package.cpath.
            lua_pushboolean(state, 1)
            lua_setfield(state, diffable_lua_registry(), "LUA_NOENV")
        }
        luaL_openlibs(state)
        lua_createtable(state, 0, 0)
        setSharedFields()
        guard start("runner", functions: 3), start("paint", functions: 1), start("compile", functions: 1),
            start("text"), start("difference"), start("show", functions: 1), start("library"),
            start("help", functions: 1),
            start("options"), start("complete", functions: 1), start("publish")
        else {
            lua_close(state)
            return nil
        }
    }

    /// Sets the fields of the shared table that the Lua files need. Functions that are written in Swift raise no error.
    private func setSharedFields() {
        lua_pushboolean(state, wantsColor(STDOUT_FILENO) ? 1 : 0)
        lua_setfield(state, 1, "colors")
        lua_pushboolean(state, terminal_kind_of(STDOUT_FILENO) == TERMINAL_CAPABLE ? 1 : 0)
        lua_setfield(state, 1, "is_terminal")
        push(Command.versionText)
        lua_setfield(state, 1, "version")
        // Returns how many columns a text takes.
        lua_pushcclosure(
            state,
            { state in
                var size = 0
                let bytes = UnsafeRawBufferPointer(start: lua_tolstring(state, 1, &size), count: size)
                lua_pushinteger(state, lua_Integer(displayWidth(String(decoding: bytes, as: UTF8.self))))
                return 1
            }, 0)
        lua_setfield(state, 1, "width")
        // Returns how many columns the terminal of standard error has, or the largest integer if there is no terminal.
        lua_pushcclosure(
            state,
            { state in
                lua_pushinteger(state, terminalColumns(STDERR_FILENO).map { lua_Integer($0) } ?? lua_Integer.max)
                return 1
            }, 0)
        lua_setfield(state, 1, "columns")
        // Sets how long a motion takes, in milliseconds.
        lua_pushcclosure(
            state,
            { state in
                StandardOutput.motionDuration = Int(lua_tointegerx(state, 1, nil))
                return 0
            }, 0)
        lua_setfield(state, 1, "set_motion_duration")
        // The next two functions open the file of --publish, and write to it. They return nil, or a message if that
        // failed.
        lua_pushcclosure(
            state,
            { state in
                var size = 0
                let path = UnsafeRawBufferPointer(start: lua_tolstring(state, 1, &size), count: size)
                return pushMessage(PublishedFile.open(String(decoding: path, as: UTF8.self)), to: state)
            }, 0)
        lua_setfield(state, 1, "open_published")
        lua_pushcclosure(
            state,
            { state in
                var size = 0
                let document = UnsafeRawBufferPointer(start: lua_tolstring(state, 1, &size), count: size)
                return pushMessage(PublishedFile.write(document), to: state)
            }, 0)
        lua_setfield(state, 1, "write_published")
        // Shows a picker with options, and returns the exit status.
        lua_pushcclosure(
            state,
            { state in
                StandardStreams.failureStatus = Picker.Status.failed
                lua_pushinteger(state, lua_Integer(Picker(pickOptions(state!)).run()))
                return 1
            }, 0)
        lua_setfield(state, 1, "pick")
        diffable_command_push_library(state)
        lua_setfield(state, 1, "library_text")
        diffable_command_push_list_folder(state)
        lua_setfield(state, 1, "list_folder")
        diffable_command_push_escape(state) { text, size, isQuoted, buffer in
            let text = UnsafeRawBufferPointer(start: text, count: size)
            let escaped = Escaping.escaped(text, quoting: isQuoted, lines: !isQuoted).utf8
            UnsafeMutableRawBufferPointer(start: buffer, count: escaped.count).copyBytes(from: escaped)
            return escaped.count
        }
        lua_setfield(state, 1, "escaped")
    }

    /// Returns the subcommand whose name is similar to this one, or nil if none is similar.
    func command(like name: String) -> String? {
        let base = lua_gettop(state)
        defer { lua_settop(state, base) }
        lua_getfield(state, 1, "nearest")
        push(name)
        lua_createtable(state, 0, 2)
        for command in ["watch", "follow", "pick"] {
            lua_pushboolean(state, 1)
            lua_setfield(state, -2, command)
        }
        guard diffable_lua_pcall(state, 2, 1, 0) == LUA_OK else { return nil }
        return diffable_lua_tostring(state, -1).map { String(cString: $0) }
    }

    /// Calls a function of the shared table without arguments.
    func callShared(_ function: String) -> Bool {
        lua_getfield(state, 1, function)
        return call(arguments: 0)
    }

    /// Sets a field of the shared table.
    func set(_ field: String, _ value: Bool) {
        lua_pushboolean(state, value ? 1 : 0)
        lua_setfield(state, 1, field)
    }

    /// Called before the first entry of the REPL. From then on, error messages contain hints, and the message of an
    /// interruption shows where it happened.
    func becomeInteractive() {
        set("is_interactive", true)
    }

    /// Runs a file of Sources/Command/Scripts/Lua, and leaves the functions that it returns on the stack.
    private func start(_ file: String, functions: Int32 = 0) -> Bool {
        guard diffable_command_load(state, file) == LUA_OK else { return false }
        lua_pushvalue(state, 1)
        return diffable_lua_pcall(state, 1, functions, 0) == LUA_OK
    }

    func close() {
        lua_close(state)
    }

    /// Makes `require "diffable"` work, and sets the globals `diffable` and `arg`.
    func prepare(arguments: [String], script: Int?) -> Bool {
        push(.prepare)
        lua_pushcclosure(state, luaopen_diffable_with_terminal, 0)
        lua_pushinteger(state, lua_Integer(script ?? 0))
        guard lua_checkstack(state, Int32(arguments.count)) != 0 else { return report("too many arguments") }
        for argument in arguments { push(argument) }
        return call(arguments: Int32(arguments.count) + 2)
    }

    /// Calls the watcher for each data source that `diffable.data_source` makes from now on.
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
        let status = text.withCString { luaL_loadbufferx(state, $0, text.utf8.count, name, nil) }
        return status == LUA_OK ? call(arguments: 0) : reportTop()
    }

    /// Runs a script, or standard input if `path` is nil, with the arguments that follow it on the command line.
    /// - Parameter keepsLocals: makes the script's locals globals when it ends, unless a global has the same name.
    func runFile(_ path: String?, arguments: ArraySlice<String>, keepsLocals: Bool = false) -> Bool {
        let status =
            if let path { path.withCString { luaL_loadfilex(state, $0, nil) } } else { luaL_loadfilex(state, nil, nil) }
        guard status == LUA_OK else { return reportTop() }
        guard lua_checkstack(state, Int32(arguments.count)) != 0 else { return report("too many arguments to script") }
        for argument in arguments { push(argument) }
        if keepsLocals { diffable_command_keep_locals(state) }
        return call(arguments: Int32(arguments.count))
    }

    // MARK: - Stack and calls

    func push(_ function: Function) {
        lua_pushvalue(state, function.rawValue)
    }

    func push(_ bytes: [UInt8]) {
        _ = bytes.withUnsafeBytes {
            lua_pushlstring(state, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count)
        }
    }

    func push(_ text: String) {
        _ = text.withCString { lua_pushlstring(state, $0, text.utf8.count) }
    }

    /// Calls the function below the arguments. If the call raises an error, reports it and returns false. ^C interrupts
    /// the call. Animations have ended when this returns.
    func call(arguments: Int32, results: Int32 = 0) -> Bool {
        let status = diffable_command_pcall(state, arguments, results, Function.handler.rawValue) {
            do throws(DiffableError) { try StandardOutput.finishMotion() } catch {}
        }
        return status == LUA_OK ? true : reportTop()
    }

    /// Pops the error on top of the stack, reports it, and returns false. After ^C, the exit status becomes that of an
    /// interruption. ^C in an interactive list is not reported.
    func reportTop() -> Bool {
        defer { diffable_lua_pop(state, 1) }
        var size = 0
        guard let message = lua_tolstring(state, -1, &size) else {
            return report("(error object is a \(String(cString: lua_typename(state, lua_type(state, -1)))) value)")
        }
        let isInList = strcmp(message, "interrupted") == 0
        if isInList || strncmp(message, "interrupted!", 12) == 0 { Command.failureStatus = Command.interruptionStatus }
        if isInList {
            Self.lastReport = "interrupted"
            return false
        }
        let text = Escaping.escaped(UnsafeRawBufferPointer(start: message, count: size), lines: true)
        guard wantsColor(STDERR_FILENO) else { return report(text) }
        push(.paint)
        push(text)
        defer { diffable_lua_pop(state, 1) }
        guard diffable_lua_pcall(state, 1, 1, 0) == LUA_OK, let painted = diffable_lua_tostring(state, -1) else {
            return report(text)
        }
        return report(text, painted: String(cString: painted))
    }

    /// The last message that was reported, without colours.
    private(set) nonisolated(unsafe) static var lastReport = ""

    /// Writes a message to standard error, and returns false.
    /// - Parameter painted: the message with colours.
    @discardableResult
    func report(_ message: String, painted: String? = nil) -> Bool {
        Self.lastReport = message
        fflush(diffable_stdout())
        fputs("diffable: \(painted ?? message)\n", diffable_stderr())
        fflush(diffable_stderr())
        return false
    }
}

/// Pushes a message, or nil. Returns the number of pushed values.
private func pushMessage(_ message: String?, to state: OpaquePointer?) -> Int32 {
    if let message { lua_pushstring(state, message) } else { lua_pushnil(state) }
    return 1
}
