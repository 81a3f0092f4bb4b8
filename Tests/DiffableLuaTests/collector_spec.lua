-- The collector is told of the engine's memory, however a script has set it.
local diffable = require "diffable"
local support = require "Tests.DiffableLuaTests.support"

local COUNT = 1000

local function items(price)
  local list = {}
  for i = 1, COUNT do list[i] = { id = "the item of number " .. i, price = price } end
  return list
end

-- How many of the snapshots that a loop leaves behind were not collected when it ended.
local function left(applies)
  local source = diffable.data_source{ view = false }
  local lists = { [0] = items(1), items(2) }
  local snapshots = setmetatable({}, { __mode = "k" })
  for i = 1, applies do
    local snapshot = diffable.snapshot{ { id = "s", items = lists[i % 2] } }
    source:apply(snapshot)
    snapshots[snapshot] = true
  end
  local count = 0
  for _ in pairs(snapshots) do count = count + 1 end
  return count
end

describe("the collector", function()
  after_each(function()
    collectgarbage("restart")
    collectgarbage("incremental")
  end)

  it("runs because of memory that is not Lua's", function()
    for _, mode in ipairs{ "incremental", "generational" } do
      collectgarbage()
      collectgarbage(mode)
      -- Lua's own memory alone would have 133 of 300 collected. The more memory other specs have left behind, the
      -- longer a cycle takes.
      local collected = 1500 - left(1500)
      assert.is_true(collected > 900, mode .. " collected " .. collected)
    end
  end)

  it("does not run while a script has stopped it", function()
    collectgarbage()
    collectgarbage("stop")
    assert.equal(100, left(100))
    assert.is_false(collectgarbage("isrunning"))
  end)

  it("may run finalizers that apply and close", function()
    local source = diffable.data_source{ view = false }
    local finalized = 0
    local function leave()
      setmetatable({}, { __gc = function()
        finalized = finalized + 1
        local snapshot = support.list(items(finalized))
        source:apply(snapshot)
        snapshot:close()
      end })
    end
    for i = 1, 100 do
      leave()
      source:apply(support.list(items(i)))
    end
    assert.is_true(finalized > 0)
    assert.equal(COUNT, #source:snapshot())
  end)
end)
