-- A list with trees: nothing of a tree is lost by taps, drags, moves, deletions and undo; and what callbacks see of it.
local diffable = require "diffable"
local screen = require "Tests.Scenarios.screen"
local support = require "Tests.DiffableLuaTests.support"

local function item_text(item) return type(item) == "table" and (item.title or item.id) or item end

-- docs (guide), src in the section "f"; "mail" in the section "g". `docs` is as described by `fields`.
local function files(fields)
  local docs = { id = "docs", title = "Docs", children = { { id = "guide", title = "Guide" } } }
  for name, value in pairs(fields or {}) do docs[name] = value end
  return diffable.snapshot{ { id = "f", items = { docs, "src" } }, { id = "g", items = { "mail" } } }
end

local function source_with_files(fields, options)
  options = options or {}
  options.cell = options.cell or item_text
  options.can_reorder_item = options.can_reorder_item or function() return true end
  local source, printed = screen(options)
  source:apply(files(fields))
  printed()
  return source, printed
end

local function tree(source) return tostring(source:section_snapshot("f")) end

local function at(section, item) return { section = section, item = item } end

local closed, open = '-* "docs"\n     "guide"\n * "src"', '+* "docs"\n *   "guide"\n * "src"'

-- Does something, undoes and redoes it by the snapshots of the transaction, and checks the tree after each.
local function undoes(source, act, after)
  local before = tree(source)
  local transaction = act()
  assert.equal(after, tree(source))
  source:apply(transaction.initial_snapshot)
  assert.equal(before, tree(source))
  assert.equal("Guide", source:item("guide").title)
  source:apply(transaction.final_snapshot)
  assert.equal(after, tree(source))
  source:apply(transaction.initial_snapshot)
  assert.is_true(source:snapshot() == transaction.initial_snapshot)
end

local function edited(source, edit)
  local snapshot = source:snapshot()
  edit(snapshot)
  return source:apply(snapshot)
end

describe("trees", function()
  it("68: come back when a tap is undone", function()
    local source, printed = source_with_files()
    undoes(source, function() return source:toggle_item("docs") end, open)
    source:toggle_item("docs")
    undoes(source, function() return source:toggle_item("docs") end, closed)
    printed()
    source:apply(files{ expanded = false })
    assert.equal("     ▸ Docs\n-        Guide\n       src\n     mail\n=  1 item deleted\n", printed())
  end)

  it("69: come back when a collapsed parent is deleted", function()
    local source = source_with_files()
    undoes(source, function() return edited(source, function(list) assert.equal(2, list:delete_items("docs")) end) end,
      ' * "src"')
    assert.equal("docs", source:snapshot():parent_of_item("guide"))
  end)

  it("70: move with everything below them", function()
    local source = source_with_files{ expanded = true }
    local below = ' * "src"\n+* "docs"\n *   "guide"'
    undoes(source, function() return source:reorder_item(at(1, 1), at(1, 2)) end, below)
    undoes(source, function() return edited(source, function(list) list:move_item_after("docs", "src") end) end, below)
    undoes(source, function() return edited(source, function(list) list:move_item_before("src", "docs") end) end, below)
    undoes(source, function() return edited(source, function(list) list:move_items_to_section("docs", "f") end) end,
      below)
    undoes(source, function() return edited(source, function(list) list:move_items_to_parent("docs", "src") end) end,
      '-* "src"\n+    "docs"\n       "guide"')
    local collapsed = source_with_files()
    undoes(collapsed, function() return collapsed:reorder_item(at(1, 1), at(1, 2)) end,
      ' * "src"\n-* "docs"\n     "guide"')
    undoes(collapsed, function() return collapsed:reorder_item(at(1, 1), at(2, 2)) end, ' * "src"')
  end)

  it("71: take an item that is dragged between a parent and its first child", function()
    local source = source_with_files{ expanded = true }
    undoes(source, function() return source:reorder_item(at(1, 3), at(1, 2)) end, '+* "docs"\n *   "src"\n *   "guide"')
    undoes(source, function() return source:reorder_item(at(1, 3), at(1, 1)) end, ' * "src"\n+* "docs"\n *   "guide"')
    undoes(source, function() return source:reorder_item(at(1, 2), at(1, 3)) end, ' * "docs"\n * "src"\n * "guide"')
    undoes(source, function() return source:reorder_item(at(2, 1), at(1, 2)) end,
      '+* "docs"\n *   "mail"\n *   "guide"\n * "src"')
  end)

  it("72: go with their parent", function()
    local source, printed = source_with_files{ expanded = true }
    undoes(source, function() return edited(source, function(list) assert.equal(2, list:delete_items("docs")) end) end,
      ' * "src"')
    printed()
    edited(source, function(list) list:delete_items("docs") end)
    assert.equal("-    ▾ Docs\n-        Guide\n     src\n     mail\n=  2 items deleted\n", printed())
  end)

  it("73: have each item once, in all sections", function()
    local source = source_with_files()
    local before = source:snapshot()
    local twice = diffable.section_snapshot{ { id = "inbox", children = { "guide" } } }
    local message = support.fails("DUPLICATE_IDENTIFIER: apply_section: ", source.apply_section, source, twice, "g")
    assert.matches('item "guide" is already below the collapsed item "docs"', message, 1, true)
    assert.matches('below the collapsed item "inbox"', message, 1, true)
    local function parent(id) return { { id = id, children = { "guide" } } } end
    support.fails('item "guide" is already below the collapsed item "docs"', diffable.snapshot,
      { { id = "f", items = parent("docs") }, { id = "g", items = parent("inbox") } })
    assert.is_true(source:snapshot() == before)
    assert.equal(closed, tree(source))
  end)

  it("74: say where a hidden item is that is added again", function()
    local source = source_with_files()
    local snapshot = source:snapshot()
    for _, call in ipairs{
      function() snapshot:append_items("guide", "g") end,
      function() snapshot:insert_items_before("guide", "mail") end,
      function() snapshot:append_items("guide", { parent = "src" }) end,
      function() snapshot:append_sections{ { id = "h", items = { "guide" } } } end,
    } do
      support.fails('item "guide" is already below the collapsed item "docs"', call)
    end
    support.fails('UNKNOWN_IDENTIFIER: toggle_item: item "guide" is below the collapsed item "docs"',
      source.toggle_item, source, "guide")
    assert.is_true(snapshot == source:snapshot())
    snapshot:move_items_to_section("guide", "g")
    source:apply(snapshot)
    assert.equal(' * "docs"\n * "src"', tree(source))
    assert.equal("Guide", source:item("guide").title)
  end)

  it("75: tell a cell how many children an item has, and show the new list to all callbacks of an apply", function()
    local seen = {}
    local function look(source, what)
      local list = source:snapshot()
      seen[#seen + 1] = what .. " " .. (list:contains_item("docs") and list:number_of_children("docs") or "none")
    end
    local source, printed = screen{
      cell = function(item, _, source)
        local count = source:snapshot():number_of_children(item.id or item)
        if item.id == "docs" then
          look(source, "cell")
          assert.equal("Docs", source:item("docs").title)
          assert.equal("docs", source:item_at(at(1, 1)))
          assert.equal("Guide", source:item("guide").title)
        end
        return { text = item_text(item), detail = count > 0 and tostring(count) or nil }
      end,
      header = function(section, _, source)
        look(source, "header")
        assert.equal(1, source:index_of_section("f"))
        return section.id or section
      end,
    }
    source:on_apply(function() look(source, "observer") end)
    source:apply(files(), { completion = function() look(source, "completion") end })
    table.sort(seen)
    assert.same({ "cell 1", "completion 1", "header 1", "header 1", "observer 1" }, seen)
    assert.matches("▸ Docs +1\n", printed())
  end)

  it("76: show the old list again when an apply fails", function()
    local fail = false
    local source = source_with_files(nil, { cell = function(item, _, source)
      assert.equal(fail, source:snapshot():contains_item("new"))
      if fail and item == "new" then error("no cell") end
      return item_text(item)
    end })
    local before = source:snapshot()
    fail = true
    support.fails("no cell", edited, source, function(list)
      list:append_items({ "new" }, { parent = "docs" })
      list:expand("docs")
    end)
    fail = false
    assert.is_true(source:snapshot() == before)
    assert.is_nil(source:item("new"))
    assert.equal("docs", source:item_at(at(1, 1)))
    assert.equal(closed, tree(source))
    source:toggle_item("docs")
    assert.equal(open, tree(source))
  end)

  it("77: show the old list to the handlers of taps and drags, and the new one from the first cell on", function()
    local seen, source = {}, nil
    local function look(name)
      seen[#seen + 1] = name .. " " .. table.concat(source:snapshot():item_identifiers("f"), " ")
    end
    source = source_with_files(nil, {
      should_expand_item = function() look("should") return true end,
      will_expand_item = function() look("will") end,
      snapshot_for_expanding_parent = function() look("children") end,
      will_reorder = function(transaction)
        look("will_reorder")
        assert.is_true(transaction.initial_snapshot == source:snapshot())
      end,
      did_reorder = function(transaction)
        look("did_reorder")
        assert.is_true(transaction.final_snapshot == source:snapshot())
      end,
    })
    local cell = source.cell
    source.cell = function(item)
      look("cell")
      return cell(item)
    end
    source:toggle_item("docs")
    assert.same({ "should docs src", "will docs src", "children docs src", "cell docs guide src" }, seen)
    seen = {}
    source:reorder_item(at(1, 1), at(1, 2))
    assert.same({ "will_reorder docs guide src", "did_reorder src docs guide" }, seen)
  end)

  it("78: are described again, and keep what a user expanded and what was loaded", function()
    local source = screen{ cell = item_text, snapshot_for_expanding_parent = function(item, children)
      if #children > 0 then return nil end
      return diffable.section_snapshot{ { id = item.id .. "/a", title = "A" } }
    end }
    local function show(title)
      source:apply(diffable.snapshot{
        { id = "f", items = { { id = "docs", title = title, expandable = true }, "src" } },
      })
    end
    show("Docs")
    local transaction = source:toggle_item("docs")
    local loaded = '+* "docs"\n *   "docs/a"\n * "src"'
    assert.equal(loaded, tree(source))
    show("Documents")
    assert.equal(loaded, tree(source))
    assert.same({ "Documents", "A" }, { source:item("docs").title, source:item("docs/a").title })
    assert.equal("A", source:snapshot():item("docs/a").title)
    source:toggle_item("docs")
    show("Closed")
    assert.equal('-* "docs"\n     "docs/a"\n * "src"', tree(source))
    assert.equal("A", source:item("docs/a").title)
    source:apply(transaction.initial_snapshot)
    assert.equal('-* "docs"\n * "src"', tree(source))
    source:apply(transaction.final_snapshot)
    assert.equal(loaded, tree(source))
    source:apply(diffable.snapshot{ { id = "f", items = { { id = "docs", children = {} }, "src" } } })
    assert.equal(' * "docs"\n * "src"', tree(source))
  end)

  it("79: are renamed, expanded and collapsed by an edit, which can be undone", function()
    local source, printed = source_with_files()
    undoes(source, function()
      return edited(source, function(list) list:update_items{ { id = "docs", expanded = true, title = "All" } } end)
    end, open)
    assert.equal("Docs", source:item("docs").title)
    printed()
    edited(source, function(list) list:update_items{ { id = "guide", title = "Manual" } } end)
    assert.matches("no changes", printed())
    assert.equal("Manual", source:item("guide").title)
    source:toggle_item("docs")
    assert.matches("+        Manual\n", printed(), 1, true)
  end)

  it("80: queue an apply of a callback, which starts from the list after the running one", function()
    local source
    local once = true
    source = source_with_files(nil, { cell = function(item)
      if once and item_text(item) == "Guide" then
        once = false
        local list = source:snapshot()
        assert.is_true(list:is_expanded("docs"))
        list:append_items({ "api" }, { parent = "docs" })
        list:append_items({ "main" }, { parent = "src" })
        assert.is_nil(source:apply(list))
        assert.is_nil(source:toggle_item("src"))
      end
      return item_text(item)
    end })
    source:toggle_item("docs")
    assert.equal('+* "docs"\n *   "guide"\n *   "api"\n+* "src"\n *   "main"', tree(source))
  end)

  it("81: become flat when a list without children is applied, and stay in what is edited", function()
    local source = source_with_files()
    edited(source, function(list) list:append_items("new", "f") end)
    assert.equal('-* "docs"\n     "guide"\n * "src"\n * "new"', tree(source))
    local transaction = source:apply(diffable.snapshot{ { id = "f", items = { "docs", "src" } }, "g" })
    assert.equal(' * "docs"\n * "src"', tree(source))
    source:apply(transaction.initial_snapshot)
    assert.equal("Guide", source:item("guide").title)
  end)
end)
