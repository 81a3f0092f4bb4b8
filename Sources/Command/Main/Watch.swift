import CLua
import DiffableWatch

extension Interpreter {
    /// Runs `diffable watch`, `diffable follow` or `diffable pick`. A script of such a name can be run by a path, such
    /// as ./watch.
    /// - Parameter format: the value of the option `--format` before the word.
    func run(_ word: String, _ arguments: ArraySlice<String>, format: Options.Format) -> Bool {
        let arguments = (format == .ndjson ? ["--format=ndjson"] : []) + arguments
        guard lua_checkstack(state, Int32(arguments.count) + 3) != 0 else { return report("too many arguments") }
        lua_pushcclosure(state, diffable_watch, 0)
        lua_pushvalue(state, 1)
        push(word)
        for argument in arguments { push(argument) }
        guard call(arguments: Int32(arguments.count) + 2, results: 1) else { return false }
        defer { diffable_lua_pop(state, 1) }
        return lua_toboolean(state, -1) != 0
    }
}
