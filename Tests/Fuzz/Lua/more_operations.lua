-- Operations that make their own objects: keys, what can be called, content with functions, errors of callbacks; and
-- fields of the source of the world.
local diffable = require "diffable"

-- `add` adds an operation; `outline` and `branches` show a snapshot and a tree as text.
return function(add, outline, branches)
  local function items(first, last, title)
    local list = {}
    for i = first, last do
      list[#list + 1] = { uuid = "the item " .. i, id = -i, title = title, parts = i == first and {} or nil }
    end
    return list
  end

  -- What a call raises; lack of memory goes on.
  local function refusal(f, ...)
    local ok, message = pcall(f, ...)
    assert(not ok, "nothing is raised")
    if type(message) == "string" and message:find("not enough memory", 1, true) then error(message, 0) end
    return type(message) == "string" and message:match("[^\n]*") or type(message)
  end

  local function callable(f) return setmetatable({}, { __call = function(_, ...) return f(...) end }) end

  add("documents", function(world)
    local old = diffable.snapshot{
      { id = "plain", items = { { id = 1, title = "one", parts = { 1, 2 } }, "bare", 3 } }, "empty",
    }
    local new, name = diffable.decode(old:encode{ name = "list" })
    new:update_items{ id = 1, title = "two" }
    new:append_items({ { id = "below", title = "three" } }, { parent = 3 })
    new:delete_items("bare")
    local patch = diffable.difference(old, new):encode{ old_contents = true, name = name }
    local follower = diffable.decode(old:encode())
    follower:apply_patch(patch)
    local list = world.snapshot
    local same = not pcall(list.encode, list) or diffable.decode(list:encode()) == list
    return outline(follower) .. follower:version() .. #patch .. name .. follower:item(1).title .. tostring(same)
      .. refusal(follower.apply_patch, follower, patch) .. refusal(diffable.decode, patch)
  end)

  for _, key in ipairs{ "uuid", function(item) return item.uuid .. " by a function" end,
                        callable(function(item) return -item.id end) } do
    add("key", function()
      local snapshot = diffable.snapshot({ { id = "plain", items = items(1, 12, "one") }, "other" }, { key = key })
      local list = items(13, 24, "two")
      snapshot:append_items(list, "other")
      snapshot:move_item_before(list[1], list[3])
      snapshot:insert_items_after(items(25, 26, "three"), list[2])
      snapshot:reconfigure_items(items(13, 14, "four"))
      snapshot:update_items(items(15, 16, "five"))
      snapshot:delete_items({ list[5] }, { must_exist = true })
      if type(key) == "string" then snapshot:rename_item(list[6], "the new identifier") end
      snapshot:replace_items(items(10, 12, "six"), "plain")
      snapshot:append_sections{ { id = "last", items = items(31, 32, "seven") } }
      local count = 0
      for _ in snapshot:each() do count = count + 1 end
      local copy = diffable.snapshot(snapshot:to_table(), { key = key })
      return outline(copy) .. copy:index_of_item(list[2]) .. count
        .. refusal(copy.append_items, copy, { { number = 1 } })
    end)
    add("key", function()
      local tree = diffable.section_snapshot(items(1, 12, "one"), { key = key })
      local root = items(13, 13, "root")[1]
      root.children, root.expanded = items(14, 25, "child"), true
      root.children[2].children, root.children[3].expandable = items(26, 27, "leaf"), true
      tree:append_items{ root }
      tree:insert_items_after(items(28, 28, "after"), root.children[1])
      tree:update_items(items(26, 27, "changed"))
      tree:set_expandable(root.children[4], true)
      return branches(tree) .. tree:level_of_item(root.children[1]) .. tostring(tree:snapshot_of(root, true))
    end)
    add("key", function()
      local source = diffable.data_source{ view = false, key = key, cell = function(item) return item.title end }
      local snapshot = source:new_snapshot()
      local list = items(1, 12, "one")
      snapshot:append_sections{ { id = "plain", items = list }, "tree" }
      source:apply(snapshot)
      local tree = diffable.section_snapshot(items(13, 16, "root"), { key = key })
      source:apply_section(tree, { id = "tree", title = "Tree" })
      local next = source:snapshot()
      next:update_items(items(3, 4, "updated"))
      local update = source:apply(next, { caption = "an update" })
      local result = source:index_path_of_item(list[2]).item .. source:item(list[3]).title
        .. source:section("tree").title .. update.caption .. outline(update.final_snapshot)
        .. branches(source:section_snapshot("tree")) .. tostring(source.key == key)
      source:close()
      return result
    end)
  end

  add("apply_section", function(world)
    world.tree:update_items{ id = 101, title = "changed" }
    local transaction = world.source:apply_section(world.tree, { id = "tree", title = "Another" },
      { caption = "a section" })
    return tostring(transaction) .. transaction.caption
  end)

  -- What was changed comes back with its content.
  add("undo", function(world)
    local update = world.source:apply(world.next)
    local changed = outline(world.source:snapshot())
    local undo = world.source:apply(update.initial_snapshot)
    local again = outline(undo.final_snapshot) .. undo.difference.reconfigured_items[1].new.title
      .. update.difference:counts().moved_items
    update:close()
    undo:close()
    return changed .. again .. outline(world.source:snapshot())
  end, function(world) world.source:apply(world.next) end)

  -- Undo and redo of contents with functions, which nothing else keeps.
  add("undo", function(world)
    local source = diffable.data_source{ view = false, refreshes_headers = true, strict = true }
    local history = diffable.history(source, { limit = 3 })
    local said = {}
    local ok, raised = pcall(history.group, history, "two", function()
      source:apply(diffable.snapshot{ { id = "plain", items = { { id = 1, f = function() return "kept" end } } } },
        { caption = "one" })
      local snapshot = source:snapshot()
      snapshot:rename_item(1, "the new identifier")
      source:apply(snapshot)
      error(world, 0)
    end)
    if raised ~= world then error(raised, 0) end
    said[1] = tostring(ok) .. history.undo_caption .. tostring(history)
    source:apply(diffable.snapshot{ { id = "other", items = items(1, 12, "other") } })
    said[2] = outline(history:undo().final_snapshot) .. tostring(history.redo_caption)
    said[3] = source:item("the new identifier").f() .. tostring(history:redo()) .. tostring(history:redo())
      .. tostring(history.can_redo)
    history:group(function() source:apply(diffable.snapshot{ "empty" }) end)
    history:undo()
    history:clear()
    said[4] = tostring(history.can_undo) .. tostring(source.strict) .. tostring(source.refreshes_headers)
    history:close()
    source:close()
    return table.concat(said, "\n")
  end)

  -- Lists that were edited separately, with contents that refer to functions, and trees; and an apply that is rebased.
  add("merge", function()
    local function item(id, title) return { id = id, title = title, f = function() return title end } end
    local base = diffable.snapshot{ { id = "s", title = "any", items = {
      item(1, "one"), item(2, "two"), { id = 3, expanded = true, children = { item(4, "four"), item(5, "five") } },
    } } }
    local mine, theirs = base:copy(), base:copy()
    mine:update_items{ item(1, "mine") }
    mine:delete_items(3)
    mine:append_items(items(1, 12, "many"))
    theirs:update_items{ item(1, "theirs") }
    theirs:update_sections{ { id = "s", title = "another" } }
    theirs:append_items({ item(6, "six") }, { parent = 3 })
    theirs:move_item_before(2, 1)
    local merged, conflicts = diffable.merge(base, mine, theirs)
    local said = { outline(merged), merged:item(1).f(), merged:item(6).f() }
    for _, conflict in ipairs(conflicts) do
      said[#said + 1] = conflict.kind .. tostring(conflict.id) .. type(conflict.base) .. type(conflict.mine)
        .. type(conflict.theirs)
    end
    said[#said + 1] = conflicts[1].mine.f() .. conflicts[1].theirs.f()
    local source = diffable.data_source{ view = false }
    source:apply(base)
    local one, other = source:snapshot(), source:snapshot()
    one:update_items{ item(2, "first") }
    other:update_items{ item(2, "second") }
    source:apply(one, { rebase = true })
    local transaction = source:apply(other, { rebase = true, caption = "rebased" })
    said[#said + 1] = transaction.conflicts[1].theirs.f() .. source:item(2).f() .. transaction.caption
    other:delete_items(1)
    said[#said + 1] = tostring(source:apply(other, { rebase = true }).difference)
    said[#said + 1] = refusal(source.apply, source, merged, { rebase = true })
    source:close()
    return table.concat(said, "\n")
  end)

  -- A list that is published and followed, also from a callback.
  add("publish", function()
    local source, copy = diffable.data_source{ view = false, name = "list" }, diffable.data_source{ view = false }
    local publisher, follower = diffable.publisher(source, { keep = 2 }), diffable.follower(copy)
    source:apply(diffable.snapshot{ { id = "s", items = items(1, 12, "any") } })
    local said = { tostring(publisher) .. tostring(follower) .. follower:version() }
    said[2] = tostring(follower:receive(publisher:message(follower:version())))
    source:on_apply(function() follower:receive(publisher:message(follower:version())) end)
    source:apply(diffable.snapshot{ { id = "s", items = items(3, 14, "another") } })
    said[3] = outline(copy:snapshot()) .. tostring(publisher:version() == follower:version())
    said[4] = tostring(follower:receive(publisher:message()))
    for _, object in ipairs{ publisher, follower, source, copy } do object:close() end
    return table.concat(said, "\n")
  end)

  -- A list that follows another one, and one that follows both of two.
  add("derive", function()
    local origin = diffable.data_source{ view = false }
    origin:apply(diffable.snapshot{ { id = "s", items = items(1, 12, "any") } })
    local derived = origin:derive{
      view = false, filter = function(item) return item.id ~= 3 end, sort = { "-id" }, limit = 5,
      section = function(item) return { id = item.id % 2, title = "group" } end,
    }
    local said = { outline(derived:snapshot()) }
    derived:hold()
    origin:apply(diffable.snapshot{ { id = "s", items = items(2, 14, "another") } })
    local pending = derived:pending()
    said[2] = pending.inserted .. " " .. pending.deleted .. " " .. pending.moved
    said[3] = tostring(derived:release())
    local function by_id(item) return item.id end
    said[4] = tostring(derived:set{ filter = function(item) return item.id > 8 end, limit = false, sort = by_id })
    local other = diffable.data_source{ view = false }
    local both = diffable.concat{ other, derived, view = false }
    other:apply(diffable.snapshot{ { id = "other", items = { "a" } } })
    said[5] = outline(both:snapshot())
    for _, source in ipairs{ both, other, derived, origin } do source:close() end
    return table.concat(said, "\n")
  end)

  add("strict", function()
    diffable.strict(true)
    local source = diffable.data_source{ view = false }
    diffable.strict(false)
    return tostring(source.strict)
  end)

  add("each", function(world)
    local lines = {}
    for id, level, item in world.snapshot:each("plain") do lines[#lines + 1] = tostring(id) .. level .. item.title end
    return table.concat(lines, "\n")
  end)
  add("each", function(world)
    local lines = {}
    for id, level in world.tree:each() do lines[#lines + 1] = tostring(id) .. " " .. tostring(level) end
    return table.concat(lines, "\n")
  end)

  add("set_status", function() return refusal(function() diffable.set_status("there is no list") end) end)
  add("set_title", function() return refusal(function() diffable.set_title("there is no list") end) end)

  -- Content with functions: the second apply warns.
  local function apply_functions(world)
    local snapshot = world.source:snapshot()
    snapshot:append_items{
      { id = "made", kind = "row", title = "made", on_tap = function() return world end, inner = { f = print } },
    }
    world.source:apply(snapshot)
    local again = world.source:snapshot()
    again:reconfigure_items{
      id = "made", kind = "row", title = "made", on_tap = function() return snapshot end, inner = { f = print },
    }
    return again
  end
  add("warn", function(world)
    local updated = world.source:apply(apply_functions(world)).difference.reconfigured_items
    return #updated .. updated[1].old.title .. type(updated[1].new.on_tap)
  end, apply_functions)

  -- What a provider or an observer does wrong.
  for _, cell in ipairs{
    function() return {} end, function() return { text = "" , accessory = false } end, function() error{ code = 3 } end,
    function() error("a message", 0) end, function() error() end, callable(function() return { text = {} } end),
  } do
    add("refused cell", function(world)
      local source = diffable.data_source{ view = diffable.text_view{ write = function() end }, cell = cell }
      local message = refusal(source.apply, source, world.snapshot)
      assert(#source:snapshot() == 0)
      source.cell = callable(function(item) return { text = tostring(item), accessory = "star" } end)
      return message .. tostring(source:apply(world.snapshot)) .. source:render():gsub("0x%x+", "")
    end)
  end
  add("refused observer", function(world)
    local source = diffable.data_source{ view = false }
    local remove = source:on_apply(callable(function() error{ code = 3 } end))
    local message = refusal(source.apply, source, world.snapshot)
    return message .. tostring(source:last_transaction()) .. tostring(remove()) .. #source:snapshot()
  end)

  -- Fields of a data source.
  for name, value in pairs{
    cell = callable(function(item) return "another " .. tostring(item) end),
    cells = { row = callable(function(item) return item.title end) },
    header = function() return "header" end,
    footer = callable(function() return { text = "footer", detail = 1 } end),
    supplementary = { badge = function() return "badge" end, header = callable(function() return "header" end) },
    view = diffable.text_view{ write = function() end },
    did_reorder = callable(function() end),
  } do
    add(name, function(world)
      world.source[name] = value
      return tostring(world.source[name] ~= nil)
    end)
  end
end
