import CLua
import DiffablePick

/// Reads the options of a picker, as Sources/Command/Pick/Lua/options.lua returns them, from the table at 1.
func pickOptions(_ state: OpaquePointer) -> PickOptions {
    var options = PickOptions()
    options.command = texts(state, "command")
    options.reloadTime = integer(state, "reload_time")
    options.identifier = string(state, "id").flatMap { FieldRange($0.utf8) }
    options.query = string(state, "query") ?? ""
    options.filter = string(state, "filter")
    options.prompt = string(state, "prompt") ?? options.prompt
    options.header = string(state, "header") ?? ""
    options.preview = texts(state, "preview").first ?? []
    options.delimiter = string(state, "delimiter").map { Array($0.utf8) }
    options.fields = strings(state, "nth").compactMap { FieldRange($0.utf8) }
    options.isMultiple = flag(state, "multi")
    options.isExact = flag(state, "exact")
    options.isSorted = !flag(state, "no-sort")
    options.isReversed = flag(state, "tac")
    options.isStyled = flag(state, "ansi")
    options.selectsOne = flag(state, "select-1")
    options.exitsIfEmpty = flag(state, "exit-0")
    options.readsNull = flag(state, "read0")
    options.printsNull = flag(state, "print0")
    options.tracksSelection = flag(state, "track")
    options.height = integer(state, "height") ?? 0
    let bindings = strings(state, "bindings")
    for index in stride(from: 0, to: bindings.count - 1, by: 2) {
        if let action = PickOptions.action(bindings[index + 1]) { options.bindings.append((bindings[index], action)) }
    }
    return options
}

private func string(_ state: OpaquePointer, _ name: String) -> String? {
    lua_getfield(state, 1, name)
    defer { diffable_lua_pop(state, 1) }
    return diffable_lua_tostring(state, -1).map { String(cString: $0) }
}

private func integer(_ state: OpaquePointer, _ name: String) -> Int? {
    lua_getfield(state, 1, name)
    defer { diffable_lua_pop(state, 1) }
    return lua_isnumber(state, -1) != 0 ? Int(lua_tointegerx(state, -1, nil)) : nil
}

private func flag(_ state: OpaquePointer, _ name: String) -> Bool {
    lua_getfield(state, 1, name)
    defer { diffable_lua_pop(state, 1) }
    return lua_toboolean(state, -1) != 0
}

private func strings(_ state: OpaquePointer, _ name: String) -> [String] {
    texts(state, name).map { String(decoding: $0, as: UTF8.self) }
}

/// Returns the bytes of each string of an array, or of a single string.
private func texts(_ state: OpaquePointer, _ name: String) -> [[UInt8]] {
    func text() -> [UInt8] {
        var size = 0
        let bytes = lua_tolstring(state, -1, &size)
        return Array(UnsafeRawBufferPointer(start: bytes, count: size))
    }
    lua_getfield(state, 1, name)
    defer { diffable_lua_pop(state, 1) }
    if lua_type(state, -1) == LUA_TSTRING { return [text()] }
    guard lua_type(state, -1) == LUA_TTABLE else { return [] }
    return (0..<lua_rawlen(state, -1)).map { index in
        lua_rawgeti(state, -1, lua_Integer(index) + 1)
        defer { diffable_lua_pop(state, 1) }
        return text()
    }
}
