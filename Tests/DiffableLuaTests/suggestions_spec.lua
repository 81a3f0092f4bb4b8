-- Unknown names: the message says what was meant, and what there is.

local diffable = require "diffable"
local support = require "support"
local fails = support.fails

describe("an unknown member", function()
  local snapshot = diffable.snapshot{ { id = "s", items = { 1, 2 } } }

  it("is named with the nearest method", function()
    fails('a snapshot has no member "append_item": did you mean "append_items"? (there are: append_items, delete_items, ', function()
      snapshot:append_item(3)
    end)
    fails('a data source has no member "aply": did you mean "apply"? (there are: apply, ', function()
      diffable.data_source{ view = false }:aply(snapshot)
    end)
    fails('a snapshot has no member "expnd": did you mean "expand"?', function() diffable.section_snapshot():expnd(1) end)
    fails('a view has no member "clsoe": did you mean "close"?', function() diffable.text_view():clsoe() end)
  end)

  it("that is part of a name is completed", function()
    fails('did you mean "initial_snapshot"?', function() return diffable.data_source{ view = false }:apply(snapshot).initial end)
  end)

  it("that begins a name is completed, also where another name is nearer", function()
    local source = diffable.data_source{ view = false }
    fails('unknown option "animating": did you mean "animating_differences"?', source.apply, source, snapshot, { animating = false })
  end)

  it("that is a guess is named with what it is called", function()
    fails('no member "update_sections": did you mean "reconfigure_sections"?', function() snapshot:update_sections("s") end)
    fails('no member "items": did you mean "item_identifiers"?', function() return snapshot.items end)
    fails('no member "sections": did you mean "section_identifiers"?', function() return snapshot.sections end)
    for old, new in pairs{
      append = "append_items", insert_before = "insert_items_before", insert_after = "insert_items_after", delete = "delete_items",
      delete_all = "clear", visible_item_identifiers = "item_identifiers",
    } do
      fails(('no member "%s": did you mean "%s"?'):format(old, new), function() return diffable.section_snapshot()[old] end)
    end
  end)

  it("that the other of list and snapshot has is named with it", function()
    local source = diffable.data_source{ view = false }
    fails('a data source has no member "append_items"; a snapshot has it: edit source:snapshot(), and apply that', function()
      source:append_items("x")
    end)
    fails('a snapshot has no member "apply"; a data source has it', function() snapshot:apply(source) end)
    fails('a snapshot has no member "cell" (there are: ', function() return snapshot.cell end)
  end)

  it("that is like no other gets no suggestion", function()
    fails('a snapshot has no member "zzzzzzzzzzzz" (there are: ', function() return snapshot.zzzzzzzzzzzz end)
  end)

  it("is an error in the line of the script", function()
    local line = debug.getinfo(1, "l").currentline + 1
    local _, message = pcall(function() return diffable.difference(snapshot, snapshot).moved == nil end)
    assert.matches("suggestions_spec.lua:" .. line .. ": ", message, 1, true)
  end)

  it("that is a number is no element of an array", function()
    fails("a snapshot is not an array; its method item_identifiers returns one", function() return snapshot[1] end)
    fails(pcall(ipairs, io.stdout) and "a snapshot is not an array" or "table expected", function() for _ in ipairs(snapshot) do end end)
  end)

  it("of any size and any type is named", function()
    fails('no member "' .. ("x"):rep(80) .. '"... (3,000 bytes)', function() return snapshot[("x"):rep(3000)] end)
    fails("no member \"true\"", function() return snapshot[true] end)
  end)
end)

describe("a member with a letter too many, too few, wrong or swapped", function()
  local snapshot = diffable.snapshot()
  for _, name in ipairs{ "contains_items", "contains_tem", "contains_itim", "contains_itme" } do
    it("is " .. name, function()
      fails('did you mean "contains_item"?', function() return snapshot[name] end)
    end)
  end
end)
