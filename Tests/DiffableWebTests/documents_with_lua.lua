-- lua5.4 Tests/DiffableWebTests/documents_with_lua.lua
--
-- Reads documents in hexadecimal, one on each line: a snapshot, and the patches that follow it. Prints the list after
-- each of them.
local diffable = require "diffable"

local function bytes(hex)
  return (hex:gsub("%x%x", function(digits) return string.char(tonumber(digits, 16)) end))
end

local list
for line in io.lines() do
  if list then list:apply_patch(bytes(line)) else list = diffable.decode(bytes(line)) end
  list:to_table()
  print((list:encode():gsub(".", function(byte) return ("%02x"):format(byte:byte()) end)))
end
