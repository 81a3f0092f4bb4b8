-- A process that ends from inside a callback, with everything still open.
local support = require "Tests.DiffableLuaTests.support"

describe("the end of the process", function()
  -- Each script ends in a way of its own; it must end with the code it asks for, in silence.
  local function ends(text)
    local output, ok = support.run([[
      local diffable = require "diffable"
      local function list(items) return diffable.snapshot{ { id = "s", items = items } } end
      local function finish() os.exit(true, true) end
      local function nothing() end
      local quiet = diffable.text_view{ write = nothing }
    ]] .. text)
    assert.equal("", output)
    assert.is_true(ok)
  end

  it("may come in any callback", function()
    ends[[diffable.data_source{ view = quiet, cell = finish }:apply(list{ 1, 2 })]]
    ends[[diffable.data_source{ view = quiet, header = finish }:apply(list{})]]
    ends[[diffable.data_source{ view = diffable.text_view{ write = finish } }:apply(list{})]]
    ends[[diffable.data_source{ view = false }:apply(list{ 1 }, { completion = finish })]]
    ends[[local source = diffable.data_source{ view = false } source:on_apply(finish) source:apply(list{ 1 })]]
    ends[[local source = diffable.data_source{ view = false, cell = finish } source:apply(list{ 1 }) source:render()]]
    ends[[
      local source
      source = diffable.data_source{
        view = quiet,
        cell = function() source:apply(list{ 2 }, { completion = finish }) return "x" end,
      }
      source:apply(list{ 1 })
    ]]
    ends[[
      local source = diffable.data_source{ view = false }
      coroutine.wrap(function() source:apply(list{ 1 }, { completion = finish }) end)()
    ]]
  end)

  it("may come after errors, closing and collecting", function()
    ends[[pcall(diffable.snapshot, { "a", "a" }) finish()]]
    ends[[
      local source = diffable.data_source{ view = quiet, cell = error }
      pcall(source.apply, source, list{ 1 })
      finish()
    ]]
    ends[[local source = diffable.data_source{ view = quiet } source:close() source:close() finish()]]
    ends[[
      local source = diffable.data_source{ view = quiet, cell = function() collectgarbage() return "x" end }
      source:apply(list{ 1 })
    ]]
    ends[[snapshot = list{ { id = "a" } } transaction = diffable.data_source{ view = false }:apply(snapshot)]]
  end)

  it("may find objects in finalizers that run last", function()
    ends[[
      local source = diffable.data_source{ view = quiet, cell = function() return "x" end }
      local snapshot = list{ 1 }
      local transaction = source:apply(snapshot)
      local difference = transaction.difference
      setmetatable({}, { __gc = function()
        pcall(source.apply, source, snapshot)
        pcall(tostring, snapshot)
        pcall(function() return #snapshot, transaction.difference, difference.inserted_items end)
        tostring(source); tostring(transaction); tostring(difference)
        source:close()
      end })
    ]]
  end)
end)
