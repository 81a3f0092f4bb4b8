-- Contents of random tables, against a model that copies them deeply.
local diffable = require "diffable"
local support = require "Tests.DiffableLuaTests.support"
local list = support.list

describe("random contents", function()
  -- A model that copies each content deeply, and asks all snapshots that were ever made.
  local random = math.random

  local function copy(value)
    if type(value) ~= "table" then return value end
    local result = {}
    for key, field in pairs(value) do result[key] = copy(field) end
    return result
  end

  local function value(depth)
    local kind = random(depth > 0 and 9 or 7)
    if kind == 1 then return random(3) end
    if kind == 2 then return random(3) + 0.0 end
    if kind == 3 then return random() end
    if kind == 4 then return random(2) == 1 end
    if kind == 5 then return ("x"):rep(random(0, 200)) end
    if kind == 6 then return print end
    if kind == 7 then return "\0" .. random(5) end
    local inner = {}
    for _ = 1, random(0, 4) do
      inner[random(2) == 1 and random(3) or "k" .. random(4)] = value(depth - 1)
    end
    return inner
  end

  it("are those of the model in every snapshot", function()
    math.randomseed(19)
    for _ = 1, 30 do
      local tables, versions = {}, {}
      for id = 1, 8 do tables[id] = { id = id, value = value(3) } end
      local source = diffable.data_source{ view = false }
      local snapshot = list(tables)
      local model = copy(tables)
      for _ = 1, 60 do
        local action = random(6)
        if action <= 2 then -- change a table without handing it over
          tables[random(8)]["k" .. random(3)] = value(3)
        elseif action == 3 then
          local id = random(8)
          snapshot:reconfigure_items(tables[id])
          model[id] = copy(tables[id])
        elseif action == 4 then
          versions[#versions + 1] = { snapshot:copy(), copy(model) }
        elseif action == 5 then
          source:apply(snapshot)
          versions[#versions + 1] = { source:snapshot(), copy(model) }
        elseif #versions > 0 then -- undo
          local version = versions[random(#versions)]
          snapshot, model = version[1]:copy(), copy(version[2])
          source:apply(snapshot)
        end
        local version = versions[random(math.max(1, #versions))] or { snapshot, model }
        for id = 1, 8 do assert.same(version[2][id], version[1]:item(id)) end
      end
    end
  end)
end)
