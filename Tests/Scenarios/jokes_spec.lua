-- The jokes app: placeholders, jokes and favorites in one list, and a header that counts.
local diffable = require "diffable"
local jokes = require "Tests.Scenarios.jokes"
local screen = require "Tests.Scenarios.screen"
local support = require "Tests.DiffableLuaTests.support"

local jokes_source, build, loading, joke = jokes.source, jokes.build, jokes.loading, jokes.joke
local chicken, atoms = { id = 1, text = "Chicken" }, { id = 2, text = "Atoms" }

describe("jokes", function()
  it("37: have their types named in one place", function()
    local source, printed = jokes_source()
    source:apply(build{ database = { chicken }, network = { atoms } })
    assert.equal([[
+  Favorite jokes: 1
+    Chicken                 ★
+  Jokes
+    Atoms                   ☆
=  2 sections inserted; 2 items inserted
]], printed())
    -- What is not of these types is an error, and is not shown.
    local snapshot = source:snapshot()
    snapshot:append_items{ id = "riddle/1", kind = "riddle" }
    support.fails([[NO_PROVIDER: no cell provider for kind "riddle"]], source.apply, source, snapshot)
    assert.equal("", printed())
  end)

  it("38: are shown by methods of an owner, which is collected with its data source", function()
    local Owner = {}
    Owner.__index = Owner
    function Owner.cell(_, item) return item.text end
    function Owner:header(section) return self.title .. " " .. section.id end
    local alive = setmetatable({}, { __mode = "k" })
    local function use_owner()
      local owner = setmetatable({ title = "My" }, Owner)
      local text
      owner.source = diffable.data_source{
        view = diffable.text_view{ write = function(written) text = written end },
        cell = function(item) return owner:cell(item) end,
        header = function(section) return owner:header(section) end,
      }
      alive[owner], alive[owner.source] = true, true
      owner.source:apply(diffable.snapshot{ { id = "jokes", items = { joke(chicken) } } })
      assert.equal("+  My jokes\n+    Chicken\n=  1 section inserted; 1 item inserted\n", text)
      support.collect()
      assert.is_true(alive[owner] and alive[owner.source])
    end
    use_owner()
    support.collect()
    assert.is_nil(next(alive))
  end)

  it("39: have headers and footers, asked for by kind and index", function()
    local asked = {}
    local function provider(kind)
      return function(section, index)
        asked[#asked + 1] = kind .. " " .. index
        return kind .. " of " .. section.id
      end
    end
    local source, printed = screen{
      cell = function(item) return item.text end,
      supplementary = { header = provider("header"), footer = provider("footer"), badge = provider("badge") },
    }
    source:apply(diffable.snapshot{ { id = "today", items = { joke(chicken) } }, { id = "jokes" } })
    assert.equal([[
+  header of today
+    Chicken
+  footer of today
+  header of jokes
+  footer of jokes
=  2 sections inserted; 1 item inserted
]], printed())
    table.sort(asked)
    assert.same({ "footer 1", "footer 2", "header 1", "header 2" }, asked)
    assert.equal("badge of jokes", source:supplementary_cell("badge", 2).text)
    assert.is_nil(source:supplementary_cell("nothing", 2))
  end)

  it("40: have a header with the number of favorites", function()
    local source, printed = jokes_source()
    source:apply(build{ database = { chicken, atoms }, network = {} })
    assert.equal("+  Favorite jokes: 2\n", printed():match("[^\n]*\n"))
    assert.equal(2, source:section("favoriteJokes").count)
    assert.equal("jokes", source:section("jokes"))
    assert.same({ "favoriteJokes", "jokes" }, source:snapshot():section_identifiers())
  end)

  it("41: of three kinds are in one list, the same joke as joke and as favorite", function()
    local source, printed = jokes_source()
    local snapshot = build{ database = { chicken }, network = { chicken } }
    snapshot:append_items(loading("4F2D"), "jokes")
    source:apply(snapshot)
    assert.equal([[
+  Favorite jokes: 1
+    Chicken                 ★
+  Jokes
+    Chicken                 ☆
+    Loading...
=  2 sections inserted; 3 items inserted
]], printed())
    assert.same({ "favorite/1", "joke/1", "loading/4F2D" }, source:snapshot():item_identifiers())
  end)

  it("42: are ten placeholders at first, each with an id of its own", function()
    local snapshot = diffable.snapshot{ "jokes" }
    local placeholders = {}
    for i = 1, 10 do placeholders[i] = { id = "loading", kind = "loading" } end
    support.fails([[DUPLICATE_IDENTIFIER: append_items: item "loading" is in the call twice, at 1 and 2]],
                  snapshot.append_items, snapshot, placeholders)
    assert.equal(0, #snapshot)

    local source, printed = jokes_source()
    for i = 1, 10 do placeholders[i] = loading(i) end
    snapshot:append_items(placeholders)
    source:apply(snapshot)
    assert.equal("+  Jokes\n" .. ("+    Loading...\n"):rep(10) .. "=  1 section inserted; 10 items inserted\n",
      printed())
  end)

  it("43: take the places of their placeholders in one apply", function()
    local source, printed = jokes_source()
    source:apply(build{ database = {} })
    printed()
    local transaction = source:apply(build{ database = {}, network = { chicken, atoms } })
    assert.equal("2 items deleted, 2 inserted", tostring(transaction))
    assert.equal([[
   Jokes
-    Loading...
-    Loading...
+    Chicken                 ☆
+    Atoms                   ☆
=  2 items deleted, 2 inserted
]], printed())
    assert.equal("   Jokes\n     Chicken                 ☆\n     Atoms                   ☆\n", source:render())
  end)

  it("44: are the same by their id only, and a new wording is an update", function()
    local source, printed = jokes_source()
    source:apply(build{ database = {}, network = { chicken, atoms } })
    printed()
    source:apply(build{ database = {}, network = { { id = 1, text = "Chicken!" }, atoms } })
    assert.equal([[
   Jokes
~    Chicken!                ☆
     Atoms                   ☆
=  1 item reconfigured
]], printed())
  end)

  it("45: refresh their header when the count changes, and the section stays", function()
    local source, printed = jokes_source()
    source:apply(build{ database = { chicken }, network = {} })
    printed()
    -- In UIKit the count is part of the section's identifier: the section is deleted and inserted with all its rows.
    local difference = source:apply(build{ database = { chicken, atoms }, network = {} }).difference
    assert.equal([[
~  Favorite jokes: 2
     Chicken                 ★
+    Atoms                   ★
   Jokes
=  1 section updated; 1 item inserted
]], printed())
    local old, new = jokes.favorite_section(1), jokes.favorite_section(2)
    assert.same({ { id = "favoriteJokes", from = 1, to = 1, old = old, new = new } }, difference.updated_sections)
    assert.same({ {}, {} }, { difference.deleted_sections, difference.inserted_sections })

    -- An identifier with the count in it does here what it does there.
    local function counted(count, ...)
      return diffable.snapshot{ { id = "favorites(" .. count .. ")", items = { ... } } }
    end
    assert.equal("1 section deleted, 1 inserted; 1 item inserted, 1 moved",
                 tostring(diffable.difference(counted(1, "a"), counted(2, "a", "b"))))
  end)

  it("46: have a footer from the section's content as well", function()
    local source, printed = screen{
      cell = function(item) return item.text end,
      footer = function(section) return section.footer end,
    }
    local function list(footer)
      return diffable.snapshot{ { id = "jokes", footer = footer, items = { joke(chicken) } } }
    end
    source:apply(list("1 of 20"))
    assert.equal("+    Chicken\n+  1 of 20\n=  1 section inserted; 1 item inserted\n", printed())
    source:apply(list("1 of 21"))
    assert.equal("     Chicken\n~  1 of 21\n=  1 section updated\n", printed())
  end)

  it("47: are found by their index path in the list that is being shown", function()
    local source
    local found = {}
    source = screen{ cell = function(item, index_path)
      found[#found + 1] = source:item_at(index_path) or "nothing"
      return item.text
    end }
    local network = { chicken, atoms }
    source:apply(build{ database = {}, network = network })
    table.insert(network, 1, { id = 3, text = "Doors" })
    source:apply(build{ database = {}, network = network })
    assert.same({ "joke/1", "joke/2", "joke/3" }, found)
    assert.equal("     Doors\n     Chicken\n     Atoms\n", source:render())
    assert.equal("joke/3", source:item_at{ section = 1, item = 1 })
  end)

  it("48: come from one function that builds the list from the whole state", function()
    local source, printed = jokes_source()
    local state = { database = {}, network = nil, denied = true }
    source:apply(build(state))
    assert.equal([[
+  Jokes
+    ! No location
+    Loading...
+    Loading...
=  1 section inserted; 3 items inserted
]], printed())
    state.network = { atoms }
    state.database = { chicken }
    state.denied = false
    assert.equal("1 section inserted; 3 items deleted, 2 inserted", tostring(source:apply(build(state))))
    assert.equal([[
   Favorite jokes: 1
     Chicken                 ★
   Jokes
     Atoms                   ☆
]], source:render())
    assert.is_true(source:apply(build(state)).difference.is_empty)
  end)

  it("49: have a favorites section while something is saved", function()
    local source, printed = jokes_source()
    local state = { database = {}, network = { atoms } }
    source:apply(build(state))
    printed()
    state.database[1] = chicken
    source:apply(build(state))
    assert.equal([[
+  Favorite jokes: 1
+    Chicken                 ★
   Jokes
     Atoms                   ☆
=  1 section inserted; 1 item inserted
]], printed())
    state.database[1] = nil
    source:apply(build(state))
    assert.equal([[
-  Favorite jokes: 1
-    Chicken                 ★
   Jokes
     Atoms                   ☆
=  1 section deleted; 1 item deleted
]], printed())
  end)

  it("50: that the server sends twice are an error, and the list stays as it was", function()
    local source, printed = jokes_source()
    local state = { database = {}, network = { chicken } }
    source:apply(build(state))
    printed()
    state.network = { chicken, atoms, chicken }
    local message = support.fails(
      [[DUPLICATE_IDENTIFIER: append_items: item "joke/1" is already at section "jokes", item 1]],
      function() source:apply(build(state)) end)
    assert.matches("jokes.lua:%d+: DUPLICATE", message)
    assert.equal("", printed())
    assert.equal("   Jokes\n     Chicken                 ☆\n", source:render())
  end)
end)
