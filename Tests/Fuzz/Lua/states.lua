-- states [COUNT]: states that open the module, use it and close, one after the other, and give back what they had.
local count = tonumber((...) or 10000)

local script = [[
  local diffable = require "diffable"
  local source = diffable.data_source{ view = false, cell = function(item) return item.title end }
  source:on_apply(function() last = source end)
  local history = diffable.history(source)
  for i = 1, 3 do
    local items = { { id = "a", title = "A", n = i, f = print }, { id = i, title = "B" } }
    transaction = source:apply(diffable.snapshot{ { id = "s", items = items } })
  end
  history:undo()
  assert(#source:snapshot() == 2 and #source:render() > 0)
  assert(not pcall(source.apply, source, diffable.snapshot{ { id = "s", items = { "no title" } } }) or true)
]]

local WARM_UP = 100 -- the loader keeps something for the first ones

for number = 1, WARM_UP do assert(host.state(script), number) end
collectgarbage()
local held = host.blocks()
for number = WARM_UP + 1, count do
  assert(host.state(script), number)
end
collectgarbage()
assert(host.blocks() == held, host.blocks() - held .. " blocks of the engine are lost")
print(("states: %d were opened and closed"):format(count))
