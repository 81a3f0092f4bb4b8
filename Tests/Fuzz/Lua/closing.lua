-- States that are closed while finalizers still make objects, with and without a collection in front of each of them,
-- by their end and by os.exit in the middle of an apply. Under valgrind nothing is lost.
local diffable
local kept = {}

-- Older than the module, so it runs after all finalizers of the module: objects that are left are of no use, and
-- nothing can be made.
local function use_what_is_left()
  local function fail(what)
    io.stderr:write(what, " after the module was finalized\n")
    os.exit(false)
  end
  for _, objects in ipairs(kept) do
    for _, object in pairs(objects) do
      if type(object) == "userdata" and pcall(object.close, object) then fail("an object was closed") end
      pcall(tostring, object)
      pcall(function() return #object, object == object end)
    end
  end
  if pcall(diffable.snapshot) then fail("a snapshot was made") end
end
kept.oldest = setmetatable({}, { __gc = use_what_is_left })

diffable = require "diffable"

local function make_everything()
  local view = diffable.text_view{ write = function() end }
  local source = diffable.data_source{ view = view, cell = function(item) return tostring(item) end }
  local snapshot = diffable.snapshot{ { id = "section", items = { 1, 2, { id = 3, title = "three" } } } }
  snapshot:update_items{ id = 3, on_tap = function() return view end }
  local tree = diffable.section_snapshot{ { id = 4, expanded = true, children = { 5 } } }
  local history = diffable.history(source)
  local transaction = source:apply(snapshot)
  history:undo()
  history:group("again", function() source:apply(snapshot) end)
  source:apply_section(tree, { id = "section", title = "Section" })
  local difference = transaction.difference
  kept[#kept + 1] = {
    view, source, snapshot, tree, transaction, difference, transaction.final_snapshot, difference:steps(), history,
  }
  assert(#source:snapshot() == 2 and #source:render() > 0)
end

-- The key is a function that makes objects as well.
local function make_keyed()
  local function key(item)
    make_everything()
    return item.uuid .. "!"
  end
  local keyed = diffable.snapshot({ { id = "section", items = { { uuid = "one" }, { uuid = "two" } } } }, { key = key })
  local source = diffable.data_source{ view = false, key = key }
  source.cell = setmetatable({}, { __call = make_everything })
  local transaction = source:apply(keyed)
  kept[#kept + 1] = {
    keyed, source, keyed:copy(), transaction, diffable.section_snapshot({ { uuid = "three" } }, { key = key }),
  }
  assert(#keyed == 2 and source:item_at{ section = 1, item = 2 } == "two!")
end

-- An object whose finalizer must not raise; Lua would only warn.
local function finalize_with(f)
  setmetatable({}, { __gc = function()
    local ok, message = pcall(f)
    if not ok then
      io.stderr:write("a finalizer: ", tostring(message), "\n")
      os.exit(false)
    end
  end })
end

local function make_at_the_end(collects)
  host.collect(collects)
  finalize_with(make_everything)
  finalize_with(make_keyed)
end

-- With collections, what a finalizer made is freed without its own finalizer before the state is closed.
local function forget_at_the_end(collects)
  host.collect(collects)
  finalize_with(function()
    for _ = 1, 3 do
      make_everything()
      kept[#kept] = nil
    end
  end)
end

local function leave_in_an_apply(collects)
  make_at_the_end(collects)
  local source
  source = diffable.data_source{
    view = diffable.text_view{ write = function() end },
    cell = function()
      kept[#kept + 1] = { source, source:snapshot(), source:render() }
      source:apply(diffable.snapshot())
      os.exit(true, true)
    end,
  }
  source:apply(diffable.snapshot{ { id = "section", items = { 1, 2, 3 } } })
end

-- While an undo runs in a group, whose history is in the content of its own data source.
local function leave_in_an_undo(collects)
  make_at_the_end(collects)
  local source = diffable.data_source{ view = false }
  local history = diffable.history(source)
  history:group(function()
    source:apply(diffable.snapshot{ { id = "section", items = { { id = 1, f = function() return history end } } } })
  end)
  source:on_apply(function()
    kept[#kept + 1] = { source, history }
    history:group(function() os.exit(true, true) end)
  end)
  history:undo()
end

local function leave_from_a_coroutine(collects)
  coroutine.wrap(leave_in_an_apply)(collects)
end

for _, close in ipairs{ make_at_the_end, forget_at_the_end, leave_in_an_apply, leave_in_an_undo,
                        leave_from_a_coroutine } do
  -- Before 5.3 Lua does not collect when memory is refused in a finalizer.
  for _, collects in ipairs{ false, _VERSION >= "Lua 5.3" } do
    assert(host.fork(close, collects) == 0, "the state did not close well")
  end
end
print("closing: 10 states, nothing is lost")
