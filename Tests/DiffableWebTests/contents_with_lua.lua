-- lua5.4 Tests/DiffableWebTests/contents_with_lua.lua write | random SEED COUNT
--
-- write reads a table on each line, and prints the bytes of its content, and those of the copy that Lua reads from
-- them. random prints the bytes of random tables, with each table as JavaScript writes it.
local diffable = require "diffable"

local function hex(bytes)
  return (bytes:gsub(".", function(byte) return ("%02x"):format(byte:byte()) end))
end

-- The bytes of a content. Its table then says something else, so what the list returns is a copy.
local function write(content)
  content.id = 1
  local snapshot = diffable.snapshot{ { id = "s", items = { content } } }
  local bytes = snapshot:item_content(1)
  content.id = 2
  return bytes, snapshot:item(1)
end

local random = math.random
local floats = { 0.5, -0.1, 1e300, -1e-320, 2.0^53, 2.0^-24, 65504.5, 3.4028234663852886e38, 1/0, -1/0 }
local integers = {
  0, 23, 24, 255, 256, 65535, 65536, 1 << 32, (1 << 53) - 1, 1 - (1 << 53), 1 << 53, -(1 << 53), (1 << 53) + 1,
  math.maxinteger, math.mininteger,
}
local strings = {
  "", "a", "\u{e9}\u{6c34}\u{1f600}", ("x"):rep(23), ("x"):rep(24), ("\u{e9}"):rep(200), "\0", "1", "__proto__",
  "\\\"'",
}

local function text(string)
  return '"' .. string:gsub('[%c"\\]', function(character) return ("\\x%02x"):format(character:byte()) end) .. '"'
end

-- A random value, and how JavaScript writes it.
local function value(depth)
  local kind = random(depth > 3 and 6 or 8)
  if kind == 1 then
    local integer = random(2) == 1 and integers[random(#integers)] or random(-70000, 70000)
    local is_number = integer <= (1 << 53) - 1 and integer >= 1 - (1 << 53)
    return integer, ("%d%s"):format(integer, is_number and "" or "n")
  elseif kind == 2 then
    local float = random(2) == 1 and floats[random(#floats)] or random(-1000, 1000) + 0.5
    return float, float == 1/0 and "Infinity" or float == -1/0 and "-Infinity" or ("%.17g"):format(float)
  elseif kind == 3 then
    return 0/0, "NaN"
  elseif kind == 4 then
    local boolean = random(2) == 1
    return boolean, tostring(boolean)
  elseif kind == 5 then
    local string = strings[random(#strings)]
    return string, text(string)
  elseif kind == 6 then
    local bytes = string.char(255, random(0, 255), random(0, 255))
    return bytes, ("Uint8Array.of(%d, %d, %d)"):format(bytes:byte(1, 3))
  end
  local result, parts = {}, {}
  for i = 1, random(0, 4) + (kind == 8 and 1 or 0) do
    local entry, part = value(depth + 1)
    local key = strings[random(#strings)] .. i
    result[kind == 7 and i or key] = entry
    parts[i] = kind == 7 and part or ("[%s]: %s"):format(text(key), part)
  end
  return result, (kind == 7 and "[%s]" or "{ %s }"):format(table.concat(parts, ", "))
end

if arg[1] == "write" then
  for line in io.lines() do
    local bytes, copy = write(load("return " .. line)())
    copy.id = nil
    print(hex(bytes), hex((write(copy))))
  end
else
  math.randomseed(tonumber(arg[2]))
  for _ = 1, tonumber(arg[3]) do
    local content, as_javascript = value(0)
    print(hex((write{ v = content })), ("({ v: %s })"):format(as_javascript))
  end
end
