import CLibc
import CLua
import CTerminal
import CommandLua
import DiffableEngine
import DiffableTerminal

#if hasFeature(Embedded)
/// Embedded Swift has no CommandLine, so the entry point is C's.
@_cdecl("main")
func main(_ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Int32 {
    Command.run((0..<Int(count)).map { arguments[$0].map { String(cString: $0) } ?? "" })
}
#else
@main
struct Main {
    static func main() {
        exit(Command.run(CommandLine.arguments))
    }
}
#endif

enum Command {
    /// The exit status if the script failed.
    nonisolated(unsafe) static var failureStatus: Int32 = 1
    /// The exit status that shells use for a program that ^C ended: 128 plus the number of SIGINT.
    static var interruptionStatus: Int32 { 130 }

    static var versionText: String { "Diffable \(version), \(String(cString: diffable_lua_release()))" }

    /// Returns the exit status: 0 if everything succeeded, 1 after an error, 2 for a wrong command line or
    /// configuration, and 130 after ^C, as shells do for a signal. The exit handler of `StandardStreams` may change it.
    static func run(_ arguments: [String]) -> Int32 {
        StandardStreams.prepare()
        let options: Options
        do throws(Options.Misuse) {
            options = try Options(arguments)
        } catch {
            fputs("diffable: \(error.message); try 'diffable --help'\n", diffable_stderr())
            return 2
        }
        if options.showsHelp {
            fputs(Options.usage, diffable_stdout())
            return 0
        }
        do throws(Options.Misuse) {
            StandardOutput.motionDuration = try options.motionDuration() ?? StandardOutput.motionDuration
        } catch {
            fputs("diffable: \(error.message)\n", diffable_stderr())
            return 2
        }
        if options.showsVersion { fputs(versionText + "\n", diffable_stdout()) }
        setColor(options.color)
        StandardOutput.showMotion()
        if options.format == .ndjson { StandardStreams.reserveForEvents() }
        guard let interpreter = Interpreter(ignoresEnvironment: options.ignoresEnvironment) else {
            fputs("diffable: Lua could not be started\n", diffable_stderr())
            return 1
        }
        let recorder = Recorder(script: options.script.map { arguments[$0] })
        let succeeded = run(options, arguments, interpreter, recorder)
        if !succeeded, options.format == .ndjson { writeErrorEvent() }
        interpreter.close()
        let isRecorded = recorder.finish()
        if !succeeded { return failureStatus }
        return isRecorded ? 0 : 1
    }

    private static func run(_ options: Options, _ arguments: [String], _ interpreter: Interpreter, _ recorder: Recorder)
        -> Bool
    {
        guard interpreter.prepare(arguments: arguments, script: options.script) else { return false }
        lua_warning(interpreter.state, "@on", 0)
        if options.format == .ndjson {
            guard diffable_command_load(interpreter.state, "ndjson") == LUA_OK else { return interpreter.reportTop() }
            if !interpreter.call(arguments: 0) { return false }
        }
        let isIdle = options.script == nil && options.steps.isEmpty && !options.showsVersion
        if options.record != nil || options.isInteractive || isIdle {
            guard recorder.watchDataSources(of: interpreter) else { return false }
        }
        if let page = options.record, !recorder.begin(page, interpreter) { return false }
        if let script = options.script,
            ["watch", "follow", "pick"].contains(where: { $0.utf8.elementsEqual(arguments[script].utf8) })
        {
            return interpreter.run(arguments[script], arguments[(script + 1)...], format: options.format)
        }
        if let path = options.publish {
            if let reason = PublishedFile.open(path) { return interpreter.report("cannot write \(path): \(reason)") }
            if !interpreter.callShared("publish_first") { return false }
        }
        if !options.ignoresEnvironment, !runInitialization(interpreter) { return false }
        for step in options.steps {
            switch step {
            case .execute(let text): if !interpreter.execute(text, name: "=(command line)") { return false }
            case .require(let module): if !interpreter.require(module) { return false }
            }
        }
        if let script = options.script {
            let name = arguments[script]
            let path = "-" ~= Array(name.utf8) ? nil : name
            let arguments = arguments[(script + 1)...]
            if !name.utf8.contains(UInt8(ascii: "/")), access(name, F_OK) != 0,
                let command = interpreter.command(like: name)
            {
                return interpreter.report("cannot open \(name): \(lastError()); did you mean 'diffable \(command)'?")
            }
            if !interpreter.runFile(path, arguments: arguments, keepsLocals: options.isInteractive) { return false }
        }
        guard options.isInteractive || isIdle else { return true }
        if options.isInteractive || terminal_kind_of(STDIN_FILENO) != TERMINAL_NONE {
            return REPL(interpreter: interpreter, recorder: recorder).run()
        }
        // No script begins with a dot, but a command of the REPL does.
        let first = getc(diffable_stdin())
        ungetc(first, diffable_stdin())
        if first != Int32(UInt8(ascii: ".")) { return interpreter.runFile(nil, arguments: []) }
        return REPL(interpreter: interpreter, recorder: recorder, showsPrompts: false).run()
    }

    /// Tells the reader of the events why there are no more. The traceback is on standard error.
    private static func writeErrorEvent() {
        var message = ""
        for line in Interpreter.lastReport.utf8.split(separator: UInt8(ascii: "\n")) {
            if "stack traceback:" ~= Array(line) { break }
            message += (message.utf8.isEmpty ? "" : "\n") + String(decoding: line, as: UTF8.self)
        }
        do throws(DiffableError) { try StandardOutput.writeErrorEvent(message) } catch {}
    }

    /// Sets environment variables, because all views read them, including views that a script makes.
    private static func setColor(_ color: Options.Color?) {
        switch color {
        case .always:
            unsetenv("NO_COLOR")
            setenv("CLICOLOR_FORCE", "1", 1)
        case .never: setenv("NO_COLOR", "1", 1)
        case nil: break
        }
    }

    /// Runs LUA_INIT as `lua` does: the file named after an @, or else the text as Lua.
    private static func runInitialization(_ interpreter: Interpreter) -> Bool {
        guard let value = getenv("LUA_INIT_5_4") ?? getenv("LUA_INIT") else { return true }
        let text = String(cString: value)
        if text.utf8.first == UInt8(ascii: "@") {
            return interpreter.runFile(String(decoding: text.utf8.dropFirst(), as: UTF8.self), arguments: [])
        }
        return interpreter.execute(text, name: "=LUA_INIT")
    }
}
