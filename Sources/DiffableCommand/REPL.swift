import CLibc
import CLua

/// Reads Lua line by line, runs it, and prints what it returns.
struct REPL {
    let interpreter: Interpreter

    func run() {
        while let line = readLine(prompt: "> ") {
            let words = Array(line.utf8.filter { $0 != UInt8(ascii: " ") })
            if Options.equal(words, ".quit") { return }
            if Options.equal(words, ".help") {
                fputs(Self.help, diffable_stdout())
            } else if let text = complete(line) {
                evaluate(text)
            }
        }
        fputs("\n", diffable_stdout())
    }

    /// Reads on until the text is a whole piece of Lua, and leaves it compiled on the stack; nil where it never is.
    private func complete(_ line: String) -> String? {
        var text = line
        while true {
            interpreter.push(.compile)
            interpreter.push(text)
            // A message alone: the place in the prelude that raised it tells nobody anything.
            guard diffable_lua_pcall(interpreter.state, 1, 1, 0) == LUA_OK else {
                _ = interpreter.reportTop()
                return nil
            }
            if lua_type(interpreter.state, -1) == LUA_TFUNCTION { return text }
            diffable_lua_pop(interpreter.state, 1)
            guard let next = readLine(prompt: ">> ") else { return nil }
            text += "\n" + next
        }
    }

    /// Runs what is compiled on the stack and shows its results.
    private func evaluate(_ text: String) {
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

    private func readLine(prompt: StaticString) -> String? {
        fputs(UnsafeRawPointer(prompt.utf8Start).assumingMemoryBound(to: CChar.self), diffable_stdout())
        fflush(diffable_stdout())
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        let length = getline(&line, &capacity, diffable_stdin())
        guard length >= 0, let line else { return nil }
        let bytes = UnsafeRawBufferPointer(start: line, count: length)
        return String(decoding: bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...], as: UTF8.self)
    }

    private static let help = """
        Type Lua; what it returns is shown, and is in _. A line that ends in ; shows nothing.
          snapshot = diffable.snapshot{ { id = "fruit", items = { "apple", "pear" } } }
          source = diffable.data_source{ cell = function(item) return item end }
          source:apply(snapshot)
        .quit or ^D leaves.

        """
}
