-- The bytes of contents, which JavaScript writes, too: Tests/TestSupport/contents.json. Tests/DiffableWebTests compares
-- random ones.
local diffable = require "diffable"

local has_integers = not ("Lua 5.1 Lua 5.2"):find(_VERSION, 1, true)

local function hex(bytes)
  return bytes and (bytes:gsub(".", function(byte) return ("%02x"):format(byte:byte()) end))
end

describe("the bytes of contents", function()
  it("are those of the vectors, and are read again", function()
    local count = 0
    for line in io.lines("Tests/TestSupport/contents.json") do
      local text, expected = line:gsub("\\\\", "\\"):match('"lua": "(.-)", "js".*"hex": "(%x*)"')
      local make = text and has_integers and load("return " .. text)
      if make then
        local content = make()
        content.id = 1
        local snapshot = diffable.snapshot{ { id = "s", items = { content } } }
        assert.equals(expected, hex(snapshot:item_content(1)), text)
        content.id = 2
        local copy = snapshot:item(1)
        assert.not_equals(content, copy)
        assert.equals(expected, hex(diffable.snapshot{ { id = "s", items = { copy } } }:item_content(1)), text)
        count = count + 1
      end
    end
    assert.is_true(not has_integers or count > 20)
  end)

  it("are nil without a content", function()
    local snapshot = diffable.snapshot{ { id = "s", title = "S", items = { { id = 1, v = 2 }, "x" } }, "t" }
    assert.same({ "a1617602", "a1657469746c656153" },
      { hex(snapshot:item_content(1)), hex(snapshot:section_content("s")) })
    for _, id in ipairs{ "x", 9 } do assert.is_nil(snapshot:item_content(id)) end
    for _, id in ipairs{ "t", "u" } do assert.is_nil(snapshot:section_content(id)) end
    assert.equals("a1617602", hex(snapshot:item_content{ id = 1 }))
    assert.has_error(function() snapshot:item_content() end)
    assert.has_error(function() snapshot:item_content(true) end)
  end)

  it("have the key of the list, unless it is id", function()
    local source = diffable.data_source{ view = false, key = "uuid" }
    local snapshot = source:new_snapshot()
    snapshot:append_sections{ { id = "s", items = { { uuid = "b", v = 1 } } } }
    assert.equals("a26176016475756964" .. "6162", hex(snapshot:item_content("b")))
  end)
end)
