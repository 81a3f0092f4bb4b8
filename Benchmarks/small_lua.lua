-- What small_lua.c times: one way of applying a list of item tables again and again, in a Lua state of its own.
package.path = "Benchmarks/?.lua;" .. package.path
if rawget(_G, "jit") then
  -- LuaJIT has no integers. It compiles math.floor as well as 5.4 does a division of integers.
  table.insert(package.loaders, 2, function(name) -- luacheck: ignore 143
    local file = io.open("Benchmarks/" .. name .. ".lua")
    if not file then return nil end
    local text = file:read("*a")
    file:close()
    text = text:gsub("(%b()) // 2", "math.floor(%1 / 2)")
      :gsub("%(seed %* %d+ %+ %d+%)", "seed * 16807 %% 2147483647"):gsub("%(seed >> 33%)", "seed")
    return loadstring(text, "@" .. name) -- luacheck: globals loadstring
  end)
end
local diffable = require "diffable"
local short_lists = require "short_lists"
local textbook = require "textbook"

local ways = {}

function ways.textbook()
  local list = textbook.new()
  return function(items) textbook.apply(list, items) end, function(items)
    local deleted, inserted, moved, updated = textbook.apply(list, items)
    return { #(deleted or ""), #(inserted or ""), math.floor(#(moved or "") / 2), math.floor(#(updated or "") / 2) }
  end
end

local function counts(transaction)
  local all = transaction.difference:counts()
  return { all.deleted_items, all.inserted_items, all.moved_items, all.reconfigured_items }
end

function ways.free()
  local source = diffable.data_source{ view = false }
  local function apply(items) return source:apply(diffable.snapshot{ { id = "list", items = items } }) end
  return apply, function(items) return counts(apply(items)) end
end

function ways.sharing()
  local source = diffable.data_source{ view = false }
  local function apply(items)
    local snapshot = source:new_snapshot()
    snapshot:append_sections("list")
    snapshot:append_items(items)
    return source:apply(snapshot)
  end
  return apply, function(items) return counts(apply(items)) end
end

local benchmark = {}
local lists, is_shuffled, apply, next_list

-- Returns the counts of all changes between the lists in turn, as text, once the first list was applied.
function benchmark.start(spell, way, change, count)
  lists, is_shuffled = short_lists.make(spell, change, count, 8), change == "shuffled"
  local count_changes
  apply, count_changes = ways[way]()
  apply(lists[#lists])
  local all = {}
  for index, list in ipairs(lists) do all[index] = table.concat(count_changes(list), " ") end
  next_list = 1
  collectgarbage()
  return table.concat(all, "; ")
end

-- Brings lists that are shuffled into another order, without garbage: a processor learns the branches of few lists.
function benchmark.prepare()
  if not is_shuffled then return end
  for _, list in ipairs(lists) do short_lists.shuffle(list) end
end

function benchmark.cycles(count)
  for _ = 1, count do
    apply(lists[next_list])
    next_list = next_list % #lists + 1
  end
end

local old, new

-- The difference of 1,000 items and 1,000 others.
function benchmark.replace(spell)
  local ids = { {}, {} }
  for index = 1, 1000 do ids[1][index], ids[2][index] = spell(index), spell(index + 1000) end
  old, new = diffable.snapshot{ { id = "list", items = ids[1] } }, diffable.snapshot{ { id = "list", items = ids[2] } }
  old = diffable.difference(old, new)
end

-- Reads that difference some times, and returns how many changes that were.
function benchmark.read(times)
  local read = 0
  for _ = 1, times do read = read + #old.deleted_items + #old.inserted_items end
  return read
end

return benchmark
