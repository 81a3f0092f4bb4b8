-- Lists that were edited separately, and applies that keep what others applied.
local diffable = require "diffable"
local support = require "Tests.DiffableLuaTests.support"
local fails, list, plain = support.fails, support.list, support.plain

local function new_source(items)
  local source = diffable.data_source{ view = false }
  source:apply(list(items))
  return source
end

local function ids(snapshot) return table.concat(snapshot:item_identifiers(), " ") end

local function named(conflict) return conflict.kind .. " " .. conflict.id end

describe("merge", function()
  it("does what both sides did", function()
    local base = diffable.snapshot{ { id = "a", items = { { id = 1, title = "one" }, 2, 3 } }, "b" }
    local mine, theirs = base:copy(), base:copy()
    mine:update_items{ { id = 1, title = "changed" } }
    mine:move_items_to_section(3, "b")
    theirs:delete_items(2)
    theirs:append_sections{ { id = "c", items = { 4 } } }
    local merged, conflicts = diffable.merge(base, mine, theirs)
    assert.same({ { "a", 1 }, { "b", 3 }, { "c", 4 } }, plain(merged))
    assert.equal("changed", merged:item(1).title)
    assert.same({}, conflicts)
    assert.is_true(merged == diffable.merge(base, theirs, mine))
    -- The result is a snapshot like any other.
    merged:append_items("more")
    assert.same({ { "a", 1 }, { "b", 3 }, { "c", 4, "more" } }, plain(merged))
    assert.same({ { "a", 1, 2 }, { "b", 3 } }, plain(mine))
  end)

  it("names conflicts with what the three lists have", function()
    local base = diffable.snapshot{
      { id = "a", title = "A", items = { { id = 1, title = "one" }, { id = 2, title = "two" }, 3 } }, "b",
    }
    local mine, theirs = base:copy(), base:copy()
    mine:update_sections{ { id = "a", title = "mine" } }
    theirs:update_sections{ { id = "a", title = "theirs" } }
    mine:delete_items(1)
    theirs:update_items{ { id = 1, title = "theirs" } }
    mine:move_items_to_section(3, "b")
    theirs:delete_items(3)
    mine:append_items({ { id = 4, title = "mine" } }, "a")
    theirs:append_items({ 4 }, "a")
    local merged, conflicts = diffable.merge(base, mine, theirs)
    assert.same({ { "a", 1, 2, 4 }, { "b", 3 } }, plain(merged))
    local plain_conflicts = {}
    for i, conflict in ipairs(conflicts) do
      plain_conflicts[i] = {}
      for key, value in pairs(conflict) do plain_conflicts[i][key] = value end
    end
    assert.same({
      {
        kind = "changed", id = "a", is_section = true, base = { id = "a", title = "A" },
        mine = { id = "a", title = "mine" }, theirs = { id = "a", title = "theirs" },
      },
      {
        kind = "deleted", id = 1, is_section = false, base = { id = 1, title = "one" },
        theirs = { id = 1, title = "theirs" },
      },
      { kind = "inserted", id = 4, is_section = false, mine = { id = 4, title = "mine" }, theirs = 4 },
      { kind = "deleted", id = 3, is_section = false, base = 3, mine = 3 },
    }, plain_conflicts)
    fails("INVALID_ARGUMENT", function() return conflicts[1].section end)
  end)

  it("merges trees", function()
    local base = list{ { id = "p", expanded = true, children = { "a" } }, "q" }
    local mine, theirs = base:copy(), base:copy()
    mine:move_items_to_parent("q", "a")
    theirs:move_items_to_parent("p", "q")
    local merged, conflicts = diffable.merge(base, mine, theirs)
    assert.equal("cycle p", named(conflicts[1]))
    assert.same({ "p", "a", "q" }, merged:all_item_identifiers())
    assert.equal("a", merged:parent_of_item("q"))
    theirs = base:copy()
    theirs:delete_items("p")
    merged, conflicts = diffable.merge(base, mine, theirs)
    assert.same({ "p", "a", "q" }, merged:all_item_identifiers())
    assert.same({ "deleted_parent p", "deleted_parent a" }, { named(conflicts[1]), named(conflicts[2]) })
  end)

  it("keeps marks and keys", function()
    local base = diffable.snapshot({ { id = "s", items = { { name = "x" }, { name = "y" } } } }, { key = "name" })
    local mine, theirs = base:copy(), base:copy()
    mine:reload_items("x")
    theirs:reconfigure_items("y")
    local merged = diffable.merge(base, mine, theirs)
    assert.same({ "x" }, merged:reloaded_item_identifiers())
    assert.same({ "y" }, merged:reconfigured_item_identifiers())
    merged:append_items{ { name = "z" } }
    assert.equal("x y z", ids(merged))
  end)

  it("keeps what contents refer to", function()
    local base = list{ 1, 2 }
    local mine, theirs = base:copy(), base:copy()
    mine:append_items{ { id = 3, f = function() return "mine" end } }
    theirs:append_items{ { id = 4, f = function() return "theirs" end } }
    local merged = diffable.merge(base, mine, theirs)
    mine:close()
    theirs:close()
    collectgarbage()
    collectgarbage()
    assert.equal("mine theirs", merged:item(3).f() .. " " .. merged:item(4).f())
  end)

  it("refuses other arguments", function()
    local snapshot, tree = list{ 1 }, diffable.section_snapshot{ 1 }
    local message = "INVALID_ARGUMENT: merge: argument 2: snapshot of a list expected, got a section snapshot"
    fails(message, diffable.merge, snapshot, tree, snapshot)
    fails("argument 3: snapshot expected, got table", diffable.merge, snapshot, snapshot, {})
    fails("argument 1: snapshot expected, got nil", diffable.merge, nil, snapshot, snapshot)
    local closed = list{ 1 }
    closed:close()
    fails("closed", diffable.merge, snapshot, closed, snapshot)
  end)
end)

describe("rebase", function()
  it("keeps what was applied since the snapshot was taken", function()
    local source = new_source{ 1, 2, 3 }
    local first, second, third = source:snapshot(), source:snapshot(), source:new_snapshot()
    first:append_items{ 4 }
    second:delete_items(2)
    third:append_sections{ { id = "s", items = { 3, 1 } } }
    source:apply(first, { rebase = true })
    local transaction = source:apply(second, { rebase = true, caption = "second", animation = "left" })
    assert.equal("1 3 4", ids(source:snapshot()))
    assert.equal("1 item deleted", tostring(transaction.difference))
    assert.equal("second left", transaction.caption .. " " .. transaction.animation)
    assert.same({}, transaction.conflicts)
    source:apply(third, { rebase = true })
    assert.equal("3 1 4", ids(source:snapshot()))
  end)

  it("applies the snapshot as it is without another apply", function()
    local source = new_source{ 1, 2 }
    local snapshot = source:snapshot()
    snapshot:reload_items(1)
    local transaction = source:apply(snapshot, { rebase = true })
    assert.equal(1, #transaction.difference.reloaded_items)
    assert.same({}, transaction.conflicts)
    assert.same({}, source:apply(source:snapshot()).conflicts)
  end)

  it("tells conflicts", function()
    local source = new_source{ { id = 1, title = "one" } }
    local mine, theirs = source:snapshot(), source:snapshot()
    mine:update_items{ { id = 1, title = "mine" } }
    theirs:update_items{ { id = 1, title = "theirs" } }
    source:apply(theirs)
    local seen
    source:on_apply(function(transaction) seen = transaction.conflicts[1].kind end)
    local transaction = source:apply(mine, { rebase = true })
    local conflict = transaction.conflicts[1]
    assert.equal("changed 1", named(conflict))
    assert.same({ "one", "mine", "theirs" }, { conflict.base.title, conflict.mine.title, conflict.theirs.title })
    assert.equal("changed", seen)
    assert.equal("mine", source:item(1).title)
  end)

  it("knows what was applied before", function()
    local source = new_source{ 1, 2 }
    local kept, other = source:snapshot(), source:snapshot()
    for i = 3, 5 do
      kept:append_items{ i }
      source:apply(kept, { rebase = i > 3 })
      other:append_items{ i * 10 }
      source:apply(other, { rebase = true })
    end
    local all = source:snapshot():item_identifiers()
    table.sort(all)
    assert.same({ 1, 2, 3, 4, 5, 30, 40, 50 }, all)
    -- What the snapshot itself inserted before, it can delete.
    kept:delete_items{ 4, 1 }
    source:apply(kept, { rebase = true })
    assert.is_false(source:snapshot():contains_item(4) or source:snapshot():contains_item(1))
    assert.is_true(source:snapshot():contains_item(40))
  end)

  it("counts what a callback does to the snapshot as a later change", function()
    local source = new_source{ 1 }
    local snapshot = source:snapshot()
    local remove = source:on_apply(function() snapshot:delete_items(1) end)
    snapshot:append_items{ 2 }
    source:apply(snapshot, { rebase = true })
    remove()
    assert.equal("1 2", ids(source:snapshot()))
    source:apply(list{ 1, 2, 3 })
    source:apply(snapshot, { rebase = true })
    assert.equal("2 3", ids(source:snapshot()))
  end)

  it("merges a queued apply in its turn", function()
    local source = new_source{ 1, 2 }
    local queued = source:snapshot()
    queued:delete_items(1)
    local remove
    remove = source:on_apply(function()
      remove()
      assert.is_nil(source:apply(queued, { rebase = true }))
    end)
    source:apply(list{ 1, 2, 3 })
    assert.equal("2 3", ids(source:snapshot()))
  end)

  it("is not refused by a strict data source", function()
    local source = new_source{ 1 }
    source.strict = true
    local old, new = source:snapshot(), source:snapshot()
    new:append_items{ 2 }
    old:append_items{ 3 }
    source:apply(new)
    fails("STALE_SNAPSHOT", source.apply, source, old)
    source:apply(old, { rebase = true })
    assert.equal("1 2 3", ids(source:snapshot()))
    fails("STALE_SNAPSHOT", source.apply, source, old)
  end)

  it("says when the base is not known", function()
    local source, other = new_source{ 1 }, new_source{ 1 }
    local not_known = "so the list that it was made from is not known"
    fails("the snapshot was not taken from a data source, " .. not_known,
      source.apply, source, list{ 1, 2 }, { rebase = true })
    fails("the snapshot was taken from another data source, " .. not_known,
      source.apply, source, other:snapshot(), { rebase = true })
    fails("not taken", source.apply, source, source:apply(list{ 1 }).final_snapshot, { rebase = true })
    source:apply(list{ 1, 3 }, { rebase = false })
    assert.equal("1 3", ids(source:snapshot()))
    -- A snapshot that was applied is known from then on.
    local applied = list{ 1, 2, 3 }
    source:apply(applied)
    source:apply(list{ 1, 2, 3, 4 })
    applied:delete_items(2)
    source:apply(applied, { rebase = true })
    assert.equal("1 3 4", ids(source:snapshot()))
  end)

  it("is an option of apply alone", function()
    local source = new_source{ 1 }
    fails('unknown option "rebase"', source.apply_using_reload_data, source, source:snapshot(), { rebase = true })
    fails('unknown option "rebase"', source.apply_section, source, diffable.section_snapshot{}, "s", { rebase = true })
    fails('option "rebase": boolean expected, got string', source.apply, source, source:snapshot(), { rebase = "yes" })
  end)
end)
