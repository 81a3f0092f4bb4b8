-- One random program over the whole Lua module, given by its seed. Its callbacks fail, apply, close, collect, yield and end
-- the process, from wherever they are called. Each list is kept a second time, by the steps that its source tells of, and
-- after every call both must be the same.
local diffable = require "diffable"
local values = require "values"
local one_of, chance = values.one_of, values.chance

local CALLS, DEEPEST = 30, 10

local pools, calls_left, depth, may_exit
local act

local function keep(pool, object)
  local list = pools[pool]
  list[#list < 6 and #list + 1 or math.random(6)] = object
  return object
end

local kinds = { "snapshot", "tree", "source", "view", "transaction", "difference" }

-- Something of a kind, now and then of another one or a closed one.
local function some(pool)
  if chance(2) then return values.wrong() end
  if chance(2) then pool = one_of(kinds) end
  local object = one_of(pools[pool])
  return tostring(object):find("^%(closed") and chance(90) and one_of(pools[pool]) or object
end

-- What every callback does before it answers.
local disturbances = {
  function() error(values.error(), math.random(0, 2)) end,
  function() act() end,
  function() pcall(act) end,
  function() one_of(pools.remove)() end,
  function() collectgarbage() end,
  function() collectgarbage("step") end,
  function() coroutine.yield() end,
  function() coroutine.wrap(act)() end,
  function() coroutine.resume(one_of(pools.thread)) end,
  function() keep("thread", coroutine.create(function() act() coroutine.yield() act() end)) end,
  function() setmetatable({}, { __gc = function() act() end }) end,
  function() pcall(function() some("source"):close() end) end,
  function() pcall(function() some(one_of{ "view", "snapshot", "tree", "transaction", "difference" }):close() end) end,
  function() if may_exit and chance(10) then os.exit(true, true) end end,
}

local function callback(answer)
  return function(...)
    if calls_left > 0 and chance(25) then
      calls_left = calls_left - 1
      one_of(disturbances)()
    end
    if answer then return answer(...) end
  end
end

local function maybe(value) return chance(60) and value or nil end

-- Applies one step of a difference to a mirror: an array of { id =, items }.
local function replay(mirror, step)
  local name, of = step.kind:match("^(%a+)_(%a+)$")
  for offset = 0, step.count - 1 do
    local function row(path) return of == "sections" and mirror or mirror[path.section] end
    local function place(path) return of == "sections" and path or path.item end
    if name == "delete" then
      table.remove(row(step.from), place(step.from))
    elseif name == "insert" then
      local id = step.ids[offset + 1]
      table.insert(row(step.to), place(step.to) + offset, of == "sections" and { id = id } or id)
    elseif name == "move" then
      local within = of == "sections" or step.from.section == step.to.section
      local from, to = place(step.from), place(step.to)
      if within and from < to then
        to = to + step.count - 1
      else
        from = within and from + offset or from
        to = to + offset
      end
      table.insert(row(step.to), to, table.remove(row(step.from), from))
    end
  end
end

local function snapshot_for_expanding_parent(_, children)
  if chance(50) then children:append(values.entries()) end
  if chance(30) then return children end
  return chance(30) and some("tree") or nil
end

local function make_source()
  local view = some("view")
  local source = diffable.data_source{
    view = chance(80) and view or false,
    cells = maybe{ row = callback(values.cell), other = callback(values.cell) },
    cell = chance(90) and callback(values.cell) or nil,
    header = maybe(callback(values.cell)),
    footer = maybe(callback(values.cell)),
    supplementary = maybe{ badge = callback(values.cell) },
    default_row_animation = maybe(values.animation()),
    should_expand_item = maybe(callback(function() return chance(90) end)),
    will_expand_item = maybe(callback()),
    should_collapse_item = maybe(callback(function() return chance(90) end)),
    will_collapse_item = maybe(callback()),
    snapshot_for_expanding_parent = maybe(callback(snapshot_for_expanding_parent)),
    can_reorder_item = maybe(callback(function() return chance(90) end)),
    will_reorder = maybe(callback()),
    did_reorder = maybe(callback()),
  }
  local mirror = {}
  source:on_apply(function(transaction)
    for _, step in ipairs(transaction.difference:steps()) do replay(mirror, step) end
  end)
  keep("remove", (source:on_apply(callback())))
  keep("source", source)
  pools.mirrors[source] = mirror
end

-- In the place of the first one.
local function make_source_at_last()
  pools.source = {}
  repeat pcall(make_source) until pools.source[1]
end

local makers = {
  function() keep("snapshot", diffable.snapshot(chance(80) and values.sections() or values.entries())) end,
  function() keep("tree", diffable.section_snapshot()):append(values.entries()) end,
  function() keep("tree", diffable.section_snapshot(values.branches())) end,
  function() keep("view", diffable.text_view{ context = maybe(math.random(0, 3)), color = maybe("always"), write = callback() }) end,
  function() keep("view", diffable.ndjson_view{ write = callback() }) end,
  make_source,
}

local snapshot_edits = {
  { "append_sections", values.entries }, { "insert_sections_before", values.entries, values.anchor },
  { "insert_sections_after", values.entries, values.anchor }, { "delete_sections", values.entries },
  { "move_section_before", values.anchor, values.anchor }, { "move_section_after", values.anchor, values.anchor },
  { "reload_sections", values.entries }, { "reconfigure_sections", values.entries }, { "update_items", values.entries },
  { "replace_items", values.entries, function() return maybe(values.anchor()) end },
  { "append_items", values.entries, function() return maybe(values.anchor()) end },
  { "insert_items_before", values.entries, values.anchor }, { "insert_items_after", values.entries, values.anchor },
  { "delete_items", values.entries }, { "clear" }, { "delete_all_items" }, { "move_item_before", values.anchor, values.anchor },
  { "move_item_after", values.anchor, values.anchor }, { "move_items_to_section", values.entries, values.anchor },
  { "reload_items", values.entries }, { "reconfigure_items", values.entries }, { "section_identifiers" },
  { "item_identifiers", function() return maybe(values.anchor()) end }, { "number_of_sections" }, { "number_of_items", values.anchor },
  { "index_of_section", values.anchor }, { "index_of_item", values.anchor }, { "index_path_of_item", values.anchor },
  { "section_containing_item", values.anchor }, { "contains_item", values.anchor }, { "contains_section", values.anchor },
  { "item", values.anchor }, { "section", values.anchor }, { "reloaded_item_identifiers" }, { "reconfigured_item_identifiers" },
  { "reloaded_section_identifiers" }, { "reconfigured_section_identifiers" }, { "copy" },
}

local tree_edits = {
  { "append", values.branches, values.anchor }, { "append", values.branches }, { "insert_before", values.branches, values.anchor },
  { "insert_after", values.branches, values.anchor }, { "delete", values.entries }, { "clear" }, { "delete_all" },
  { "expand", values.entries }, { "keep_expansion", values.entries },
  { "set_expandable", values.entries, function() return chance(70) end },
  { "is_expandable", values.anchor }, { "keeps_expansion", values.anchor },
  { "replace_children", values.anchor, function() return some("tree") end }, { "collapse", values.entries },
  { "reload_items", values.entries }, { "reconfigure_items", values.entries }, { "update_items", values.entries }, { "item_identifiers" },
  { "root_item_identifiers" }, { "visible_item_identifiers" },
  { "expanded_item_identifiers" }, { "is_expanded", values.anchor }, { "is_visible", values.anchor }, { "level_of_item", values.anchor },
  { "parent_of_item", values.anchor }, { "index_of_item", values.anchor }, { "contains_item", values.anchor }, { "item", values.anchor },
  { "reloaded_item_identifiers" }, { "reconfigured_item_identifiers" }, { "copy" },
  { "snapshot_of", values.anchor, function() return maybe(chance(50)) end },
}

local function completion() return { animation = maybe(values.animation()), completion = maybe(callback()) } end

local source_calls = {
  { "apply_section", function() return some("tree") end, function() return chance(70) and values.anchor() or values.entry() end,
    completion },
  { "apply_using_reload_data", function() return some("snapshot") end, function() return { completion = maybe(callback()) } end },
  { "toggle_item", values.anchor }, { "reorder_item", values.place, values.place }, { "new_snapshot" }, { "item_at", values.place },
  { "index_path_of_item", values.anchor }, { "section_at", function() return math.random(-1, 4) end },
  { "index_of_section", values.anchor },
  { "item", values.anchor }, { "section", values.anchor }, { "cell", values.place }, { "render" },
  { "supplementary_cell", function() return one_of{ "header", "footer", "badge", "a\0b" } end, function() return math.random(0, 4) end },
  { "section_snapshot", values.anchor }, { "on_apply", function() return callback() end },
}

local function call_one(object, list)
  local edit = one_of(list)
  local arguments = {}
  for i = 2, #edit do arguments[i - 1] = edit[i]() end
  local result = object[edit[1]](object, table.unpack(arguments, 1, #edit - 1))
  local kind = type(result) == "userdata" and tostring(getmetatable(result)):match("^diffable%.(.*)$")
  if kind then keep(kind == "section_snapshot" and "tree" or kind == "data_source" and "source" or kind, result) end
end

local function apply()
  local source = some("source")
  local snapshot = chance(50) and some("snapshot") or source:snapshot()
  pcall(snapshot.append_sections, snapshot, values.id())
  for _ = 1, math.random(4) do pcall(call_one, snapshot, snapshot_edits) end
  pcall(snapshot.append_items, snapshot, values.entries())
  local transaction = source:apply(snapshot, maybe(completion()))
  if transaction then keep("transaction", transaction) end
end

local function look_at_transaction()
  local transaction = some("transaction")
  local difference = keep("difference", transaction.difference)
  local name = one_of{
    "inserted_items", "moved_items", "deleted_items", "reconfigured_items", "moved_sections", "is_empty", "counts", "steps",
  }
  local value = difference[name]
  if type(value) == "function" then value(difference) end
  if name == "reconfigured_items" then
    local old, new = transaction.initial_snapshot, transaction.final_snapshot
    for _, change in ipairs(value) do
      assert(values.described(change.old or change.id, 3) == values.described(old:item(change.id), 3), "another old content")
      assert(values.described(change.new or change.id, 3) == values.described(new:item(change.id), 3), "another new content")
    end
  end
  keep("snapshot", transaction[one_of{ "initial_snapshot", "final_snapshot" }])
  for _, one in ipairs(transaction.section_transactions) do
    keep("tree", one.final_snapshot)
    tostring(one.difference)
  end
end

-- All contents of a snapshot, as text. With metatables that fail: through what their tables are by themselves.
local function contents_of(snapshot)
  local lines = {}
  for _, id in ipairs(snapshot:section_identifiers()) do lines[#lines + 1] = values.described(snapshot:section(id), 4) end
  for _, id in ipairs(snapshot:item_identifiers()) do lines[#lines + 1] = values.described(snapshot:item(id), 4) end
  return table.concat(lines, "\n")
end

-- Keeps a snapshot with the contents that it has now. Nobody else can edit or close it.
local function keep_contents()
  local copy = some("snapshot"):copy()
  pools.contents[math.random(5)] = { snapshot = copy, text = contents_of(copy) }
end

local function check_contents()
  for _, one in pairs(pools.contents) do
    assert(contents_of(one.snapshot) == one.text, "a snapshot has other contents than it had")
  end
end

local function show()
  local object = some(one_of(kinds))
  tostring(object)
  return object == some("snapshot"), chance(5) and #object
end

local function set_field()
  local source = some("source")
  source[one_of{ "default_row_animation", "will_reorder", "can_reorder_item", "should_expand_item", "left" }] =
    one_of{ values.animation(), callback(), values.wrong() }
end

local function close_at_the_end()
  local one <close> = diffable.snapshot(values.sections())
  local other <close> = some(one_of{ "source", "view", "transaction" })
  act()
  return one, other
end

local function wander()
  local thread = one_of(pools.thread)
  local choice = math.random(3)
  if choice == 1 and coroutine.status(thread) ~= "running" and coroutine.status(thread) ~= "normal" then
    coroutine.close(thread)
  elseif choice == 2 then
    coroutine.resume(thread)
  else
    keep("thread", coroutine.create(function()
      while true do
        act()
        coroutine.yield()
      end
    end))
  end
end

local actions = {
  { 14, apply }, { 8, function() call_one(some("source"), source_calls) end },
  { 10, function() call_one(some("snapshot"), snapshot_edits) end }, { 8, function() call_one(some("tree"), tree_edits) end },
  { 6, function() one_of(makers)() end }, { 4, look_at_transaction }, { 2, show },
  { 1, set_field }, { 2, close_at_the_end }, { 4, wander }, { 4, values.change_used }, { 3, keep_contents },
  { 1, function() keep("difference", diffable.difference(some("snapshot"), some("snapshot"))) end },
}

function act()
  if calls_left <= 0 or depth >= DEEPEST then return end
  calls_left = calls_left - 1
  depth = depth + 1
  local guard <close> = setmetatable({}, { __close = function() depth = depth - 1 end })
  local dice = math.random(67)
  for _, action in ipairs(actions) do
    dice = dice - action[1]
    if dice <= 0 then return action[2]() end
  end
  return guard
end

local function check_list(snapshot, mirror)
  local sections = snapshot:section_identifiers()
  assert(#sections == #mirror, "the list has other sections than its steps make")
  for i, section in ipairs(sections) do
    local items = snapshot:item_identifiers(section)
    assert(section == mirror[i].id and #items == #mirror[i], "a section is another than its steps make")
    for j, item in ipairs(items) do
      assert(item == mirror[i][j], "an item is another than its steps make")
      local content = snapshot:item(item)
      assert(content == item or rawget(content, "id") == item, "an item has the content of another")
    end
  end
end

local function check()
  for _, source in ipairs(pools.source) do
    if tostring(source) ~= "(closed data source)" then check_list(source:snapshot(), pools.mirrors[source]) end
  end
  check_contents()
end

local modes = {
  function() collectgarbage("generational", 1, 1) end,
  function() collectgarbage("incremental", 1, 1000, 63) end, -- a full collection, finalizers too, in front of every object
  function() host.collect(true) end,
  function() end,
}

return function(seed)
  math.randomseed(seed, 0)
  may_exit = seed % 3 == 0
  pools = { mirrors = {}, contents = {} }
  for _, name in ipairs{ "snapshot", "tree", "source", "view", "transaction", "difference", "thread", "remove" } do pools[name] = {} end
  calls_left, depth = 0, 0
  pools.thread[1] = coroutine.create(act)
  pools.snapshot[1], pools.tree[1] = diffable.snapshot(), diffable.section_snapshot()
  pools.view[1] = diffable.text_view{ write = callback() }
  pools.difference[1] = diffable.difference(diffable.snapshot(), pools.snapshot[1])
  pools.transaction[1] = diffable.data_source{ view = false }:apply(diffable.snapshot{ { id = 1, items = { 1, 2 } } })
  make_source_at_last()
  modes[seed % #modes + 1]()
  for _ = 1, CALLS do
    calls_left = 10
    pcall(act)
    calls_left, depth = 0, 0
    if tostring(pools.source[1]):find("^%(closed") then make_source_at_last() end
    check()
  end
  calls_left = 20 -- for what is finalized when the state is closed
end
