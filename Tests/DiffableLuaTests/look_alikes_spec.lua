-- Looking for "3" in a list that has 3, or the other way round, is always a mistake, usually with string.match or JSON.
local diffable = require "diffable"
local support = require "support"

local items = {
  "contains_item", "item", "item_content", "index_of_item", "index_path_of_item", "section_containing_item",
  "is_expanded", "is_expandable", "keeps_expansion", "is_visible", "level_of_item", "parent_of_item",
  "number_of_children", "children_of_item", "snapshot_of",
}
local sections = {
  "contains_section", "section", "section_content", "index_of_section", "number_of_items", "item_identifiers",
  "root_item_identifiers", "section_snapshot",
}

local function list() return diffable.snapshot{ { id = 7, items = { 3, { id = "8", title = "Eight" } } }, "9" } end

describe("a look-up of an identifier whose look-alike is there", function()
  local function refuses(object, name, noun, id, shown, other)
    local message = ("UNKNOWN_IDENTIFIER: %s: there is no %s %s, but there is %s"):format(name, noun, shown, other)
    support.fails(message, object[name], object, id)
    support.fails(message, object[name], object, { id = id })
  end

  it("is an error for items of a snapshot", function()
    for _, name in ipairs(items) do
      refuses(list(), name, "item", "3", '"3"', "3")
      refuses(list(), name, "item", 8, "8", '"8"')
      if support.has_integers then refuses(list(), name, "item", "3.0", '"3.0"', "3") end
    end
  end)

  it("is an error for sections of a snapshot", function()
    for _, name in ipairs(sections) do
      refuses(list(), name, "section", "7", '"7"', "7")
      refuses(list(), name, "section", 9, "9", '"9"')
    end
  end)

  it("is an error in a data source", function()
    local source = diffable.data_source{ view = false }
    source:apply(list())
    for _, name in ipairs{ "index_path_of_item", "item", "toggle_item" } do
      refuses(source, name, "item", "3", '"3"', "3")
      refuses(source, name, "item", 8, "8", '"8"')
    end
    for _, name in ipairs{ "index_of_section", "section", "section_snapshot" } do
      refuses(source, name, "section", "7", '"7"', "7")
      refuses(source, name, "section", 9, "9", '"9"')
    end
  end)

  it("is an error in a section snapshot, also of a hidden item", function()
    local tree = diffable.section_snapshot{ { id = "docs", children = { 3 } } }
    for _, name in ipairs(items) do
      if name ~= "section_containing_item" then refuses(tree, name, "item", "3", '"3"', "3") end
    end
    assert.is_nil(tree:index_of_item(3))
  end)

  it("finds nothing if there is no such look-alike", function()
    local snapshot, source = list(), diffable.data_source{ view = false }
    source:apply(list())
    for _, id in ipairs{ 4, "4", "x", "", "3x", " ", "-", "9007199254740993.5", "7" } do
      assert.is_false(snapshot:contains_item(id))
      assert.is_nil(snapshot:item(id))
      assert.is_nil(snapshot:item_content(id))
      assert.is_nil(snapshot:index_of_item(id))
      assert.is_nil(source:item(id))
      assert.is_nil(source:index_path_of_item(id))
    end
    for _, id in ipairs{ 3, "3", "8", "x" } do
      assert.is_false(snapshot:contains_section(id))
      assert.is_nil(snapshot:section_content(id))
      assert.is_nil(source:index_of_section(id))
    end
  end)
end)

describe("an item that is a section, and a section that is an item", function()
  local function fails(call, ...) support.fails("UNKNOWN_IDENTIFIER: " .. call, ...) end

  it("are named in errors", function()
    local snapshot, source = list(), diffable.data_source{ view = false }
    source:apply(snapshot)
    fails("reload_items: there is no item 7, but there is a section of that name", snapshot.reload_items, snapshot, 7)
    fails("level_of_item: there is no item 7, but there is a section of that name", snapshot.level_of_item, snapshot, 7)
    fails("append_items: there is no section 3, but there is an item of that name",
      snapshot.append_items, snapshot, 1, 3)
    fails("item_identifiers: there is no section 3, but there is an item of that name",
      snapshot.item_identifiers, snapshot, 3)
    fails("toggle_item: there is no item 7, but there is a section of that name", source.toggle_item, source, 7)
  end)

  it("are not, in a section snapshot: its section has no name", function()
    local tree = diffable.section_snapshot{ 1 }
    for _, method in ipairs{ "level_of_item", "reload_items" } do
      assert.matches("there is no item 0$", support.error_of(tree[method], tree, 0))
    end
  end)
end)

describe("the tree of a section that is absent", function()
  it("is an error", function()
    local source = diffable.data_source{ view = false }
    source:apply(list())
    support.fails('UNKNOWN_IDENTIFIER: section_snapshot: there is no section "x"',
      function() return list():section_snapshot("x") end)
    support.fails('UNKNOWN_IDENTIFIER: section_snapshot: there is no section "x"',
      function() return source:section_snapshot("x") end)
  end)
end)
