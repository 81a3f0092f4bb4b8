-- apply_section: a tree becomes what a section shows.
local diffable = require "diffable"
local support = require "Tests.DiffableLuaTests.support"

local function files()
  local tree = diffable.section_snapshot()
  tree:append_items{ { id = "docs", title = "Docs" }, "readme" }
  tree:append_items({ { id = "guide", title = "Guide" }, { id = "api", title = "API" } }, { parent = "docs" })
  return tree
end

local function source_with_files()
  local source, calls, written = support.counting_source()
  local transaction = source:apply_section(files(), "files")
  return source, calls, written, transaction
end

describe("apply_section", function()
  it("makes what is visible of a tree the items of a section, which is appended where it lacks", function()
    local source, calls, _, transaction = source_with_files()
    assert.same({ { "files", "docs", "readme" } }, support.plain(source:snapshot()))
    assert.same({ "docs", "readme" }, support.ids(calls))
    assert.equal("Docs", calls[1].item.title)
    assert.equal("Docs", transaction.final_snapshot:item("docs").title)
    assert.is_true(source:section_snapshot("files") == files())
    support.fails('UNKNOWN_IDENTIFIER: section_snapshot: there is no section "nowhere"',
      source.section_snapshot, source, "nowhere")
  end)

  it("takes the options of apply", function()
    local source = diffable.data_source{ view = false }
    local log = {}
    local transaction = source:apply_section(files(), { id = "files" }, {
      animation = "left",
      completion = function(each) log[#log + 1] = each.final_snapshot:number_of_items("files") end,
    })
    assert.equal("left", transaction.animation)
    assert.equal("none", source:apply_section(files(), "files", { animating_differences = false }).animation)
    assert.same({ 2 }, log)
    support.fails('unknown option "animated"', source.apply_section, source, files(), "files", { animated = true })
    support.fails("apply_section: this is a snapshot of a list; apply applies it",
      source.apply_section, source, diffable.snapshot(), "files")
    support.fails("section snapshot expected, got table; diffable.section_snapshot{ ... } makes one",
      source.apply_section, source, { "a" }, "files")
    support.fails('string, integer or table with "id" expected, got no value', source.apply_section, source, files())
  end)

  it("keeps the contents of the list and brings those of the tree", function()
    local source = diffable.data_source{ view = false }
    source:apply(diffable.snapshot{ { id = "top", title = "Top", items = { { id = "a", title = "A" } } } })
    local tree = files()
    tree:expand("docs")
    local transaction = source:apply_section(tree, "files")
    for _, snapshot in ipairs{ source:snapshot(), transaction.final_snapshot } do
      assert.equal("A", snapshot:item("a").title)
      assert.equal("Top", snapshot:section("top").title)
      assert.equal("Guide", snapshot:item("guide").title)
    end
    assert.equal("API", source:item("api").title)
    assert.equal("A", transaction.initial_snapshot:item("a").title)
  end)

  it("moves items of other sections in", function()
    local source = source_with_files()
    local snapshot = source:snapshot()
    snapshot:append_sections("inbox")
    snapshot:append_items({ { id = "mail", title = "Mail" } }, "inbox")
    source:apply(snapshot)
    local tree = source:section_snapshot("files")
    tree:append_items("mail")
    local difference = source:apply_section(tree, "files").difference
    assert.same({ moved = 1, inserted = 0 }, { moved = #difference.moved_items, inserted = #difference.inserted_items })
    assert.same({ { "files", "docs", "readme", "mail" }, { "inbox" } }, support.plain(source:snapshot()))
  end)

  it("brings marks, which last for one apply", function()
    local source, calls = source_with_files()
    support.clear(calls)
    local tree = source:section_snapshot("files")
    tree:reload_items("readme")
    tree:reconfigure_items{ { id = "docs", title = "New" }, "guide" }
    source:apply_section(tree, "files")
    assert.same({ "docs", "readme" }, support.ids(calls))
    assert.equal("New", source:item("docs").title)
    assert.same({}, source:section_snapshot("files"):reloaded_item_identifiers())
  end)

  it("may have its tree edited and closed while it runs", function()
    local source, tree
    source = diffable.data_source{ view = support.recorder(), cell = function(item)
      tree:clear()
      tree:close()
      return item
    end }
    tree = diffable.section_snapshot()
    tree:append_items{ "a", "b" }
    support.fails("snapshot is closed", source.apply_section, source, tree, "s") -- by the second cell
    assert.equal(0, #source:snapshot())
    tree = diffable.section_snapshot()
    tree:append_items("a")
    source:apply_section(tree, "s")
    assert.same({ { "s", "a" } }, support.plain(source:snapshot()))
  end)

  it("leaves everything as it was when a provider fails", function()
    local object = {}
    local bad = { id = "bad", object = object } -- held, so that the provider gets this table and no copy of it
    local source, _, written = source_with_files()
    local tree = source:section_snapshot("files")
    tree:append_items{ bad }
    local other = diffable.data_source{ view = support.recorder(), cell = function(item) error(item.object) end }
    local ok, value = pcall(other.apply_section, other, tree:snapshot_of("bad", true), "s")
    assert.is_false(ok)
    assert.equal(bad.object, value)
    assert.equal(0, other:snapshot():number_of_sections())
    assert.equal(1, #written)
  end)

  it("waits its turn inside callbacks, with the tree as it was", function()
    local source, log = diffable.data_source{ view = false }, {}
    source:on_apply(function(transaction)
      log[#log + 1] = tostring(transaction)
      if #log > 1 then return end
      local tree, section = files(), { id = "files" }
      local options = { completion = function() log[#log + 1] = "completed" end }
      assert.is_nil(source:apply_section(tree, section, options))
      tree:close()
      section.id, options.completion = "other", nil
      assert.is_nil(source:toggle_item("docs"))
      assert.is_nil(source:apply(diffable.snapshot()))
    end)
    source:apply(diffable.snapshot())
    assert.same({ "no changes", "1 section inserted; 2 items inserted", "completed", "2 items inserted",
                  "1 section deleted; 4 items deleted" }, log)
  end)
end)
