-- How many Lua objects the calls make that a script makes for each change of its list: no more than it can see, and not
-- more for longer lists.
local diffable = require "diffable"

local failures = 0

local function check(what, tables, userdata, closures, f, ...)
  f(...) -- what is made only the first time does not count
  local made = table.pack(host.made(f, ...))
  if made[1] ~= tables or made[2] ~= userdata or made[3] ~= closures then
    failures = failures + 1
    local counts = "%d tables, %d userdata, %d closures; expected %d, %d, %d"
    io.stderr:write(what, ": ", counts:format(made[1], made[2], made[3], tables, userdata, closures), "\n")
  end
end

local function items(count, price)
  local list = {}
  for i = 1, count do list[i] = { id = "item " .. i, title = "Title", price = price, inner = { 1 } } end
  return list
end

for _, count in ipairs{ 1, 10, 100 } do
  local source = diffable.data_source{ view = false }
  local sections = { { id = "list", items = items(count, 1) } }
  local others = { { id = "list", title = "List", items = items(count, 2) } }
  local snapshot, other = diffable.snapshot(sections), diffable.snapshot(others)

  -- The snapshot.
  check("a snapshot of " .. count, 0, 1, 0, diffable.snapshot, sections)
  check("a snapshot of " .. count .. " with a section that has content", 0, 1, 0, diffable.snapshot, others)
  -- The transaction.
  check("an apply of " .. count, 0, 1, 0, function() source:apply(snapshot) end)
  check("two applies of " .. count, 0, 2, 0, function() source:apply(other) source:apply(snapshot) end)
  -- The snapshot.
  check("the list of " .. count, 0, 1, 0, function() source:snapshot() end)
  local marked = { "item 1" }
  check("an edit of " .. count, 0, 0, 0, function() snapshot:reconfigure_items(marked) end)
  -- The array, the tables of a change, and the copy that is read.
  local difference = diffable.difference(snapshot, diffable.snapshot{ { id = "list", items = {} } })
  local changes = difference.deleted_items
  check("the changes of " .. count, 1 + 2 * #changes, 1, 0, function() return difference.deleted_items end)
end

assert(failures == 0, "wrong numbers of objects")
print("objects: an apply makes a snapshot and a transaction")
