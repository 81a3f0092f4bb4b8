-- Random programs, as program.c writes them, with contents of Lua: program.lua SEED STEPS
local diffable = require "diffable"

math.randomseed(tonumber(arg[1]))

local function chance(times) return math.random(times) == 1 end

local function value(depth)
  local kind = math.random(depth > 2 and 5 or 7)
  if kind == 1 then return math.random(-70000, 70000) end
  if kind == 2 then return math.random(-8, 8) / 4 end
  if kind == 3 then return chance(2) end
  if kind == 4 then return ("ä"):rep(math.random(0, 20)) end
  if kind == 5 then return "\255" .. math.random(100) end
  local table = {}
  for i = 1, math.random(0, 4) do table[kind == 6 and i or "field " .. math.random(30)] = value(depth + 1) end
  return table
end

local function id()
  return chance(3) and math.random(-300, 300) or chance(8) and "\192" .. math.random(9) or "id " .. math.random(40)
end

local function item()
  if chance(3) then return id() end
  local made = { id = id(), title = value(1), [math.random(5)] = value(1) }
  if chance(4) then made.children, made.expanded = { id(), { id = id(), n = value(1) } }, chance(2) end
  if chance(6) then made.expandable = true end
  return made
end

local list = diffable.snapshot{ "first" }

-- Edits that fail change nothing.
local edits = {
  function() list:append_sections{ { id = id(), title = value(1) } } end,
  function() list:append_items({ item(), item() }, id()) end,
  function() list:append_items{ item(), item(), item() } end,
  function() list:insert_items_before(item(), id()) end,
  function() list:update_items{ { id = id(), title = value(1) } } end,
  function() list:delete_items{ id(), id() } end,
  function() list:move_item_after(id(), id()) end,
  function() list:move_section_before(id(), id()) end,
  function() list:expand(id()) end,
  function() list:collapse(id()) end,
  function() list:rename_item(id(), id()) end,
  function() list:update_sections{ { id = id(), title = value(1) } } end,
}

local function edit() for _ = 1, math.random(6) do pcall(edits[math.random(#edits)]) end end

local function write_list()
  local version = list:version():gsub("%x%x", function(digits) return string.char(tonumber(digits, 16)) end)
  io.write(list:encode{ name = "random" }, "\x50", version)
end

for _ = 1, 10 do edit() end
write_list()
for step = 1, tonumber(arg[2]) do
  local old = list:copy()
  edit()
  io.write(diffable.difference(old, list):encode{ old_contents = step % 2 == 0 })
  write_list()
end
