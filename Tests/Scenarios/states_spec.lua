-- The states of the USA, a backing store beside the list, and the star that would not change.
local diffable = require "diffable"
local screen = require "Tests.Scenarios.screen"
local support = require "Tests.DiffableLuaTests.support"

local names = [[
Alabama,Alaska,Arizona,Arkansas,California,Colorado,Connecticut,Delaware,Florida,Georgia,Hawaii,Idaho,Illinois,Indiana,
Iowa,Kansas,Kentucky,Louisiana,Maine,Maryland,Massachusetts,Michigan,Minnesota,Mississippi,Missouri,Montana,Nebraska,
Nevada,New Hampshire,New Jersey,New Mexico,New York,North Carolina,North Dakota,Ohio,Oklahoma,Oregon,Pennsylvania,
Rhode Island,South Carolina,South Dakota,Tennessee,Texas,Utah,Vermont,Virginia,Washington,West Virginia,Wisconsin,
Wyoming]]

local function name_cell(item) return item.name end
local function star_cell(item) return { text = item.name, accessory = item.isFavorite and "star.fill" or "star" } end

describe("states", function()
  it("01: are sectioned by their first letter", function()
    local source, printed = screen{
      cell = function(state) return state end, header = function(letter) return letter end,
    }
    local snapshot = diffable.snapshot()
    for name in names:gmatch("[^,\n]+") do
      local letter = name:sub(1, 1)
      if not snapshot:contains_section(letter) then snapshot:append_sections(letter) end
      snapshot:append_items(name, letter)
    end
    assert.equal("19 sections inserted; 50 items inserted", tostring(source:apply(snapshot)))
    local text = printed()
    assert.equal("+  A\n+    Alabama\n+    Alaska\n+    Arizona\n+    Arkansas\n+  C\n", text:match("^.-  C\n"))
    assert.equal([[
+  W
+    Washington
+    West Virginia
+    Wisconsin
+    Wyoming
=  19 sections inserted; 50 items inserted
]], text:match("%+  W\n.*"))
    assert.equal("ACDFGHIKLMNOPRSTUVW", table.concat(snapshot:section_identifiers()))
    assert.equal("Texas", source:item_at{ section = 16, item = 2 })
  end)

  it("02: may have one name twice, if ids are not names", function()
    local snapshot = diffable.snapshot{ "W" }
    support.fails([[DUPLICATE_IDENTIFIER: append_items: item "Washington" is in the call twice, at 1 and 2]],
                  snapshot.append_items, snapshot, { "Washington", "Washington" })
    assert.equal(0, #snapshot)

    local source, printed = screen{ cell = name_cell }
    snapshot:append_items{
      { id = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", name = "Washington" },
      { id = "B9F0A0B4-5D3B-4C4B-9E0B-9B1B5E0C7A11", name = "Washington" },
    }
    source:apply(snapshot)
    assert.equal("+    Washington\n+    Washington\n=  1 section inserted; 2 items inserted\n", printed())
  end)

  it("03: are ids in the snapshot and names in a backing store", function()
    local backing_store = { ["uuid-1"] = "Alabama", ["uuid-2"] = "Alaska" }
    local source, printed = screen{ cell = function(uuid) return backing_store[uuid] end }
    source:apply(diffable.snapshot{ { id = "A", items = { "uuid-1", "uuid-2" } } })
    assert.equal("+    Alabama\n+    Alaska\n=  1 section inserted; 2 items inserted\n", printed())
    assert.same({ "uuid-1", "uuid-2" }, source:snapshot():item_identifiers())
  end)

  it("04: that the backing store lacks are an error, and the list stays", function()
    local backing_store = { ["uuid-1"] = "Alabama" }
    local source, printed = screen{ cell = function(uuid) return backing_store[uuid] or error("oop: no " .. uuid) end }
    source:apply(diffable.snapshot{ { id = "A", items = { "uuid-1" } } })
    printed()
    local snapshot = source:snapshot()
    snapshot:append_items("uuid-2")
    local message = support.fails("oop: no uuid-2", source.apply, source, snapshot)
    assert.matches("at section 1, item 2", message, 1, true)
    assert.matches("\n\t[C]: in function 'error'\n\t", message, 1, true)
    assert.equal("", printed())
    assert.same({ "uuid-1" }, source:snapshot():item_identifiers())

    -- A store that just gives nil is reported as well.
    local careless = screen{ cell = function(uuid) return backing_store[uuid] end }
    support.fails("INVALID_CELL", careless.apply, careless, snapshot)
  end)

  it("05: come without animation at first", function()
    local output, ok = support.run([[
      local diffable = require "diffable"
      local source = diffable.data_source{ cell = function(state) return state end }
      local snapshot = diffable.snapshot{ { id = "A", items = { "Alabama" } } }
      local transaction = source:apply(snapshot, { animating_differences = false })
      print(transaction.animation)
    ]])
    assert.equal("+    Alabama\n=  1 section inserted; 1 item inserted (no animation)\nnone\n", output)
    assert.is_true(ok)
  end)

  it("06: that change outside are reloaded, and no others", function()
    local backing_store = { "Alabama", "Alaska", "Arizona" }
    local asked = {}
    local source, printed = screen{ cell = function(id) asked[#asked + 1] = id; return backing_store[id] end }
    source:apply(diffable.snapshot{ { id = "A", items = { 1, 2, 3 } } })
    printed()
    support.clear(asked)

    local response = coroutine.wrap(function()
      coroutine.yield()
      backing_store[2] = "Last Frontier"
      local snapshot = source:snapshot()
      snapshot:reload_items(2)
      source:apply(snapshot)
    end)
    response()
    assert.equal("", printed())
    response()
    assert.equal("     Alabama\n~    Last Frontier\n     Arizona\n=  1 item reloaded\n", printed())
    assert.same({ 2 }, asked)
  end)

  it("07: need no reloadData: there is none, and an apply can reload everything", function()
    local backing_store = { "Alabama", "Alaska" }
    local source, printed = screen{ cell = function(id) return backing_store[id] end }
    source:apply(diffable.snapshot{ { id = "A", items = { 1, 2 } } })
    printed()
    assert.is_false(pcall(function() return source.reload_data end))
    backing_store[1] = "Cotton State"
    source:apply_using_reload_data(source:snapshot())
    assert.equal("     Cotton State\n     Alaska\n=  everything reloaded (no animation)\n", printed())
  end)

  it("08: are starred by a tap, and unstarred by the next", function()
    local store = { [1] = { name = "Alabama", isFavorite = false }, [2] = { name = "Alaska", isFavorite = false } }
    local source, printed = screen{ cell = function(id) return star_cell(store[id]) end }
    local function tap(index_path)
      local id = source:item_at(index_path)
      store[id].isFavorite = not store[id].isFavorite
      local snapshot = source:snapshot()
      snapshot:reload_items(id)
      source:apply(snapshot, { animating_differences = false })
    end
    source:apply(diffable.snapshot{ { id = "A", items = { 1, 2 } } }, { animating_differences = false })
    assert.equal([[
+    Alabama                 ☆
+    Alaska                  ☆
=  1 section inserted; 2 items inserted (no animation)
]], printed())
    tap{ section = 1, item = 2 }
    assert.equal("     Alabama                 ☆\n~    Alaska                  ★\n=  1 item reloaded (no animation)\n",
      printed())
    tap{ section = 1, item = 2 }
    assert.equal("     Alabama                 ☆\n~    Alaska                  ☆\n=  1 item reloaded (no animation)\n",
      printed())
  end)

  it("09: with the star in their id are unknown once it changes, and known with the star beside it", function()
    local function whole(name, isFavorite)
      return { id = name .. (isFavorite and "/starred" or "/plain"), name = name, isFavorite = isFavorite }
    end
    local source, printed = screen{ cell = star_cell }
    source:apply(diffable.snapshot{ { id = "A", items = { whole("Alabama", false) } } })
    printed()
    local snapshot = source:snapshot()
    support.fails([[UNKNOWN_IDENTIFIER: reload_items: there is no item "Alabama/starred"]],
                  snapshot.reload_items, snapshot, whole("Alabama", true))
    assert.is_true(snapshot == source:snapshot())

    -- With the star as content beside the id, the modified copy is found.
    snapshot = diffable.snapshot{ { id = "A", items = { { id = "Alabama", name = "Alabama", isFavorite = false } } } }
    source:apply(snapshot)
    printed()
    snapshot:reload_items{ id = "Alabama", name = "Alabama", isFavorite = true }
    source:apply(snapshot)
    assert.equal("~    Alabama                 ★\n=  1 item reloaded\n", printed())
  end)

  it("10: of the same id show the modified copy, not the old value", function()
    local shown
    local source, printed = screen{ cell = function(item) shown = item; return star_cell(item) end }
    source:apply(diffable.snapshot{ { id = "A", items = { { id = 7, name = "Alabama", isFavorite = false } } } })
    assert.equal("+    Alabama                 ☆\n=  1 section inserted; 1 item inserted\n", printed())
    local copy = { id = 7, name = "Alabama", isFavorite = true }
    local snapshot = source:snapshot()
    snapshot:reload_items(copy)
    source:apply(snapshot)
    assert.equal("~    Alabama                 ★\n=  1 item reloaded\n", printed())
    assert.equal(copy, shown)
    assert.equal(copy, source:item(7))
  end)

  it("11: in an external store make the same reload visible", function()
    local store = { [7] = { name = "Alabama", isFavorite = false } }
    local source, printed = screen{ cell = function(id) return star_cell(store[id]) end }
    source:apply(diffable.snapshot{ { id = "A", items = { 7 } } })
    printed()
    store[7] = { name = "Alabama", isFavorite = true }
    local snapshot = source:snapshot()
    assert.is_true(source:apply(snapshot).difference.is_empty)
    assert.equal("     Alabama                 ☆\n=  no changes\n", printed())
    snapshot:reload_items(7)
    source:apply(snapshot)
    assert.equal("~    Alabama                 ★\n=  1 item reloaded\n", printed())
  end)
end)
