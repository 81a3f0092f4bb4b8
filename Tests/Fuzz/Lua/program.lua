-- One random program over the whole Lua module, given by its seed. Its callbacks fail, apply, close, collect, yield and
-- end the process, from wherever they are called. Each list is kept a second time, by the steps that its source tells
-- of, and after every call both must be the same.
local diffable = require "diffable"
local mirrors = require "mirrors"
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
  return values.callable(function(...)
    if calls_left > 0 and chance(25) then
      calls_left = calls_left - 1
      one_of(disturbances)()
    end
    if answer then return answer(...) end
  end)
end

-- Notes what is wrong where the error of an assert would be caught.
local function expect(is_true, what)
  if not is_true then pools.finding = pools.finding or debug.traceback(what) end
end

local function maybe(value) return chance(60) and value or nil end

-- Where items have their identifiers: mostly in `id`, else in a field or by a function. What a function returns is
-- noted, since it may return something else each time.
local function key()
  if chance(70) then return nil end
  if chance(50) then return one_of{ "uuid", "uuid", "id", "title", chance(10) and values.wrong() or "uuid" } end
  local find = values.key_function()
  return callback(function(item)
    local id = find(item)
    if id ~= nil then pools.found[id] = true end
    return id
  end)
end

local function options() return chance(90) and { key = key() } or maybe(values.wrong()) end

local function snapshot_for_expanding_parent(_, children)
  if chance(50) then children:append_items(values.branches()) end
  if chance(30) then return children end
  return chance(30) and some("tree") or nil
end

local function mostly_true() return chance(90) end

-- The fields of a data source, by name what makes a value. All can be set later.
local fields = {
  { "view", function() return chance(80) and some("view") or false end },
  { "cells", function() return maybe{ row = callback(values.cell), other = callback(values.cell) } end },
  { "cell", function() return chance(90) and callback(values.cell) or nil end },
  { "header", function() return maybe(callback(values.cell)) end },
  { "footer", function() return maybe(callback(values.cell)) end },
  {
    "supplementary",
    function() return maybe{ badge = callback(values.cell), header = chance(5) and callback(values.cell) or nil } end,
  },
  { "default_row_animation", function() return maybe(values.animation()) end },
  { "name", function() return maybe(values.text()) end },
  { "should_expand_item", function() return maybe(callback(mostly_true)) end },
  { "will_expand_item", function() return maybe(callback()) end },
  { "should_collapse_item", function() return maybe(callback(mostly_true)) end },
  { "will_collapse_item", function() return maybe(callback()) end },
  { "snapshot_for_expanding_parent", function() return maybe(callback(snapshot_for_expanding_parent)) end },
  { "can_reorder_item", function() return maybe(callback(mostly_true)) end },
  { "will_reorder", function() return maybe(callback()) end },
  { "did_reorder", function() return maybe(callback()) end },
}

local function make_source()
  local given = { key = key() }
  for _, field in ipairs(fields) do given[field[1]] = field[2]() end
  local source = diffable.data_source(given)
  local mirror = {}
  source:on_apply(function(transaction)
    for _, step in ipairs(transaction.difference:steps()) do mirrors.replay(mirror, step) end
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
  function() keep("snapshot", diffable.snapshot(chance(80) and values.sections() or values.entries(), options())) end,
  function() keep("tree", diffable.section_snapshot(nil, options())):append_items(values.entries()) end,
  function() keep("tree", diffable.section_snapshot(values.tree(), options())) end,
  function()
    keep("view", diffable.text_view{ context = maybe(math.random(0, 3)), color = maybe("always"), write = callback() })
  end,
  function() keep("view", diffable.ndjson_view{ shows_old = maybe(true), write = callback() }) end,
  make_source,
}

local calls = require "calls"(some, callback)

-- Calls a method; if it raises, and no callback did anything meanwhile, the object is as it was before.
local function call_method(object, name, ...)
  local could_copy, before = pcall(function() return object:copy() end)
  local left = calls_left
  local results = table.pack(pcall(object[name], object, ...))
  if not results[1] then
    if could_copy and left == calls_left then
      expect(object == before, name .. " is refused, and has changed something")
    end
    error(results[2], 0)
  end
  return results[2]
end

local function call_one(object, list)
  local edit = one_of(list)
  if edit[1]:find("^clear") or edit[1]:find("^delete_all") then edit = one_of(list) end
  local arguments = {}
  for i = 2, #edit do arguments[i - 1] = edit[i](object) end
  local result = call_method(object, edit[1], table.unpack(arguments, 1, #edit - 1))
  local kind = type(result) == "userdata" and tostring(getmetatable(result)):match("^diffable%.(.*)$")
  if type(result) == "function" then keep("remove", result) end
  local is_tree = kind == "snapshot" and result:is_section_snapshot()
  if kind then keep(is_tree and "tree" or kind == "data_source" and "source" or kind, result) end
end

local function apply()
  local source = some("source")
  local snapshot = chance(50) and some("snapshot") or source:snapshot()
  pcall(snapshot.append_sections, snapshot, values.id())
  for _ = 1, math.random(4) do pcall(call_one, snapshot, calls.snapshot) end
  pcall(snapshot.append_items, snapshot, values.entries())
  local transaction = source:apply(snapshot, maybe(calls.completion()))
  if transaction then keep("transaction", transaction) end
end

local function look_at_transaction()
  local transaction = some("transaction")
  local difference = keep("difference", transaction.difference)
  local name = one_of{
    "inserted_items", "moved_items", "deleted_items", "reconfigured_items", "moved_sections", "is_empty", "counts",
    "steps",
  }
  local value = difference[name]
  if type(value) == "function" then value(difference) end
  if name == "reconfigured_items" then
    local old, new = transaction.initial_snapshot, transaction.final_snapshot
    for _, change in ipairs(value) do
      expect(values.described(change.old or change.id, 3) == values.described(old:item(change.id), 3),
        "another old content")
      expect(values.described(change.new or change.id, 3) == values.described(new:item(change.id), 3),
        "another new content")
    end
  end
  keep("snapshot", transaction[one_of{ "initial_snapshot", "final_snapshot" }])
  for _, one in ipairs(transaction.section_transactions) do
    keep("tree", one.final_snapshot)
    tostring(one.difference)
  end
end

-- The content of an element, as text. A table that the script still has says what is below its item, too. That is no
-- content, and a copy does not have it. A copy has the identifier as the list has it, so 7.0 becomes 7.
local function described_content(content, id)
  if type(content) ~= "table" then return values.described(content, 4) end
  local copy = {}
  for name, value in next, content do copy[name] = value end
  copy.children, copy.expanded, copy.expandable = nil, nil, nil
  if math.type(copy.id) == "float" and copy.id == id then copy.id = id end
  return values.described(copy, 4)
end

-- All contents of a snapshot, as text. With metatables that fail: through what their tables are by themselves.
local function contents_of(snapshot)
  local lines = {}
  for _, id in ipairs(snapshot:section_identifiers()) do
    lines[#lines + 1] = described_content(snapshot:section(id), id)
  end
  for _, id in ipairs(snapshot:item_identifiers()) do lines[#lines + 1] = described_content(snapshot:item(id), id) end
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
  local source, field = some("source"), one_of(fields)
  local providers = chance(20) and source[one_of{ "cells", "supplementary" }]
  if type(providers) == "table" then -- the copy that the source uses
    providers[one_of{ "row", "badge", "header" }] = chance(70) and callback(values.cell) or values.wrong()
  end
  local value = field[2]()
  if chance(10) then value = one_of{ values.animation(), callback(), values.wrong() } end
  if chance(5) then field = { one_of{ "key", "left", 5, {} } } end
  source[field[1]] = value
  if field[1] == "name" and value == "" then value = nil end -- an empty name is none
  expect(field[1] == "cells" or field[1] == "supplementary" or field[1] == "view" or value == nil or value ~= value or
    source[field[1]] == value,
    "a field is another than was set")
end

-- The sections and items of a snapshot, while somebody may edit it.
local function go_through()
  local snapshot = some("snapshot")
  for section, item in snapshot:each() do
    if chance(5) then act() end
    expect(section ~= nil and item ~= nil, "half a row")
  end
end

-- What is raised in a callback and is no string is raised unchanged by the call.
local function raise_a_value()
  local value = {}
  local source <close> = diffable.data_source{
    view = diffable.text_view{ write = callback() }, cell = function() error(value) end,
  }
  local ok, message = pcall(source.apply, source, diffable.snapshot{ { id = 1, items = { 1, 2 } } })
  expect(not ok and (message == value or tostring(message):find("stack overflow", 1, true)), "another value is raised")
end

-- An observer that applies each time is stopped, and the data source works afterwards.
local function apply_forever()
  local source <close> = diffable.data_source{ view = false }
  local count, is_over = 0, false
  source:on_apply(function()
    count = count + 1
    if is_over then return end
    source:apply(diffable.snapshot{ { id = count % 2, items = { count } } })
  end)
  local ok, message = pcall(source.apply, source, diffable.snapshot{ 1 })
  expect(not ok and tostring(message):find("APPLY_LOOP", 1, true), "an endless loop is not reported")
  is_over = true
  expect(source:apply(diffable.snapshot{ { id = "end", items = { "last" } } }),
    "nothing can be applied after an endless loop")
  expect(#source:snapshot() == 1, "another list after an endless loop")
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
  { 14, apply }, { 8, function() call_one(some("source"), calls.source) end },
  { 10, function() call_one(some("snapshot"), calls.snapshot) end },
  { 8, function() call_one(some("tree"), calls.tree) end },
  { 6, function() one_of(makers)() end }, { 4, look_at_transaction }, { 2, show },
  { 4, set_field }, { 2, go_through }, { 1, raise_a_value }, { 2, close_at_the_end }, { 4, wander },
  { 4, values.change_used }, { 3, keep_contents },
  { 1, function() if chance(20) then apply_forever() end end },
  { 1, function() keep("difference", diffable.difference(some("snapshot"), some("snapshot"))) end },
}

local total = 0
for _, action in ipairs(actions) do total = total + action[1] end

function act()
  if calls_left <= 0 or depth >= DEEPEST then return end
  calls_left = calls_left - 1
  depth = depth + 1
  local guard <close> = setmetatable({}, { __close = function() depth = depth - 1 end })
  local dice = math.random(total)
  for _, action in ipairs(actions) do
    dice = dice - action[1]
    if dice <= 0 then return action[2]() end
  end
  return guard
end

local function check()
  assert(not pools.finding, pools.finding)
  for _, source in ipairs(pools.source) do
    if tostring(source) ~= "(closed data source)" then
      mirrors.check(source:snapshot(), pools.mirrors[source], pools.found)
    end
  end
  check_contents()
end

local modes = {
  function() collectgarbage("generational", 1, 1) end,
  -- a full collection, finalizers too, in front of every object
  function() collectgarbage("incremental", 1, 1000, 63) end,
  function() host.collect(true) end,
  function() end,
}

return function(seed)
  math.randomseed(seed, 0)
  may_exit = seed % 3 == 0
  pools = { mirrors = {}, contents = {}, found = {} }
  for _, name in ipairs{ "snapshot", "tree", "source", "view", "transaction", "difference", "thread", "remove" } do
    pools[name] = {}
  end
  calls_left, depth = 0, 0
  pools.thread[1] = coroutine.create(act)
  pools.snapshot[1], pools.tree[1] = diffable.snapshot(), diffable.section_snapshot()
  for _ = 1, 3 do
    pcall(function() keep("snapshot", diffable.snapshot(values.sections(), options())) end)
    pcall(function() keep("tree", diffable.section_snapshot(values.tree(), options())) end)
  end
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
