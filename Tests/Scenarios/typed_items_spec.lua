-- Typed items: enums, classes and erased types, and rows that know their height and their cell.
local diffable = require "diffable"
local screen = require "Tests.Scenarios.screen"
local support = require "Tests.DiffableLuaTests.support"

local function header(title) return { id = "header/" .. title, kind = "header", title = title } end
local function empty(id, height) return { id = "empty/" .. id, kind = "empty", height = height } end

local cells = {
  header = function(item) return { text = item.title } end,
  empty = function(item) return { text = "", height = item.height } end,
}

-- A class of items as one writes it in Lua.
local function class(base)
  local new_class = setmetatable({}, base)
  new_class.__index = new_class
  return new_class
end

local SectionItem = class()
function SectionItem.cell() error("Needs to be overriden", 0) end

local HeaderSectionItem = class(SectionItem)
function HeaderSectionItem.new(title)
  return setmetatable({ id = "header/" .. title, title = title }, HeaderSectionItem)
end
function HeaderSectionItem:cell() return { text = self.title } end

local EmptySectionItem = class(SectionItem)
function EmptySectionItem.new(id) return setmetatable({ id = id }, EmptySectionItem) end
function EmptySectionItem.height() return 16 end
function EmptySectionItem:cell() return { text = "", height = self:height() } end

local function own_cell(item) return item:cell() end

describe("typed items", function()
  it("51: are headers and spaces, with a provider for each", function()
    local source, printed = screen{ cells = cells }
    source:apply(diffable.snapshot{ { id = "main", items = { header("News"), empty("1", 16.0) } } })
    assert.equal("+    News\n+\n" .. ("\n"):rep(15) .. "=  1 section inserted; 2 items inserted\n", printed())
    assert.same({ height = 16 }, source:cell_at{ section = 1, item = 2 })
    assert.same({ text = "News" }, source:cell_at{ section = 1, item = 1 })
  end)

  it("52: may be objects of a hierarchy of classes", function()
    local source, printed = screen{ cell = own_cell }
    local news = HeaderSectionItem.new("News")
    source:apply(diffable.snapshot{ { id = "main", items = { news, EmptySectionItem.new("space") } } })
    assert.equal("+    News\n+\n" .. ("\n"):rep(15) .. "=  1 section inserted; 2 items inserted\n", printed())
    assert.equal(news, source:item("header/News"))
    assert.equal(HeaderSectionItem, getmetatable(source:item("header/News")))

    -- Another object that holds the same is the same content, and one that holds something else an update.
    local function change(title)
      local other = HeaderSectionItem.new("News")
      other.title = title
      return tostring(
        source:apply(diffable.snapshot{ { id = "main", items = { other, EmptySectionItem.new("space") } } }))
    end
    assert.equal("no changes", change("News"))
    assert.equal("1 item reconfigured", change("Sport"))
  end)

  it("53: of a class that overrides nothing are an error, and the list stays", function()
    local source, printed = screen{ cell = own_cell }
    source:apply(diffable.snapshot{ { id = "main", items = { HeaderSectionItem.new("News") } } })
    printed()
    local FooterSectionItem = class(SectionItem)
    local snapshot = source:snapshot()
    snapshot:append_items(setmetatable({ id = "footer" }, FooterSectionItem))
    local message = support.fails("Needs to be overriden", source.apply, source, snapshot)
    assert.matches('item "footer" at section 1, item 2', message, 1, true)
    assert.equal("", printed())
    assert.equal("     News\n", source:render())
  end)

  it("54: of two types are never equal, also where they hold the same", function()
    local function erased(kind, id) return { id = kind .. "/" .. id, kind = kind } end
    local snapshot = diffable.snapshot{ { id = "main", items = { erased("header", "1"), erased("empty", "1") } } }
    assert.same({ "header/1", "empty/1" }, snapshot:item_identifiers())
    assert.is_nil(snapshot:index_of_item(erased("footer", "1")))

    -- Without the type in the id the two are one row, which changes its kind.
    local function bare(kind) return { id = "1", kind = kind, title = "News", height = 2 } end
    support.fails([[item "1" is in the call twice]],
      diffable.snapshot, { { id = "main", items = { bare("header"), bare("empty") } } })
    local source, printed = screen{ cells = cells }
    source:apply(diffable.snapshot{ { id = "main", items = { bare("header") } } })
    assert.equal("+    News\n=  1 section inserted; 1 item inserted\n", printed())
    source:apply(diffable.snapshot{ { id = "main", items = { bare("empty") } } })
    assert.equal("~\n\n=  1 item reconfigured\n", printed())
  end)

  it("55: are as high as they need, or as they say", function()
    local source = screen{ cells = cells }
    local function lines_of(item)
      source:apply(diffable.snapshot{ { id = "main", items = { item } } })
      return select(2, source:render():gsub("\n", ""))
    end
    assert.equal(1, lines_of(header("News")))
    assert.equal(16, lines_of(empty("space", 16.0)))
    assert.equal(1, lines_of(empty("space", 0)))
    local before = source:render()
    support.fails("INVALID_CELL", lines_of, empty("space", -1))
    support.fails("INVALID_CELL", lines_of, empty("space", 16.5))
    assert.equal(before, source:render())
  end)

  it("56: may bring the function that makes their cell", function()
    local source, printed = screen{ cell = function(item, index_path) return item.cell(item, index_path) end }
    local function titled(item) return item.title end
    local function numbered(item, index_path) return { text = item.title, detail = index_path.item } end
    source:apply(diffable.snapshot{ { id = "main", items = {
      { id = 1, title = "News", cell = titled }, { id = 2, title = "Sport", cell = numbered } } } })
    assert.equal("+    News\n+    Sport                   2\n=  1 section inserted; 2 items inserted\n", printed())
    local snapshot = source:snapshot()
    snapshot:reconfigure_items{ id = 1, title = "News", cell = numbered }
    source:apply(snapshot)
    assert.equal("~    News                    1\n     Sport                   2\n=  1 item reconfigured\n", printed())
  end)

  it("57: are not part of what their section is, and its title is content or identity as its id says", function()
    local function change(old, new) return tostring(diffable.difference(old, new)) end
    local function by_uuid(title, items) return diffable.snapshot{ { id = "uuid-1", title = title, items = items } } end
    local function by_title(title, items) return diffable.snapshot{ { id = "uuid-1/" .. title, items = items } } end

    assert.equal("1 item inserted", change(by_title("News", { 1 }), by_title("News", { 1, 2 })))
    assert.equal("1 section deleted, 1 inserted; 1 item moved",
      change(by_title("News", { 1 }), by_title("Sport", { 1 })))
    assert.equal("1 item inserted", change(by_uuid("News", { 1 }), by_uuid("News", { 1, 2 })))
    assert.equal("1 section updated", change(by_uuid("News", { 1 }), by_uuid("Sport", { 1 })))
  end)

  it("58: are owned by their sections, and the snapshot is made from the array of these", function()
    local sections = {
      { id = "uuid-1", title = "News", items = { header("Today"), empty("1", 1) } },
      { id = "uuid-2", title = "Sport", items = { header("Yesterday") } },
    }
    local source, printed = screen{ cells = cells, header = function(section) return section.title end }
    source:apply(diffable.snapshot(sections))
    assert.equal([[
+  News
+    Today
+
+  Sport
+    Yesterday
=  2 sections inserted; 3 items inserted
]], printed())
    table.remove(sections[1].items, 2)
    table.insert(sections[2].items, header("Last week"))
    source:apply(diffable.snapshot(sections))
    assert.equal([[
   News
     Today
-
   Sport
     Yesterday
+    Last week
=  1 item deleted, 1 inserted
]], printed())
  end)

  it("59: that are spaces of one height need ids of their own", function()
    local function space(height) return { id = "empty/" .. height, kind = "empty", height = height } end
    support.fails(('DUPLICATE_IDENTIFIER: append_items: item "empty/%s" is in the call twice, at 1 and 3'):format(16.0),
      diffable.snapshot, { { id = "main", items = { space(16.0), header("News"), space(16.0) } } })
    local snapshot = diffable.snapshot{
      { id = "main", items = { empty("above", 16.0), header("News"), empty("below", 16.0) } },
    }
    assert.same({ "empty/above", "header/News", "empty/below" }, snapshot:item_identifiers())
    local source = screen{ cells = cells }
    source:apply(snapshot)
    assert.equal(("\n"):rep(16) .. "     News\n" .. ("\n"):rep(16), source:render())
  end)
end)
