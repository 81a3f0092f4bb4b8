-- Ten thousand rows, and a hundred applies that change some of them all over the list.
local diffable = require "diffable"
math.randomseed(7)

local source = diffable.data_source{
  view = false,
  cell = function(item) return { text = "row " .. item.id, detail = tostring(item.value) } end,
}
local items = {}
for id = 1, 10000 do items[id] = { id = id, value = 0 } end
source:apply(diffable.snapshot{ { id = "all", items = items } })
for turn = 1, 99 do
  local snapshot = source:snapshot()
  for _ = 1, 20 do snapshot:reconfigure_items{ { id = math.random(10000), value = turn } } end
  for _ = 1, 5 do
    local one, other = math.random(10000), math.random(10000)
    if one ~= other then snapshot:move_item_before(one, other) end
  end
  source:apply(snapshot)
end
