-- Holds what is micro-optimized in its rooms: attributes of the optimizer, unsafe pointers and unchecked arithmetic
-- occur where the engine stores, compares, and reads documents, and nowhere else in it.

local checks = require "checks"
local check = checks.check

local engine = "Sources/DiffableEngine/"
local rooms = { "Identifiers/", "Contents/", "Snapshots/Storage/", "Differences/Phases/", "Wire/" }
local patterns = {
  "@inline", "@_optimize", "@_specialize", "@_transparent", "UnsafeBufferPointer", "UnsafeMutableBufferPointer",
  "Unsafe%w*Pointer<", "withUnsafe%w*Pointer", "withUnsafe%w*Bytes", "withUnsafeTemporary", "&[+*]", "&%-", "&<<",
  "&>>",
}
-- C strings, and bytes without a type, are no optimization: they are what programs in C read and pass.
local allowed = "Unsafe%w*Pointer<CChar>"

local function occurrences(path)
  local found = {}
  local text = checks.read(path):gsub(allowed, "")
  for line in text:gmatch("[^\n]+") do
    if not line:find("^%s*//") then
      for _, pattern in ipairs(patterns) do
        if line:find(pattern) then found[#found + 1] = line:match("^%s*(.*)") end
      end
    end
  end
  return found
end

local inside = 0
for path in checks.output_of(("find %s -name '*.swift' | sort"):format(engine)):gmatch("[^\n]+") do
  local name = path:sub(#engine + 1)
  local isRoom = false
  for _, room in ipairs(rooms) do isRoom = isRoom or name:sub(1, #room) == room end
  local found = occurrences(path)
  if isRoom then inside = inside + #found end
  check(isRoom or #found == 0, "%s is not one of the rooms that may have: %s", name, found[1])
end
check(inside > 100, "the patterns find only %d places in the rooms: are they still right?", inside)

checks.finish("rooms of micro-optimizations")
