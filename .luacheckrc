std = "lua54"
max_line_length = 140
files["Tests/LuaTests"] = { std = "lua54+busted" }
files["Tests/CommandTests"] = { std = "lua54+busted" }
files["Tests/Scenarios"] = { std = "lua54+busted" }
files["Tests/InstallTests"] = { std = "lua54+busted" }
files["Tests/Fuzz/Lua"] = { read_globals = { "host" } }
files["library"] = { ignore = { "2.." } } -- functions without bodies
