-- The texts of hostile.txt, for any Lua: an array. `short` has those of less than a thousand bytes.
local hostile = { short = {} }

-- The file lies beside this one.
local path = debug.getinfo(1, "S").source:match("^@(.*)%.lua$")

for line in assert(io.open(path .. ".txt", "rb")):lines() do
  local count, text = line:match("^(%d+) (.*)$")
  if count then
    text = text:gsub("\\x(%x%x)", function(digits) return string.char(tonumber(digits, 16)) end):rep(tonumber(count))
    hostile[#hostile + 1] = text
    if #text < 1000 then table.insert(hostile.short, text) end
  end
end
assert(#hostile > 80)

return hostile
