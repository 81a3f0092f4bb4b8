-- Where items are inserted besides the end and other items; what a snapshot has at a place.
local diffable = require "diffable"
local support = require "Tests.DiffableLuaTests.support"
local fails, list = support.fails, support.list

local function all(snapshot) return table.concat(snapshot:all_item_identifiers(), " ") end

local function tree()
  return diffable.snapshot{
    {
      id = "docs",
      items = { { id = "a", expanded = true, children = { "a1", "a2" } }, { id = "b", children = { "b1" } }, "c" },
    },
    { id = "last", items = { "z" } },
  }
end

describe("prepend_items", function()
  it("puts items in front of a section, as roots", function()
    local snapshot = tree()
    snapshot:prepend_items({ "x", { id = "y", title = "Y" } }, "docs")
    snapshot:prepend_items("w")
    assert.equal("x y a a1 a2 b b1 c w z", all(snapshot))
    assert.equal("Y", snapshot:item("y").title)
    snapshot:prepend_items({ "v" }, { section = "docs" })
    assert.equal("v", snapshot:item_at{ section = 1, item = 1 })
  end)

  it("puts items in front of the children of a parent, with what is below them", function()
    local snapshot = tree()
    snapshot:prepend_items({ "a0", { id = "d", expanded = true, children = { "d1" } } }, { parent = "a" })
    assert.equal("a a0 d d1 a1 a2 b b1 c z", all(snapshot))
    assert.is_true(snapshot:is_expanded("d"))
    local roots = diffable.section_snapshot{ "r" }
    roots:prepend_items{ { id = "q", children = { "q1" } } }
    assert.equal("q q1 r", all(roots))
  end)

  it("refuses what append_items refuses, and changes nothing", function()
    local snapshot = tree()
    fails('UNKNOWN_IDENTIFIER: prepend_items: there is no item "nobody"',
      snapshot.prepend_items, snapshot, "x", { parent = "nobody" })
    fails('UNKNOWN_IDENTIFIER: prepend_items: there is no section "nobody"',
      snapshot.prepend_items, snapshot, "x", "nobody")
    fails("DUPLICATE_IDENTIFIER: prepend_items: ",
      snapshot.prepend_items, snapshot, { "x", { id = "y", children = { "a1" } } }, "docs")
    fails("NO_SECTIONS: prepend_items: ", function() diffable.snapshot():prepend_items("x") end)
    fails("argument 2: a section snapshot has one section",
      function() diffable.section_snapshot():prepend_items("x", "docs") end)
    assert.equal("a a1 a2 b b1 c z", all(snapshot))
  end)
end)

describe("insert_items_at", function()
  it("counts the visible rows of a section from 1", function()
    local snapshot = tree()
    snapshot:insert_items_at({ "x", "y" }, 1, "docs")
    snapshot:insert_items_at("z0", 1)
    snapshot:insert_items_at("z2", 3)
    assert.equal("x y a a1 a2 b b1 c z0 z z2", all(snapshot))
  end)

  it("makes items the siblings of the row that was there", function()
    local snapshot = tree()
    snapshot:insert_items_at({ { id = "d", title = "D", children = { "d1" } } }, 3, "docs")
    assert.equal("a", snapshot:parent_of_item("d"))
    assert.equal("a a1 d d1 a2 b b1 c z", all(snapshot))
    assert.equal("D", snapshot:item("d").title)
    snapshot:insert_items_at("e", 5, "docs")
    assert.is_nil(snapshot:parent_of_item("e"))
    snapshot:insert_items_at({ { id = "f", children = { "f1" } } }, 8, "docs")
    assert.equal("a a1 d d1 a2 e b b1 c f f1 z", all(snapshot))
  end)

  it("refuses an index behind the end, and one below 1", function()
    for _, items in ipairs{ { "x" }, { { id = "x", children = { "y" } } } } do
      local snapshot = tree()
      fails('INVALID_ARGUMENT: insert_items_at: there is no index 3; section "last" has 1 item',
        snapshot.insert_items_at, snapshot, items, 3)
      fails("argument 2: indexes count from 1, got 0", snapshot.insert_items_at, snapshot, items, 0)
      fails("argument 2: ", snapshot.insert_items_at, snapshot, items, "docs")
      fails('UNKNOWN_IDENTIFIER: insert_items_at: there is no section "nobody"',
        snapshot.insert_items_at, snapshot, items, 1, "nobody")
      fails("argument 3: it names a section, whose other content would be ignored",
        snapshot.insert_items_at, snapshot, items, 1, { id = "docs", title = 1 })
      assert.equal("a a1 a2 b b1 c z", all(snapshot))
    end
    fails("argument 3: a section snapshot has one section; leave it out", function()
      diffable.section_snapshot():insert_items_at("x", 1, "docs")
    end)
    fails("argument 3: nil is no value for it; leave it out for the last section",
      function() tree():insert_items_at("x", 1, nil) end)
  end)
end)

describe("item_at and section_at", function()
  it("of a snapshot answer as those of a data source do", function()
    local snapshot = tree()
    local source = diffable.data_source{ view = false }
    source:apply(snapshot)
    for section = 0, 3 do
      assert.equal(source:section_at(section), snapshot:section_at(section))
      for item = 0, 6 do
        local path = { section = section, item = item }
        assert.equal(source:item_at(path), snapshot:item_at(path))
      end
    end
    assert.equal("a2", snapshot:item_at{ section = 1, item = 3 })
    assert.equal("last", snapshot:section_at(2))
  end)

  it("of a section snapshot have section 1", function()
    local roots = diffable.section_snapshot{ "r", "q" }
    assert.equal("q", roots:item_at{ section = 1, item = 2 })
    assert.is_nil(roots:item_at{ section = 2, item = 1 })
  end)
end)

describe("each", function()
  it("gives the contents of all items, after section and level", function()
    local fare = { id = "fare", price = 3 }
    local snapshot = list{ fare, "bare" }
    local contents = {}
    for section, item, level, content in snapshot:each() do
      contents[#contents + 1] = { section, item, level, content }
    end
    assert.equal(fare, contents[1][4])
    assert.same({ snapshot:section_identifiers()[1], "bare", 0, "bare" }, contents[2])
  end)

  it("visits one section", function()
    local found = {}
    for item, level, content in tree():each("docs") do found[#found + 1] = item .. level .. tostring(type(content)) end
    assert.equal("a0table a11string a21string b0table c0string", table.concat(found, " "))
    for item in tree():each{ id = "last" } do assert.equal("z", item) end
    fails('UNKNOWN_IDENTIFIER: each: there is no section "nobody"', function() tree():each("nobody") end)
    fails("argument 1: nil is no value for it; leave it out for the whole list", function() tree():each(nil) end)
  end)

  it("has functions of contents while it visits, even when nobody else has the list", function()
    local function visit()
      local count = {}
      local snapshot = list{ { id = 1, f = function() return count end }, { id = 2, f = function() return count end } }
      return snapshot:each()
    end
    local answers = 0
    for _, _, _, content in visit() do
      support.collect()
      assert.equal("table", type(content.f()))
      answers = answers + 1
    end
    assert.equal(2, answers)
  end)
end)
