-- difference:steps(): replayed one after the other over plain arrays, they make the old list the new one.
local diffable = require "diffable"
local support = require "Tests.DiffableLuaTests.support"

-- A snapshot as arrays: { { id =, items = { id, ... } }, ... }
local function arrays(snapshot)
  local result = {}
  for i, section in ipairs(snapshot:section_identifiers()) do
    result[i] = { id = section, items = snapshot:item_identifiers(section) }
  end
  return result
end

local function take(array, from, count)
  local taken = {}
  for i = 1, count do taken[i] = assert(table.remove(array, from), "there is nothing to take") end
  return taken
end

local function put(array, to, values)
  assert(to >= 1 and to <= #array + 1, "there is no such place")
  for i, value in ipairs(values) do table.insert(array, to + i - 1, value) end
end

local function ids_of(sections)
  local ids = {}
  for i, section in ipairs(sections) do ids[i] = section.id end
  return ids
end

local replay = {}

function replay.delete_sections(list, step)
  assert.same(step.ids, ids_of(take(list, step.from, step.count)))
end

function replay.insert_sections(list, step)
  local sections = {}
  for i, id in ipairs(step.ids) do sections[i] = { id = id, items = {} } end
  put(list, step.to, sections)
end

function replay.move_sections(list, step)
  local sections = take(list, step.from, step.count)
  assert.same(step.ids, ids_of(sections))
  put(list, step.to, sections)
end

function replay.update_sections(list, step)
  assert.same(step.ids, ids_of(table.move(list, step.from, step.from + step.count - 1, 1, {})))
end

function replay.delete_items(list, step)
  assert.same(step.ids, take(list[step.from.section].items, step.from.item, step.count))
end

function replay.insert_items(list, step)
  put(list[step.to.section].items, step.to.item, step.ids)
end

function replay.move_items(list, step)
  local items = take(list[step.from.section].items, step.from.item, step.count)
  assert.same(step.ids, items)
  put(list[step.to.section].items, step.to.item, items)
end

function replay.reload_items(list, step)
  local items = list[step.from.section].items
  assert.same(step.ids, table.move(items, step.from.item, step.from.item + step.count - 1, 1, {}))
end

replay.reconfigure_items = replay.reload_items

local function check(old, new)
  local difference = diffable.difference(old, new)
  local list = arrays(old)
  local counts = {}
  for _, step in ipairs(difference:steps()) do
    local kind = step.kind
    replay[kind](list, step)
    assert.equal("integer", math.type(step.count))
    assert.equal(kind:find("^insert_") == nil, step.from ~= nil)
    assert.equal(kind:find("^insert_") ~= nil or kind:find("^move_") ~= nil, step.to ~= nil)
    assert.equal(step.count, #step.ids)
    counts[kind] = (counts[kind] or 0) + step.count
  end
  assert.same(arrays(new), list)
  return counts, difference
end

local function random_snapshot(random)
  local sections, rest = {}, {}
  for i = 1, 30 do rest[i] = i end
  for i = 1, 6 do
    if random(3) > 1 then
      local items = {}
      for _ = 1, random(9) - 1 do
        if #rest == 0 then break end
        local id = table.remove(rest, random(#rest))
        items[#items + 1] = random(3) == 1 and { id = id, version = random(2) } or id
      end
      table.insert(sections, random(#sections + 1), { id = "section " .. i, items = items, version = random(3) })
    end
  end
  return diffable.snapshot(sections)
end

describe("steps", function()
  it("are plain tables, joined where they are neighbours", function()
    local old = support.list{ "a", "b", "c", "d", "e", { id = "f", n = 1 }, { id = "g", n = 1 } }
    local new = diffable.snapshot{
      { id = "t" }, { id = "u" },
      { id = "s", items = { "x", "y", "d", "e", "c", { id = "f", n = 2 }, { id = "g", n = 2 } } },
    }
    new:reload_items("d")
    assert.same({
      { kind = "delete_items", count = 2, from = { section = 1, item = 1 }, ids = { "a", "b" } },
      { kind = "insert_sections", count = 2, to = 1, ids = { "t", "u" } },
      { kind = "insert_items", count = 2, to = { section = 3, item = 1 }, ids = { "x", "y" } },
      {
        kind = "move_items", count = 1, from = { section = 3, item = 3 }, to = { section = 3, item = 5 }, ids = { "c" },
      },
      { kind = "reload_items", count = 1, from = { section = 3, item = 3 }, ids = { "d" } },
      { kind = "reconfigure_items", count = 2, from = { section = 3, item = 6 }, ids = { "f", "g" } },
    }, diffable.difference(old, new):steps())
  end)

  it("name sections by integers", function()
    local old = diffable.snapshot{ "a", "b", { id = "c", n = 1 }, "d" }
    local new = diffable.snapshot{ "d", "a", { id = "c", n = 2 } }
    assert.same({
      { kind = "delete_sections", count = 1, from = 2, ids = { "b" } },
      { kind = "move_sections", count = 1, from = 3, to = 1, ids = { "d" } },
      { kind = "update_sections", count = 1, from = 3, ids = { "c" } },
    }, diffable.difference(old, new):steps())
  end)

  it("are none where nothing changed, and fresh tables each time", function()
    assert.same({}, diffable.difference(diffable.snapshot(), diffable.snapshot()):steps())
    local difference = diffable.difference(diffable.snapshot(), support.list{ 1 })
    difference:steps()[2].ids[1] = "changed"
    assert.same({ 1 }, difference:steps()[2].ids)
  end)

  it("replay hundreds of random changes", function()
    local random = support.random(7)
    local seen = {}
    for _ = 1, 500 do
      local counts, difference = check(random_snapshot(random), random_snapshot(random))
      for kind, count in pairs(counts) do seen[kind] = (seen[kind] or 0) + count end
      assert.equal(difference:counts().moved_items, counts.move_items or 0)
      assert.equal(difference:counts().inserted_items, counts.insert_items or 0)
      assert.equal(difference:counts().reconfigured_items, counts.reconfigure_items or 0)
    end
    for kind in pairs(replay) do assert(seen[kind] or kind == "reload_items", kind) end
  end)

  it("are those of a transaction, also when it is closed and its source is gone", function()
    local source = diffable.data_source{ view = false }
    source:apply(support.list{ 1, 2, 3 })
    local transaction = source:apply(support.list{ 3, 1 })
    local difference = transaction.difference
    transaction:close()
    source:close()
    support.collect()
    assert.same({
      { kind = "delete_items", count = 1, from = { section = 1, item = 2 }, ids = { 2 } },
      { kind = "move_items", count = 1, from = { section = 1, item = 1 }, to = { section = 1, item = 2 }, ids = { 1 } },
    }, difference:steps())
  end)

  it("need an open difference", function()
    local difference = diffable.difference(diffable.snapshot(), diffable.snapshot())
    support.fails("difference expected before the colon, got table", difference.steps, {})
    difference:close()
    support.fails("difference is closed", difference.steps, difference)
  end)
end)
