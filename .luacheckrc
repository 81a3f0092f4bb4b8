std = "lua54"
max_line_length = 140
files["Tests/LuaTests"] = { std = "lua54+busted" }
