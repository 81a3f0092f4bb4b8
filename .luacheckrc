std = "lua54"
max_line_length = 120
files["Tests/DiffableLuaTests"] = { std = "lua54+busted" }
files["Tests/DiffableCommandTests"] = { std = "lua54+busted" }
-- Scripts in long brackets may have longer lines, because a break would change the text.
for _, name in ipairs{
  "command", "duration", "hostile_terminal", "list_pipeline", "live_list", "motion", "recording", "terminal",
} do
  files["Tests/DiffableCommandTests/" .. name .. "_spec.lua"] = { max_string_line_length = 140 }
end
files["Tests/DiffableLuaTests/support.lua"] = { read_globals = { "jit" } }
files["Tests/Scenarios"] = { std = "lua54+busted" }
files["Tests/InstallTests"] = { std = "lua54+busted" }
files["Tests/Fuzz/Lua"] = { read_globals = { "host" } }
files["Tests/Fuzz/Watch"] = { read_globals = { "functions", "input" }, globals = { "io" } }
files["Sources/Command/Scripts/Lua/runner.lua"] = { globals = { "arg", "diffable" } }
files["Sources/Command/Scripts/Lua/publish.lua"] = { read_globals = { "diffable" } }
files["Sources/Command/Scripts/Lua/ndjson.lua"] = { globals = { "print" }, read_globals = { "diffable" } }
files["examples/neovim"] = { std = "luajit", read_globals = { "vim" } }
files["examples/neovim/lua/diffable_list"] = { globals = { "vim" } } -- whose tables of options are set
files["Tests/HostTests/neovim"] = { std = "luajit", globals = { "vim" }, read_globals = { "test" } }
files["examples/love"] = { std = "luajit+love" }
files["Tests/BindingTests"] = { std = "luajit" }
files["Tests/HostTests/love"] = { std = "luajit", globals = { "love" } }
files["library"] = { ignore = { "2.." } } -- declarations without bodies
