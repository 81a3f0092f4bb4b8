-- Lists that are longer than what the module reads at once, and the rows that their contents are kept in.
local diffable = require "diffable"
local support = require "Tests.DiffableLuaTests.support"
local list = support.list

-- Item tables with these ids and one title.
local function rows(first, last, title)
  local result = {}
  for id = first, last do result[#result + 1] = { id = id, title = title } end
  return result
end

-- That each of these tables itself is the content of its item.
local function expect(tables, holder)
  for _, content in ipairs(tables) do assert.equal(content, holder:item(content.id)) end
end

describe("a list of any length", function()
  for _, count in ipairs{ 7, 8, 9, 31, 32, 33, 63, 64, 65, 100, 1000 } do
    it("is read whole, of " .. count, function()
      local entries, ids = {}, {}
      for i = 1, count do
        ids[i] = i % 3 == 0 and i or "item " .. i
        entries[i] = i % 5 == 0 and { id = ids[i], title = i } or ids[i]
      end
      local snapshot = list(entries)
      assert.same(ids, snapshot:item_identifiers())
      for i = 1, count do assert.equal(entries[i], snapshot:item(ids[i])) end
      assert.equal(count, snapshot:delete_items(entries))
      for _, wrong in ipairs{ false, 1.5, {}, { id = true } } do
        local place = 1 + math.floor(count * 2 / 3)
        local right = entries[place]
        entries[place] = wrong
        support.fails("item " .. place .. ": ", snapshot.append_items, snapshot, entries)
        entries[place] = right
      end
      assert.equal(0, #snapshot)
    end)
  end
end)

describe("the content of a long list", function()
  it("is found with what came later, and stays with a copy", function()
    local first, later, changed = rows(1, 500, "A"), rows(501, 1000, "A"), rows(400, 600, "B")
    local snapshot = list(first)
    expect(first, snapshot)
    snapshot:append_items(later)
    local copy = snapshot:copy()
    snapshot:reconfigure_items(changed)
    expect(changed, snapshot)
    expect(first, copy)
    expect(later, copy)
    for id = 1, 399 do assert.equal(first[id], snapshot:item(id)) end
  end)

  it("is the newest of equal tables", function()
    local old, new = rows(1, 100, "A"), rows(1, 100, "A")
    local snapshot = list(old)
    snapshot:reload_items(new)
    expect(new, snapshot)
    snapshot:delete_items(new)
    snapshot:append_items(old, "s")
    expect(old, snapshot)
  end)

  it("counts for the same beside whatever is read with it", function()
    local function row(id, changed)
      local result = { id = id % 2 == 0 and id or "item " .. id, number = id / 4, nested = { "x" .. id, { id } } }
      for field = 1, id % 9 do result["field" .. field] = "text " .. field end
      if changed then result["field" .. id % 9] = "other" end
      return result
    end
    local together, reversed, one_by_one = {}, {}, list{}
    for id = 1, 100 do
      together[id], reversed[101 - id] = row(id), row(id)
      one_by_one:append_items(row(id))
    end
    assert.equal(one_by_one, list(together))
    assert.is_true(diffable.difference(list(together), one_by_one).is_empty)
    assert.same({}, diffable.difference(list(together), list(reversed)).reconfigured_items)
    for id = 1, 100 do together[id] = row(id, true) end
    assert.equal(100, #diffable.difference(one_by_one, list(together)).reconfigured_items)
  end)

  it("is not touched by an edit that fails", function()
    local old, new = rows(1, 100, "A"), rows(1, 100, "A")
    local snapshot = list(old)
    support.fails("DUPLICATE_IDENTIFIER", snapshot.append_items, snapshot, new)
    new[#new + 1] = false
    support.fails("item 101: ", snapshot.append_items, snapshot, new)
    expect(old, snapshot)
  end)

  it("comes to a source again and again", function()
    local source = diffable.data_source{ view = false }
    for round = 1, 5 do
      local tables = rows(round * 10, round * 10 + 1000, math.floor(round / 2))
      local snapshot = source:new_snapshot()
      snapshot:append_sections("s")
      snapshot:append_items(tables)
      source:apply(snapshot)
      expect(tables, source)
      expect(tables, source:snapshot())
    end
  end)

  it("is that of a tree as well", function()
    local roots, children, changed = rows(1, 100, "root"), rows(101, 200, "child"), rows(91, 110, "changed")
    local tree = diffable.section_snapshot()
    tree:append_items(roots)
    tree:append_items(children, { parent = 1 })
    local copy = tree:copy()
    tree:reconfigure_items(changed)
    expect(changed, tree)
    expect(roots, copy)
    expect(children, copy)
  end)

  it("is made again where the script has dropped its tables, which the list does not keep", function()
    local alive = setmetatable({}, { __mode = "k" })
    local function watched()
      local tables = rows(1, 100, "A")
      for _, content in ipairs(tables) do alive[content] = true end
      return list(tables)
    end
    local snapshot = watched()
    support.collect()
    assert.is_nil(next(alive))
    for id, content in ipairs(rows(1, 100, "A")) do assert.same(content, snapshot:item(id)) end
    local first = snapshot:item(1)
    assert.equal(first, snapshot:item(1))
  end)
end)
