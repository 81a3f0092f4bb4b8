-- Contacts with search: two sections that stay, and rows that are filtered at every keystroke.
local diffable = require "diffable"
local screen = require "Tests.Scenarios.screen"
local support = require "Tests.DiffableLuaTests.support"

local all_cases = { "friendsContacts", "allContacts" }

local function contact(id, first_name, last_name) return { id = id, first_name = first_name, last_name = last_name } end

local contacts = {
  friendsContacts = { contact("uuid-1", "Anna", "Berg"), contact("uuid-2", "Bob", "Stone") },
  allContacts = {
    contact("uuid-3", "Carl", "Berger"), contact("uuid-4", "Dora", "Hill"), contact("uuid-5", "Emil", "Stone"),
  },
}

local function contacts_source()
  return screen{
    cell = function(item) return item.first_name .. " " .. item.last_name end,
    header = function(section) return section == "allContacts" and "Your Contacts" or "Friends Contacts" end,
  }
end

-- The contacts whose first or last name contains the text.
local function search(text)
  local snapshot = diffable.snapshot()
  snapshot:append_sections(all_cases)
  for _, section in ipairs(all_cases) do
    local found = {}
    for _, item in ipairs(contacts[section]) do
      if item.first_name:find(text, 1, true) or item.last_name:find(text, 1, true) then found[#found + 1] = item end
    end
    snapshot:append_items(found, section)
  end
  return snapshot
end

local everybody = [[
   Friends Contacts
     Anna Berg
     Bob Stone
   Your Contacts
     Carl Berger
     Dora Hill
     Emil Stone
]]

-- A data source that shows everybody already.
local function shown_source()
  local source, printed = contacts_source()
  source:apply(search(""), { animating_differences = false })
  printed()
  return source, printed
end

describe("contacts", function()
  it("60: need neither reloadData nor batches in the right order", function()
    local source, printed = shown_source()
    local new = source:snapshot()
    new:delete_items("uuid-2")
    new:insert_items_before(contact("uuid-6", "Fay", "Moor"), "uuid-3")

    -- The old way as a list of steps, each of which holds when the ones before it are done.
    local sections = {}
    for i, section in ipairs(all_cases) do sections[i] = source:snapshot():item_identifiers(section) end
    for _, step in ipairs(diffable.difference(source:snapshot(), new):steps()) do
      if step.kind == "delete_items" then
        for _ = 1, step.count do table.remove(sections[step.from.section], step.from.item) end
      elseif step.kind == "insert_items" then
        for i, id in ipairs(step.ids) do table.insert(sections[step.to.section], step.to.item + i - 1, id) end
      else
        error("a step that is not needed: " .. step.kind)
      end
    end
    assert.same({ { "uuid-1" }, { "uuid-6", "uuid-3", "uuid-4", "uuid-5" } }, sections)

    -- The new way: one apply, whatever the order of the edits was.
    source:apply(new, { animation = "fade" })
    assert.equal([[
   Friends Contacts
     Anna Berg
-    Bob Stone
   Your Contacts
+    Fay Moor
     Carl Berger
     Dora Hill
     Emil Stone
=  1 item deleted, 1 inserted (fade)
]], printed())

    source:apply_using_reload_data(search(""))
    assert.equal(everybody .. "=  everything reloaded (no animation)\n", printed())
  end)

  it("61: are in the two sections that there are, each known by its UUID", function()
    local source, printed = contacts_source()
    source:apply(search(""))
    assert.equal([[
+  Friends Contacts
+    Anna Berg
+    Bob Stone
+  Your Contacts
+    Carl Berger
+    Dora Hill
+    Emil Stone
=  2 sections inserted; 5 items inserted
]], printed())
    assert.same(all_cases, source:snapshot():section_identifiers())
    assert.same({ section = 2, item = 3 }, source:index_path_of_item("uuid-5"))

    -- Another name under the same UUID is the same contact.
    local snapshot = source:snapshot()
    snapshot:reconfigure_items(contact("uuid-5", "Emil", "Rock"))
    assert.equal("1 item reconfigured", tostring(source:apply(snapshot)))
    assert.matches("~    Emil Rock\n", printed(), 1, true)
  end)

  it("62: come without animation first, and with it afterwards", function()
    local source, printed = contacts_source()
    local function apply_snapshot(text, animating_differences)
      return source:apply(search(text), { animating_differences = animating_differences }).animation
    end
    assert.equal("none", apply_snapshot("", false))
    assert.matches("=  2 sections inserted; 5 items inserted (no animation)\n", printed(), 1, true)
    assert.equal("automatic", apply_snapshot("Stone"))
    assert.matches("=  3 items deleted\n", printed(), 1, true)
    assert.equal("automatic", apply_snapshot("", true))
    assert.matches("=  3 items inserted\n", printed(), 1, true)
  end)

  it("63: are filtered at every keystroke, by first or last name, with regard to case", function()
    local source, printed = shown_source()
    source:apply(search("B"))
    assert.equal([[
   Friends Contacts
     Anna Berg
     Bob Stone
   Your Contacts
     Carl Berger
-    Dora Hill
-    Emil Stone
=  2 items deleted
]], printed())
    source:apply(search("Be"))
    assert.equal([[
   Friends Contacts
     Anna Berg
-    Bob Stone
   Your Contacts
     Carl Berger
=  1 item deleted
]], printed())
    source:apply(search("Berge"))
    assert.equal("   Friends Contacts\n-    Anna Berg\n   Your Contacts\n     Carl Berger\n=  1 item deleted\n",
      printed())
    source:apply(search("Dor"))
    assert.same({ "uuid-4" }, source:snapshot():item_identifiers())
    source:apply(search("dor"))
    assert.same({}, source:snapshot():item_identifiers())
  end)

  it("64: are all back when the search is cleared", function()
    local source, printed = shown_source()
    source:apply(search("Hill"))
    printed()
    source:apply(search(""))
    assert.equal([[
   Friends Contacts
+    Anna Berg
+    Bob Stone
   Your Contacts
+    Carl Berger
     Dora Hill
+    Emil Stone
=  4 items inserted
]], printed())
    assert.equal(everybody, source:render())
  end)

  it("65: keep their sections and headers where nobody is found", function()
    local source, printed = shown_source()
    assert.equal("5 items deleted", tostring(source:apply(search("Zoe"))))
    assert.matches("=  5 items deleted\n", printed(), 1, true)
    assert.equal("   Friends Contacts\n   Your Contacts\n", source:render())
    assert.equal([["friendsContacts" (0 items)
"allContacts" (0 items)]], tostring(source:snapshot()))
  end)

  it("66: have headers of height 30 and no footers", function()
    local source, printed = screen{
      cell = function(item) return item.first_name end,
      header = function(section)
        return { text = section == "allContacts" and "Your Contacts" or "Friends Contacts", height = 30 }
      end,
      footer = function() return nil end,
    }
    source:apply(search("Hill"))
    assert.equal("+  Friends Contacts\n" .. ("\n"):rep(29) .. "+  Your Contacts\n" .. ("\n"):rep(29) ..
                 "+    Dora\n=  2 sections inserted; 1 item inserted\n", printed())
    assert.same({ text = "Your Contacts", height = 30 }, source:supplementary_cell("header", 2))
    assert.is_nil(source:supplementary_cell("footer", 2))
  end)

  it("67: cannot be in both sections, unless each has an id of its own there", function()
    local anna = contacts.friendsContacts[1]
    local snapshot = search("")
    -- UIKit moves her from her friends to the last section, and says so in a log at most.
    support.fails([[DUPLICATE_IDENTIFIER: append_items: item "uuid-1" is already at section "friendsContacts", item 1]],
                  snapshot.append_items, snapshot, anna, "allContacts")
    assert.is_true(snapshot == search(""))

    -- To move her is to say so.
    snapshot:move_items_to_section(anna, "allContacts")
    local source, printed = shown_source()
    source:apply(snapshot)
    assert.equal("1 item moved", printed():match("=  ([^\n]*)\n"))
    assert.same({ section = 2, item = 4 }, source:index_path_of_item("uuid-1"))

    -- To show her twice is to have two rows.
    snapshot:insert_items_before({ id = "friend/uuid-1", first_name = "Anna", last_name = "Berg" }, "uuid-2")
    source:apply(snapshot)
    assert.equal("   Friends Contacts\n     Anna Berg\n     Bob Stone\n", source:render():match("^.-Stone\n"))
    assert.matches("     Emil Stone\n     Anna Berg\n", source:render(), 1, true)
  end)
end)
