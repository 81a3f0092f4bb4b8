-- A callback that applies each time it is called would never end: an apply is refused if 100 led to it, each queued by
-- a callback of the one before, or if the outermost call has queued 10,000.
local diffable = require "diffable"
local support = require "Tests.DiffableLuaTests.support"
local list = support.list

local ending = ", the last by %s; a callback that applies each time it is called does not end"
local chain = "APPLY_LOOP: apply: 100 applies were queued, each by a callback of the one before" .. ending
local too_many = "APPLY_LOOP: apply: 10,000 applies were queued by one call" .. ending

-- A data source on which one callback applies each time it is called, whatever the others do.
local function looping(where, in_callback)
  local source
  local count = 0
  local function again()
    count = count + 1
    if count > 300 then os.exit(false) end
    return in_callback(source, diffable.snapshot{ { id = "s", turn = count, items = { { id = "a", turn = count } } } })
  end
  local function at(place, result)
    return function()
      if place == where then again() end
      return result
    end
  end
  source = diffable.data_source{
    cell = at("cell", "x"),
    header = at("header", "x"),
    view = diffable.text_view{ write = at("writer") },
  }
  source:on_apply(at("observer"))
  return source, again, function() return count end
end

local function apply(source, snapshot) return source:apply(snapshot) end

local names = {
  cell = "the cell provider",
  header = "the supplementary provider",
  writer = "the view",
  observer = "an observer",
}

describe("a callback that applies each time", function()
  for where, name in pairs(names) do
    it("is stopped and named: " .. where, function()
      local source, _, count = looping(where, apply)
      local message = support.fails(chain:format(name), source.apply, source, list{ { id = "a", turn = 0 } })
      assert.matches("^[^\n]*apply_loop_spec%.lua:%d+: APPLY_LOOP: ", message)
      assert.equal(101, count())
      -- What was applied stays, except that a provider that raises undoes the apply that asked it.
      local provides = where == "cell" or where == "header"
      assert.equal(provides and 99 or 100, source:item("a").turn)
    end)
  end

  it("is stopped and named: a completion", function()
    local source = diffable.data_source{ view = false }
    local options = {}
    function options.completion() source:apply(list{ 1 }, options) end
    support.fails(chain:format("the completion"), source.apply, source, list{ 1 }, options)
  end)

  it("is stopped and named: a handler, and a call that is no apply", function()
    local source
    source = diffable.data_source{ view = false, should_expand_item = function(item) source:toggle_item(item) end }
    source:apply(list{ { id = 1, expandable = true } })
    support.fails(chain:format("should_expand_item"), source.toggle_item, source, 1)
  end)

  it("is stopped if it applies twice each time", function()
    local source = diffable.data_source{ view = false }
    local count = 0
    source:on_apply(function()
      for _ = 1, 2 do
        count = count + 1
        source:apply(list{ { id = "a", turn = count } })
      end
    end)
    support.fails(too_many:format("an observer"), source.apply, source, list{ 1 })
    assert.equal(10000, source:item("a").turn)
  end)

  it("may queue many at once, but not more than 10,000", function()
    local source = diffable.data_source{ view = false }
    local count
    local function apply_many()
      local remove
      remove = source:on_apply(function()
        remove()
        for turn = 1, count do source:apply(list{ { id = "a", turn = turn } }) end
      end)
      source:apply(list{ 1 })
    end
    for _, number in ipairs{ 5000, 10000 } do
      count = number
      apply_many()
      assert.equal(number, source:item("a").turn)
    end
    count = 10001
    support.fails(too_many:format("an observer"), apply_many)
    assert.equal(10000, source:item("a").turn)
  end)

  it("may be called 100 times, and as often in the next call", function()
    local source = diffable.data_source{ view = false }
    local count
    source:on_apply(function()
      count = count + 1
      if count <= 100 then source:apply(count % 2 == 0 and list{} or list{ { id = "a", title = count } }) end
    end)
    for _ = 1, 3 do
      count = 0
      source:apply(list{})
      assert.equal(101, count)
    end
  end)

  it("is reported by the outermost call even if it catches the error", function()
    local caught = 0
    local line = debug.getinfo(1, "l").currentline + 2
    local source = looping("observer", function(source, snapshot)
      if not pcall(function() source:apply(snapshot) end) then caught = caught + 1 end
    end)
    local message = support.fails(chain:format("an observer"), source.apply, source, list{ 1 })
    assert.matches("^[^\n]*apply_loop_spec%.lua:" .. line .. ": APPLY_LOOP: ", message)
    assert.equal(1, caught)
    assert.equal(1, #source:last_transaction().final_snapshot)
  end)

  it("leaves the data source as usable as before, and the next call counts anew", function()
    local stopped = false
    local source = looping("observer", function(source, snapshot) return not stopped and source:apply(snapshot) end)
    for _ = 1, 2 do support.fails("APPLY_LOOP", source.apply, source, list{ 1 }) end
    stopped = true
    local is_first = true
    source:on_apply(function()
      if is_first then
        is_first = false
        source:apply(list{ 7 })
      end
    end)
    assert.truthy(source:apply(list{ 6 }))
    assert.same({ { "s", 7 } }, support.plain(source:snapshot()))
    assert.is_nil(source:last_transaction())
  end)

  it("makes a look-up return its result and the error", function()
    local source, loops
    source = diffable.data_source{ view = false, cell = function(item)
      loops = true
      source:apply(list{ 2 })
      return "cell " .. item
    end }
    source:on_apply(function(transaction) if loops then source:apply(transaction.final_snapshot) end end)
    source:apply(list{ 1 })
    local cell, failure = source:cell_at{ section = 1, item = 1 }
    assert.same({ text = "cell 1" }, cell)
    assert.matches(chain:format("an observer"), failure, 1, true)
  end)
end)
