-- Run by stages.c: cycles over item tables, of which few change. What is left of all cycles is collected at the end;
-- Benchmarks/stages subtracts what a collection costs without that.
local way, count, warm_up, cycles, spell, begin, mark = ...
package.path = "Benchmarks/?.lua;" .. package.path
local diffable = require "diffable"
local short_lists = require "short_lists"
local textbook = require "textbook"

local function collect()
  -- The second one frees what had a finalizer.
  collectgarbage()
  collectgarbage()
end

-- Calls `cycle` with each list in turn, and marks what the collection of all garbage costs.
local function run(cycle)
  local lists = short_lists.make(spell, "few", count, cycles)
  -- To the last list and back to the first.
  for number = 1, #lists do cycle(lists[number]) end
  for number = #lists, 1, -1 do cycle(lists[number]) end
  collectgarbage("stop")
  for number = 1, warm_up + cycles do
    if number == warm_up + 1 then collect() end
    begin()
    cycle(lists[number % #lists + 1])
  end
  begin()
  collect()
  mark("collect")
  collect()
  mark("collect nothing")
end

if way == "lua_textbook" then
  local list = textbook.new()
  run(function(items)
    textbook.apply(list, items)
    mark("apply")
  end)
else
  local source = diffable.data_source{ view = false }
  run(function(items)
    local snapshot = diffable.snapshot{ { id = "list", items = items } }
    mark("snapshot")
    local transaction = source:apply(snapshot)
    mark("apply")
    if way == "lua_closing" then
      snapshot:close()
      transaction:close()
      mark("close")
    end
  end)
end
