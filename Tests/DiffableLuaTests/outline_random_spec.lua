-- Random programs over lists and trees: whatever happens, every item, shown or hidden, has the content it was last
-- given.
local diffable = require "diffable"
local support = require "Tests.DiffableLuaTests.support"

local sections = { "a", "b", "c" }

-- One program: a source, what each item was last given, and operations on both.
local function program(seed)
  local random = support.random(seed)

  local given, count = {}, 0
  local function content(id)
    count = count + 1
    id = id or "item " .. count
    given[id] = { id = id, n = count }
    return given[id]
  end
  local function contents(limit)
    local items = {}
    for i = 1, random(limit) do items[i] = content() end
    return items
  end

  local source = diffable.data_source{ view = false, can_reorder_item = function() return random(5) > 1 end }
  local function any(ids) return ids[random(#ids)] end

  local operations = {}

  function operations.edit()
    local snapshot = source:snapshot()
    local ids = snapshot:item_identifiers()
    if #ids > 0 then
      snapshot:reconfigure_items(content(any(ids)))
      snapshot:insert_items_after(contents(2), any(ids))
      snapshot:move_items_to_section(any(ids), any(sections))
      if #ids > 20 then snapshot:delete_items{ any(ids), any(ids), any(ids), any(ids) } end
    end
    snapshot:append_items(contents(3), any(sections))
    source:apply(snapshot)
  end

  -- A snapshot that shares no content with the source: only what is hidden may come from there.
  function operations.build()
    local old, new = source:snapshot(), {}
    for i, section in ipairs(sections) do
      local items = {}
      for _, id in ipairs(old:item_identifiers(section)) do
        if random(8) > 1 then items[#items + 1] = random(2) == 1 and content(id) or old:item(id) end
      end
      new[i] = { id = section, items = items }
    end
    source[random(2) == 1 and "apply" or "apply_using_reload_data"](source, diffable.snapshot(new))
  end

  function operations.edit_tree()
    local section = any(sections)
    local tree = source:section_snapshot(section)
    for _ = 1, random(4) do
      local ids = tree:all_item_identifiers()
      if #ids > 30 then tree:delete_items{ any(ids), any(ids) } end
      ids = tree:all_item_identifiers()
      if #ids > 0 and random(3) > 1 then
        tree:append_items(contents(3), { parent = any(ids) })
      else
        tree:append_items(contents(3))
      end
      ids = tree:all_item_identifiers()
      tree:reload_items(content(any(ids)))
      tree:expand(any(ids))
      tree:collapse(any(ids))
    end
    source:apply_section(tree, section)
  end

  function operations.new_tree()
    local tree = diffable.section_snapshot()
    tree:append_items(contents(4))
    tree:append_items(contents(4), { parent = any(tree:all_item_identifiers()) })
    source:apply_section(tree, any(sections))
  end

  function operations.toggle()
    local ids = source:snapshot():item_identifiers()
    if #ids > 0 then source:toggle_item(any(ids)) end
  end

  function operations.load_and_toggle()
    source.snapshot_for_expanding_parent = function(_, children)
      if random(2) == 1 then children = diffable.section_snapshot() end
      children:append_items(contents(3))
      children:append_items(contents(2), { parent = any(children:all_item_identifiers()) })
      return children
    end
    operations.toggle()
  end

  function operations.reorder()
    local ids = source:snapshot():item_identifiers()
    if #ids > 0 then
      source:reorder_item(source:index_path_of_item(any(ids)), { section = random(#sections), item = 1 })
    end
  end

  local names = {}
  for name in pairs(operations) do names[#names + 1] = name end
  table.sort(names)

  local function check(name)
    local list = source:snapshot()
    for _, section in ipairs(sections) do
      local tree = source:section_snapshot(section)
      assert.same(list:item_identifiers(section), tree:item_identifiers(), name)
      for _, id in ipairs(tree:all_item_identifiers()) do
        if tree:item(id) ~= given[id] then error(name .. " lost the content of " .. id) end
      end
      for _, id in ipairs(list:item_identifiers(section)) do
        if list:item(id) ~= given[id] or source:item(id) ~= given[id] then
          error(name .. " lost what is shown of " .. id)
        end
      end
    end
  end

  source:on_apply(function(transaction)
    for _, each in ipairs(transaction.section_transactions) do
      for _, id in ipairs(each.final_snapshot:all_item_identifiers()) do
        assert(each.final_snapshot:item(id) == given[id])
      end
      for _, id in ipairs(each.initial_snapshot:all_item_identifiers()) do
        assert(type(each.initial_snapshot:item(id)) == "table")
      end
    end
  end)
  source:apply(diffable.snapshot(sections))
  return function(from_inside)
    local name = any(names)
    if from_inside then
      source:apply(source:snapshot(), { completion = operations[name] })
    else
      operations[name]()
    end
    source.snapshot_for_expanding_parent = nil
    check(name)
  end
end

describe("contents of lists and trees", function()
  it("are complete after each step of random programs", function()
    for seed = 1, 12 do
      local step = program(seed)
      for _ = 1, 150 do step(false) end
      support.collect()
    end
  end)

  it("are complete where the steps wait in the queue", function()
    for seed = 101, 108 do
      local step = program(seed)
      for i = 1, 150 do step(i % 2 == 0) end
    end
  end)
end)
