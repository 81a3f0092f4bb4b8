-- Lists that are derived from others.
local diffable = require "diffable"
local support = require "Tests.DiffableLuaTests.support"
local fails, list, plain = support.fails, support.list, support.plain

local function ids(source) return table.concat(source:snapshot():item_identifiers(), " ") end

local function tasks_source(options)
  options = options or {}
  options.view = false
  local source = diffable.data_source(options)
  source:apply(list{
    { id = "milk", day = "mon", priority = 2, title = "Buy milk" },
    { id = "call", day = "mon", priority = 1, title = "Call Ann" },
    { id = "bike", day = "tue", priority = 2, title = "Fix the bike", done = true },
    { id = "read", day = "tue", title = "Read" },
  })
  return source
end

local function open(item) return not item.done end

describe("a derived list", function()
  local tasks
  before_each(function() tasks = tasks_source() end)

  it("is filtered and sorted, and follows its origin", function()
    local calls = {}
    local derived = tasks:derive{
      view = false,
      filter = function(item) calls[#calls + 1] = "filter " .. item.id; return open(item) end,
      sort = function(item) calls[#calls + 1] = "sort " .. item.id; return item.priority, item.title end,
    }
    assert.equal("call milk read", ids(derived))
    assert.equal(7, #calls)
    support.clear(calls)
    local snapshot = tasks:snapshot()
    snapshot:update_items{ { id = "call", priority = 3 }, { id = "bike", priority = 0, title = "Ride", done = false } }
    tasks:apply(snapshot)
    assert.equal("bike milk call read", ids(derived))
    table.sort(calls)
    assert.same({ "filter bike", "filter call", "sort bike", "sort call" }, calls)
    assert.equal("Ride", derived:item("bike").title)
  end)

  it("sorts by the names of fields", function()
    local derived = tasks:derive{ view = false, sort = { "-priority", "title" } }
    assert.equal("read milk bike call", ids(derived))
    derived:set{ sort = { "id" } }
    assert.equal("bike call milk read", ids(derived))
    derived:set{ sort = false }
    assert.equal("milk call bike read", ids(derived))
  end)

  it("reports a misspelt field for the first item without it", function()
    local misspelt = { view = false, sort = { "-prioriti" } }
    local message = fails('there is no field "prioriti" to sort by: did you mean "priority"?',
      tasks.derive, tasks, misspelt)
    assert.truthy(message:find('for item "milk"', 1, true))
    -- Names of three letters are often one letter apart, and a field may be absent.
    assert.equal("milk call bike read", ids(tasks:derive{ view = false, sort = { "dax", "-due" } }))
    local source = diffable.data_source{ view = false }
    local derived = source:derive{ view = false, sort = { "-prioriti" } }
    for _ = 1, 2 do fails("did you mean", source.apply, source, list{ { id = "a", priority = 1 } }) end
    derived:close()
    -- Only the first item counts.
    source:apply(list{ { id = "a", [1] = "x" }, { id = "b", names = "y" } })
    assert.equal("a b", ids(source:derive{ view = false, sort = { "name" } }))
  end)

  it("forgets the limits of a set that was queued and failed", function()
    local derived = tasks:derive{ view = false, limit = 2 }
    local is_queued = false
    tasks:on_apply(function()
      if is_queued then return end
      is_queued = true
      assert.is_nil(derived:set{ limit = 1, filter = function() error("filter") end })
    end)
    assert.has_error(function() tasks:apply(tasks:snapshot()) end)
    derived:set{ section_limit = 3 }
    assert.equal(2, #derived:snapshot():item_identifiers())
  end)

  it("groups items, with limits", function()
    local derived = tasks:derive{
      view = false, filter = open,
      section = function(item) return { id = item.day, title = item.day:upper() } end,
      sort = { "-title" },
    }
    assert.same({ { "tue", "read" }, { "mon", "call", "milk" } }, plain(derived:snapshot()))
    assert.same({ id = "mon", title = "MON" }, derived:section("mon"))
    derived:set{ section_sort = function(section) return section.title end, section_limit = 1 }
    assert.same({ { "mon", "call" }, { "tue", "read" } }, plain(derived:snapshot()))
    derived:set{ limit = 1 }
    assert.same({ { "mon", "call" } }, plain(derived:snapshot()))
    derived:set{ limit = false, section_limit = false }
    assert.same({ { "mon", "call", "milk" }, { "tue", "read" } }, plain(derived:snapshot()))
    derived:set{ section = function(item) return item.priority or 9 end, section_sort = false }
    assert.same({ { 9, "read" }, { 1, "call" }, { 2, "milk" } }, plain(derived:snapshot()))
    derived:set{ section = false, filter = function() return false end, keep_empty_sections = true }
    assert.same({ { "s" } }, plain(derived:snapshot()))
  end)

  it("reports the fewest changes", function()
    local derived = tasks:derive{ view = false, filter = open, sort = { "title" } }
    local seen
    derived:on_apply(function(transaction) seen = tostring(transaction) .. "; " .. tostring(transaction.caption) end)
    local transaction = derived:set{ filter = function(item) return item.title:find("e", 1, true) end }
    assert.equal("2 items deleted, 1 inserted", tostring(transaction))
    local snapshot = tasks:snapshot()
    snapshot:update_items{ { id = "bike", title = "Sell the bike" } }
    tasks:apply(snapshot, { caption = "sold" })
    assert.equal("1 item moved, 1 reconfigured; sold", seen)
  end)

  it("is held and released", function()
    local derived = tasks:derive{ view = false, filter = open, sort = { "title" } }
    derived:hold()
    local snapshot = tasks:snapshot()
    snapshot:delete_items{ "read" }
    snapshot:append_items{ { id = "ask", title = "Ask" } }
    snapshot:update_items{ { id = "milk", title = "Zero milk" }, { id = "call", title = "Called", done = true } }
    tasks:apply(snapshot)
    assert.equal("milk call", ids(derived))
    assert.equal("Zero milk", derived:item("milk").title)
    assert.same({ inserted = 1, deleted = 1, moved = 0 }, derived:pending())
    assert.equal("1 item deleted, 1 inserted", tostring(derived:release()))
    assert.equal("ask milk", ids(derived))
    assert.same({ inserted = 0, deleted = 0, moved = 0 }, derived:pending())
  end)

  it("has a view, providers and an expansion of its own", function()
    local view, written = support.recorder()
    local source = diffable.data_source{ view = false }
    source:apply(list{ { id = "docs", expanded = true, children = { "b", "a" } } })
    local derived = source:derive{
      view = view, sort = { "-id" }, header = function(section, index) return section.id .. index end,
      cell = function(item) return type(item) == "table" and item.id or item end,
    }
    assert.equal("docs b a", ids(derived))
    derived:toggle_item("docs")
    assert.equal("docs", ids(derived))
    assert.equal("docs b a", ids(source))
    assert.equal(1, #written)
    assert.truthy(derived:render():find("docs", 1, true))
    assert.equal("docs", derived:cell_at{ section = 1, item = 1 }.text)
  end)

  it("moves a section whose new content has another sort key, although its rows stay", function()
    local source = diffable.data_source{ view = false }
    source:apply(list{ { id = "a", day = "x", rank = 1 }, { id = "b", day = "y", rank = 2 } })
    local derived = source:derive{
      view = false, section = function(item) return { id = item.day, rank = item.rank } end,
      section_sort = function(section) return section.rank end,
    }
    local snapshot = source:snapshot()
    snapshot:update_items{ { id = "a", rank = 3 } }
    source:apply(snapshot)
    assert.same({ "y", "x" }, derived:snapshot():section_identifiers())
    assert.equal("b a", ids(derived))
  end)

  it("expands an item that comes back as the origin does", function()
    local source = diffable.data_source{ view = false }
    local expanded = list{ "b" }
    expanded:expand("b")
    source:apply(expanded)
    local derived = source:derive{ view = false, sort = function(item) return item end, limit = 1 }
    derived:hold()
    source:apply(list{ "b", "a" })
    derived:release()
    assert.equal("a", ids(derived))
    local snapshot = source:snapshot()
    snapshot:delete_items("a")
    source:apply(snapshot)
    assert.equal("b", ids(derived))
    assert.is_false(derived:snapshot():is_expanded("b"))
  end)

  it("expands an item that arrives with its release as the origin does", function()
    local source = diffable.data_source{ view = false }
    source:apply(list{
      { id = "docs", expanded = true, children = { { id = "guide", expanded = true, children = { "lua" } } } },
    })
    local derived = source:derive{ view = false }
    derived:hold()
    source:apply(list{ { id = "guide", expanded = false, children = { "lua" } } })
    assert.equal("", ids(derived))
    assert.equal(1, derived:pending().inserted)
    derived:release()
    assert.equal("guide", ids(derived))
    assert.is_false(derived:snapshot():is_expanded("guide"))
  end)

  it("belongs to the apply of its origin: an error undoes both", function()
    local wrong
    local first = tasks:derive{
      view = false, filter = function(item) return item.id ~= wrong or error("no " .. item.id) end,
    }
    local second = first:derive{
      view = false, sort = function(item) return item.id ~= "bad" and item.id or error{ code = 7 } end,
    }
    wrong = "new"
    local snapshot = tasks:snapshot()
    snapshot:append_items{ { id = "new" } }
    local before = ids(tasks)
    local message = fails("no new", tasks.apply, tasks, snapshot)
    assert.truthy(message:find('"filter" for item "new"', 1, true))
    snapshot = tasks:snapshot()
    snapshot:append_items{ { id = "bad" } }
    local ok, value = pcall(tasks.apply, tasks, snapshot)
    assert.same({ false, 7 }, { ok, type(value) == "table" and value.code })
    for _, source in ipairs{ tasks, first } do assert.equal(before, ids(source)) end
    assert.equal("bike call milk read", ids(second))
    fails("bad key", tasks.derive, tasks, { view = false, sort = function() error("bad key") end })
  end)

  it("may be changed by applies that its callbacks call", function()
    local source = diffable.data_source{ view = false }
    source:apply(list{ "a" })
    local derived, seen = source:derive{ view = false }, {}
    derived:on_apply(function(transaction)
      seen[#seen + 1] = tostring(transaction)
      if #seen == 1 then
        assert.is_nil(source:apply(list{ "a", "b", "c" }))
        assert.is_nil(derived:set{ filter = function(item) return item ~= "b" end })
        derived:hold()
        fails("in use", derived.close, derived)
      end
    end)
    source:apply(list{ "a", "b" })
    assert.same({ "1 item inserted", "1 item inserted", "1 item deleted" }, seen)
    source:apply(list{ "d", "a" })
    assert.equal("a", ids(derived))
    derived:release()
    assert.equal("d a", ids(derived))
  end)

  it("is read-only, and says what to change", function()
    tasks.name = "tasks"
    local derived = tasks:derive{ view = false }
    fails('this list is derived from the list "tasks"; change that one', derived.apply, derived, list{ "x" })
    fails("the list is derived from another one, and cannot be changed; make a history of that one",
      diffable.history, derived)
  end)

  it("is closed with its origin", function()
    local first = tasks:derive{ view = false }
    local second = first:derive{ view = false }
    tasks:close()
    for _, call in ipairs{ "hold", "release", "pending", "derive" } do
      fails(call .. ": the list that this one was derived from was closed", second[call], second)
    end
    fails("was closed", second.set, second, { filter = open })
    assert.equal("milk call bike read", ids(second))
    second:close()
    fails("closed", second.hold, second)
  end)

  it("is forgotten when it is closed, and kept until then", function()
    local calls = 0
    do
      local derived = tasks:derive{ view = false, filter = function() calls = calls + 1; return true end }
      derived:on_apply(function() calls = calls + 100 end)
    end
    support.collect()
    calls = 0
    local snapshot = tasks:snapshot()
    snapshot:append_items{ { id = "new" } }
    tasks:apply(snapshot)
    assert.equal(101, calls)
    local derived = tasks:derive{ view = false }
    derived:close()
    snapshot:append_items{ { id = "newer" } }
    tasks:apply(snapshot)
    assert.equal(202, calls)
  end)

  it("is collected with its origin", function()
    local weak = setmetatable({}, { __mode = "k" })
    do
      local source = diffable.data_source{ view = false }
      local derived = source:derive{ view = false, filter = open }
      derived:derive{ view = false }
      weak[source], weak[derived] = true, true
    end
    support.collect()
    assert.is_nil(next(weak))
  end)

  it("keeps what contents refer to", function()
    local source = diffable.data_source{ view = false }
    local derived = source:derive{ view = false }
    source:apply(list{ { id = "a", run = function() return 7 end } })
    support.collect()
    assert.equal(7, derived:item("a").run())
    assert.equal(7, derived:snapshot():item("a").run())
  end)

  it("has the key of its origin", function()
    local source = diffable.data_source{ view = false, key = "number" }
    source:apply(diffable.snapshot({ { id = "s", items = { { number = 2 }, { number = 1 } } } }, { key = "number" }))
    local derived = source:derive{ view = false, sort = { "number" } }
    assert.equal("1 2", ids(derived))
    assert.same({ number = 1 }, derived:item{ number = 1 })
    fails('unknown option "key"', source.derive, source, { key = "id" })
  end)

  it("checks its options", function()
    local function refused(options, message) fails(message, tasks.derive, tasks, options) end
    refused({ filter = 1 }, 'option "filter": function expected, got number')
    refused({ filters = open }, 'unknown option "filters"')
    refused({ sort = 1 }, 'option "sort": function or list of names of fields expected, got number')
    refused({ sort = {} },
      'option "sort": a function or a list of names of fields expected, got a table without a name')
    refused({ sort = { "a", x = 1 } }, "a list with other keys")
    refused({ sort = { "" } }, "an empty name")
    refused({ sort = { true } }, "got boolean")
    refused({ section = "day" }, 'option "section": function expected, got string')
    refused({ limit = 0 }, 'option "limit": a positive integer expected, got 0')
    refused({ section_limit = "x" }, 'option "section_limit": a positive integer expected, got string')
    refused({ keep_empty_sections = 1 }, 'option "keep_empty_sections": boolean expected, got number')
    refused({ view = 1 }, 'option "view"')
    fails("table expected", tasks.set, tasks)
    fails('no field to set "filter"; it is an option of source:derive{ ... }, and of set{ ... } later',
      function() tasks.filter = open end)
    fails("the list is not derived from another one", tasks.set, tasks, { limit = 1 })
    fails("the list is not derived from another one", tasks.hold, tasks)
    local derived = tasks:derive{ view = false }
    fails('unknown option "cell"', derived.set, derived, { cell = print })
    refused({ view = false, sort = function() return {} end },
      "a number, string, boolean or nil expected as a sort key, got table")
    refused({ view = false, sort = { "id", "children" }, section = function() return nil end }, "a section expected")
    refused({ view = false, section = function() return {} end }, 'with "id"')
    refused({ view = false, section = function() end }, "section returned nothing; does it lack a return?")
    refused({ view = false, sort = function() end }, "sort returned nothing; does it lack a return?")
    refused({ view = false, section = function() return { id = "s", items = {} } end },
      'the section has a field "items"')
    refused({ view = false, section_sort = open }, 'option "section_sort" needs "section"')
    refused({ view = false, section = function() return { id = 1, run = print } end },
      "the section has a function in its field run")
    assert.equal("milk call bike read", ids(tasks))
  end)

  it("replaces functions as often as one likes", function()
    local derived = tasks:derive{ view = false }
    for letter in ("abcdefghijklmnopqrstuvwxyz"):rep(4):gmatch(".") do
      derived:set{ filter = function(item) return item.title:lower():find(letter, 1, true) end }
    end
    assert.equal("", ids(derived))
    local weak = setmetatable({}, { __mode = "v" })
    weak[1] = function() return true end
    derived:set{ filter = weak[1] }
    derived:set{ filter = open }
    support.collect()
    assert.is_nil(weak[1])
    fails("oh", derived.set, derived, { filter = function() error("oh") end })
    assert.equal("milk call read", ids(derived))
    tasks:apply(list{ { id = "x" } })
    assert.equal("x", ids(derived))
  end)

  describe("whose set queues another one", function()
    local derived
    local function priority_is(number) return function(item) return item.priority == number end end
    local function broken() error("broken") end

    before_each(function() derived = tasks:derive{ view = false, filter = open } end)

    local function follows(expected)
      support.collect()
      tasks:apply(list{ { id = "one", priority = 1 }, { id = "two", priority = 2 } })
      assert.equal(expected, ids(derived))
    end

    it("keeps the functions of the outer call if only the inner one fails", function()
      local remove
      remove = derived:on_apply(function()
        remove()
        assert.is_nil(derived:set{ filter = broken })
      end)
      fails("broken", derived.set, derived, { filter = priority_is(2) })
      assert.equal("milk bike", ids(derived))
      follows("two")
    end)

    it("keeps the functions of the inner call if only the outer one fails", function()
      local function queue_and_fail()
        assert.is_nil(derived:set{ filter = priority_is(1) })
        error("broken")
      end
      fails("broken", derived.set, derived, { filter = queue_and_fail, sort = { "title" } })
      assert.equal("call", ids(derived))
      follows("one")
    end)

    it("drops the functions that it replaced, although every call is queued", function()
      local weak, count = setmetatable({}, { __mode = "k" }), 0
      tasks:on_apply(function()
        local filter = function() return weak end
        weak[filter] = true
        derived:set{ filter = filter }
      end)
      for i = 1, 10 do tasks:apply(list{ { id = i } }) end
      support.collect()
      for _ in pairs(weak) do count = count + 1 end
      assert.is_true(count <= 2, count .. " functions are kept")
    end)
  end)

  it("lets a drag change the origin", function()
    local source = diffable.data_source{ view = false }
    source:apply(list{ "a", "b", "c" })
    local derived = source:derive{ view = false, can_reorder_item = function() return true end }
    assert.is_nil(derived:reorder_item({ section = 1, item = 1 }, { section = 1, item = 3 }))
    assert.equal("a b c", ids(derived))
    derived.will_reorder = function(transaction) source:apply(transaction.final_snapshot) end
    derived:reorder_item({ section = 1, item = 1 }, { section = 1, item = 3 })
    assert.equal("b c a", ids(derived))
  end)
end)

describe("diffable.concat", function()
  it("has the sections of several lists", function()
    local first, second = diffable.data_source{ view = false }, diffable.data_source{ view = false }
    first:apply(diffable.snapshot{ { id = "f", items = { "a" } } })
    local both = diffable.concat{ first, second, view = false, name = "both" }
    assert.equal("both", both.name)
    second:apply(diffable.snapshot{ { id = "g", items = { { id = "b", title = "B" } } } })
    assert.same({ { "f", "a" }, { "g", "b" } }, plain(both:snapshot()))
    assert.equal("B", both:item("b").title)
    fails('DUPLICATE_IDENTIFIER: concat: item "a" is in list 1 and in list 2', second.apply, second,
      diffable.snapshot{ { id = "g", items = { "a" } } })
    local third = diffable.data_source{ view = false }
    third:apply(diffable.snapshot{ { id = "f", items = { "c" } } })
    fails('DUPLICATE_IDENTIFIER: concat: section "f" is in list 1 and in list 3', diffable.concat,
      { first, second, third })
    assert.equal("b", ids(second))
    fails("this list is a concatenation of other lists; change those", both.apply, both, list{})
  end)

  it("follows lists that were derived from one", function()
    local all = diffable.data_source{ view = false }
    local function part(name, is_favorite)
      return all:derive{
        view = false, section = function() return name end,
        filter = function(item) return (item.favorite or false) == is_favorite end,
      }
    end
    local both = diffable.concat{ part("favorites", true), part("others", false), view = false }
    all:apply(list{ { id = "a" }, { id = "b", favorite = true } })
    assert.same({ { "favorites", "b" }, { "others", "a" } }, plain(both:snapshot()))
    local changes
    both:on_apply(function(transaction) changes = tostring(transaction) end)
    all:apply(list{ { id = "a", favorite = true }, { id = "b", favorite = true } })
    assert.same({ { "favorites", "a", "b" } }, plain(both:snapshot()))
    assert.equal("1 section deleted; 1 item moved, 1 reconfigured", changes)
  end)

  -- Returns a list with one item, whose content has a function that returns the identifier.
  local function source_with(id)
    local run = function() return id end
    local source = diffable.data_source{ view = false }
    source:apply(diffable.snapshot{ { id = "section of " .. id, items = { { id = id, run = run } } } })
    return source
  end

  it("keeps the functions in the contents of all its origins", function()
    local first, second = source_with("a"), source_with("b")
    local of_second = second:derive{ view = false }
    local both = diffable.concat{ first, of_second, view = false }
    local of_both = both:derive{ view = false, filter = function(item) return item.id == "b" or item.id == "c" end }
    local transaction
    both:on_apply(function(made) transaction = made end)
    local snapshot = second:snapshot()
    snapshot:append_items{ { id = "c", run = function() return "c" end } }
    second:apply(snapshot)
    snapshot:close()
    local snapshots = { both:snapshot(), of_both:snapshot(), transaction.final_snapshot }
    for _, source in ipairs{ of_both, both, of_second, first, second } do source:close() end
    support.collect()
    for _, kept in ipairs(snapshots) do
      for _, item in ipairs(kept:item_identifiers()) do assert.equal(item, kept:item(item).run()) end
    end
    assert.equal("b c", table.concat(snapshots[2]:item_identifiers(), " "))
  end)

  it("keeps the functions of lists that were closed", function()
    local first, second = source_with("a"), source_with("b")
    local both = diffable.concat{ first, second, view = false }
    first:close()
    second:close()
    support.collect()
    assert.equal("a", both:item("a").run())
    assert.equal("b", both:snapshot():item("b").run())
  end)

  it("is collected with its origins, although contents refer to them", function()
    local weak = setmetatable({}, { __mode = "k" })
    do
      local first, second = diffable.data_source{ view = false }, diffable.data_source{ view = false }
      local both = diffable.concat{ first, second, view = false }
      second:apply(list{ { id = "a", run = function() return first, second, both end } })
      weak[first], weak[second], weak[both] = true, true, true
    end
    support.collect()
    assert.is_nil(next(weak))
  end)

  it("checks its arguments", function()
    local source = diffable.data_source{ view = false }
    fails("list of data sources expected, got number", diffable.concat, 1)
    fails("data source expected at 2, got number", diffable.concat, { source, 1, view = false })
    fails("no list was passed", diffable.concat, { view = false })
    fails("the list at 2 is passed twice", diffable.concat, { source, source, view = false })
    fails('unknown option "filter"', diffable.concat, { source, filter = print })
  end)
end)
