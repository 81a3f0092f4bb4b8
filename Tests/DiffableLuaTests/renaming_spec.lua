-- Items that get another identifier, and sections that get other fields.
local diffable = require "diffable"
local support = require "Tests.DiffableLuaTests.support"
local fails = support.fails

local function messages()
  return diffable.snapshot{ { id = "chat", title = "Chat", items = { { id = "draft", text = "Hello" }, "bare" } } }
end

describe("rename_item", function()
  it("keeps the place and the content, which has the new identifier", function()
    local draft = { id = "draft", text = "Hello" }
    local snapshot = diffable.snapshot{ { id = "chat", items = { "first", draft, "last" } } }
    snapshot:rename_item("draft", 90)
    assert.same({ "first", 90, "last" }, snapshot:item_identifiers())
    assert.same({ id = 90, text = "Hello" }, snapshot:item(90))
    assert.equal("draft", draft.id)
    assert.is_nil(snapshot:item("draft"))
    snapshot:rename_item({ id = 90 }, "draft")
    assert.same({ id = "draft", text = "Hello" }, snapshot:item("draft"))
  end)

  it("keeps the row, whose change has the old identifier", function()
    local source = diffable.data_source{ view = false }
    source:apply(messages())
    local snapshot = source:snapshot()
    snapshot:rename_item("draft", "sent")
    local transaction = source:apply(snapshot)
    assert.equal("1 item reconfigured", tostring(transaction))
    local change = transaction.difference.reconfigured_items[1]
    assert.equal("sent", change.id)
    assert.equal("draft", change.old_id)
    assert.same({ id = "draft", text = "Hello" }, change.old)
    assert.same({ id = "sent", text = "Hello" }, change.new)
    snapshot:update_items{ id = "sent", text = "Hi" }
    assert.is_nil(source:apply(snapshot).difference.reconfigured_items[1].old_id)
    assert.same({ id = "sent", text = "Hi" }, source:item("sent"))
  end)

  it("keeps what is below the item, and its expansion", function()
    local tree = diffable.section_snapshot{
      { id = "a", expanded = true, children = { "b", { id = "c", children = { "d" } } } },
    }
    tree:rename_item("a", "x")
    tree:rename_item("c", "a")
    assert.same({ "x", "b", "a", "d" }, tree:all_item_identifiers())
    assert.is_true(tree:is_expanded("x"))
    assert.equal("a", tree:parent_of_item("d"))
  end)

  it("sets the field of a key", function()
    local old = { uuid = "draft", text = "Hello" }
    local parent = { uuid = "p", children = { { uuid = "q" } } }
    local snapshot = diffable.snapshot({ { id = "chat", items = { old, parent } } }, { key = "uuid" })
    snapshot:rename_item(old, "sent")
    assert.same({ uuid = "sent", text = "Hello" }, snapshot:item("sent"))
    assert.equal("draft", old.uuid)
    snapshot:rename_item("p", "P")
    assert.same({ "q" }, snapshot:children_of_item("P"))
    snapshot:rename_item("sent", "sent")
    assert.same({ "sent", "P" }, snapshot:reconfigured_item_identifiers())
    fails('DUPLICATE_IDENTIFIER: rename_item: ', snapshot.rename_item, snapshot, "sent", "P")
    assert.same({ uuid = "sent", text = "Hello" }, snapshot:item("sent"))
  end)

  it("refuses a key that is a function, and what it would ignore", function()
    local key = function(item) return item.number end
    local snapshot = diffable.snapshot({ { id = "chat", items = { { number = 1 }, 2 } } }, { key = key })
    fails("rename_item: the key is a function, and the content would keep the old identifier",
      snapshot.rename_item, snapshot, 1, 3)
    snapshot:rename_item(2, 3)
    assert.same({ 1, 3 }, snapshot:item_identifiers())
    local list = messages()
    fails("rename_item: argument 2: the new identifier alone expected, got table",
      list.rename_item, list, "draft", { id = "sent", text = "x" })
    fails('UNKNOWN_IDENTIFIER: rename_item: there is no item "nobody"', list.rename_item, list, "nobody", "x")
    fails("DUPLICATE_IDENTIFIER: rename_item: ", list.rename_item, list, "draft", "bare")
    fails("rename_item: argument 2: ", list.rename_item, list, "draft", nil)
    assert.same({ "draft", "bare" }, list:item_identifiers())
    assert.same({}, list:reconfigured_item_identifiers())
  end)
end)

describe("update_sections", function()
  it("merges fields into the content, marks what differs, and leaves items alone", function()
    local snapshot = messages()
    local before = snapshot:section("chat")
    assert.equal(1, snapshot:update_sections{ id = "chat", count = 2 })
    assert.same({ id = "chat", title = "Chat", count = 2 }, snapshot:section("chat"))
    assert.is_nil(before.count)
    assert.same({ "chat" }, snapshot:reconfigured_section_identifiers())
    assert.same({ "draft", "bare" }, snapshot:item_identifiers())
    local again = messages()
    assert.equal(0, again:update_sections{ { id = "chat", title = "Chat" } })
    assert.same({}, again:reconfigured_section_identifiers())
    again:append_sections("other")
    assert.equal(1, again:update_sections{ { id = "chat" }, { id = "other", title = "Other" } })
    assert.same({ id = "other", title = "Other" }, again:section("other"))
  end)

  it("names sections by `id`, whatever the key of the items is", function()
    local snapshot = diffable.snapshot({ { id = "chat", title = "Chat", items = { { uuid = 1 } } } }, { key = "uuid" })
    assert.equal(1, snapshot:update_sections{ id = "chat", title = "New" })
    assert.same({ id = "chat", title = "New" }, snapshot:section("chat"))
  end)

  it("refuses items, bare identifiers, and sections that are absent or named twice", function()
    local snapshot = messages()
    fails('section 1: a section without "items" expected',
      snapshot.update_sections, snapshot, { id = "chat", items = {} })
    fails("argument 1: table with the fields that change expected, got string; reconfigure_sections takes identifiers",
      snapshot.update_sections, snapshot, "chat")
    fails("section 2: table with the fields", snapshot.update_sections, snapshot, { { id = "chat" }, "chat" })
    fails('UNKNOWN_IDENTIFIER: update_sections: there is no section "nobody"',
      snapshot.update_sections, snapshot, { id = "nobody", x = 1 })
    fails("DUPLICATE_IDENTIFIER: update_sections: ",
      snapshot.update_sections, snapshot, { { id = "chat", x = 1 }, { id = "chat", x = 2 } })
    assert.same({ id = "chat", title = "Chat" }, snapshot:section("chat"))
  end)
end)
