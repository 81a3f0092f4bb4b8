-- Lists and patches as strings, and what is refused.
local diffable = require "diffable"
local support = require "Tests.DiffableLuaTests.support"
local fails = support.fails

local function hex(text)
  return (text:gsub("%X", ""):gsub("%x%x", function(digits) return string.char(tonumber(digits, 16)) end))
end

local function files()
  return diffable.snapshot{ { id = "files", title = "Files", items = {
    { id = "docs", size = 3, expanded = true, children = { "guide", { id = "more", children = { 1, 2 } } } },
    { id = "src", tags = { "c", "lua" }, expandable = true },
  } } }
end

describe("a snapshot as a string", function()
  it("is read as an equal list", function()
    local list = files()
    local read, name = diffable.decode(list:encode())
    assert.is_true(read == list)
    assert.is_nil(name)
    assert.equal(3, read:item("docs").size)
    assert.same({ "c", "lua" }, read:item("src").tags)
    assert.equal("Files", read:section("files").title)
    assert.equal(list:encode(), read:encode())
    assert.same(list:to_table()[1].items[1].children[2].children, read:to_table()[1].items[1].children[2].children)
  end)

  it("has the name of the list", function()
    local read, name = diffable.decode(files():encode{ name = "Äpfel" })
    assert.equal("Äpfel", name)
    assert.equal(6, read:number_of_all_items())
    assert.equal("", select(2, diffable.decode(files():encode{ name = "" })))
    fails("INVALID_ARGUMENT: encode: name is not UTF-8", function() files():encode{ name = "\255" } end)
  end)

  it("has the bytes that the page says, with contents as maps", function()
    local list = diffable.snapshot{ { id = "fruit", items = { 1, { id = 2, n = 3 }, "\255" } } }
    local expected = "89 68 6469666661626c65 01 68 736e617073686f74 f6 83000120 80 80 84 65 6672756974 01 02 41ff "
      .. "83 a0 01 a1616e03"
    assert.equal(hex(expected), list:encode())
  end)

  it("is a section snapshot again, if it was one", function()
    local tree = diffable.section_snapshot{ { id = "a", expanded = true, children = { "b" } } }
    local read = diffable.decode(tree:encode())
    assert.is_true(read:is_section_snapshot())
    assert.is_true(read == tree)
  end)

  it("can be edited and applied, and only what differs changes", function()
    local source = diffable.data_source{ view = false }
    source:apply(files())
    local read = diffable.decode(files():encode())
    assert.is_true(source:apply(read).difference.is_empty)
    read:update_items{ id = "docs", size = 4 }
    assert.equal(1, #source:apply(read).difference.reconfigured_items)
    assert.equal(4, source:item("docs").size)
  end)

  it("with another program's bytes has them in a field", function()
    -- ["diffable", 1, "snapshot", null, [0, 1, -1], [], [], ["s", 1, 2, 3], [1, h'07', h'', h'a1']]
    local read = diffable.decode(
      hex("89 68 6469666661626c65 01 68 736e617073686f74 f6 83000120 80 80 84 6173 01 02 03 84 01 4107 40 41a1"))
    assert.same({ id = 1, bytes = "\7" }, read:item(1))
    assert.same({ id = 2, bytes = "" }, read:item(2))
    assert.same({ id = 3, bytes = "\161" }, read:item(3))
    assert.same(
      { { id = "s", items = { { id = 1, bytes = "\7" }, { id = 2, bytes = "" }, { id = 3, bytes = "\161" } } } },
      read:to_table())
    assert.equal("\7", read:item_content(1))
  end)

  it("reads values that Lua does not have", function()
    -- {"a": 1(0), "b": 2(h'01'), "c": undefined, "d": 18446744073709551615, "e": null}
    local content = "a5 6161 c100 6162 c24101 6163 f7 6164 1bffffffffffffffff 6165 f6"
    local read = diffable.decode(
      hex("89 68 6469666661626c65 01 68 736e617073686f74 f6 83000120 80 80 82 6173 01 82 01" .. content))
    assert.same({ id = 1, a = 0, b = "\1", c = false, d = 18446744073709551615.0, e = false }, read:item(1))
  end)
end)

describe("what a string is refused for", function()
  it("is named with its position, which counts from 1", function()
    fails("MALFORMED: decode: the document ends at byte 1", diffable.decode, "")
    fails("MALFORMED: decode: there is no array at byte 1", diffable.decode, "text")
    fails("MALFORMED: decode: there is a patch instead of a snapshot at byte 12",
      diffable.decode, diffable.difference(files(), files()):encode())
    fails("argument 1: string expected, got number", diffable.decode, 3)
    fails("argument 1: string expected, got no value", diffable.decode)
  end)

  it("is any damage", function()
    local bytes = files():encode()
    for size = 0, #bytes - 1 do assert.is_false((pcall(diffable.decode, bytes:sub(1, size)))) end
    for position = 1, #bytes do
      for bit = 0, 7 do
        local byte = bytes:byte(position)
        local is_set = math.floor(byte / 2 ^ bit) % 2 == 1
        local flipped = math.floor(byte + (is_set and -1 or 1) * 2 ^ bit)
        local damaged = bytes:sub(1, position - 1) .. string.char(flipped) .. bytes:sub(position + 1)
        local ok, read, name = pcall(diffable.decode, damaged)
        if ok then
          assert.equal(damaged, name and read:encode{ name = name } or read:encode())
          read:to_table()
        end
      end
    end
  end)

  it("is a value that is no data, when it is written", function()
    local list = files()
    list:update_items{ id = "src", inner = { on_tap = print } }
    fails('INVALID_ARGUMENT: encode: item "src": field "inner.on_tap" is a function, which means nothing to',
      list.encode, list)
    fails('item "src" has a content with a value that only this process has',
      function() diffable.difference(files(), list):encode() end)
    list = diffable.snapshot{ { id = "s", list = { 1, setmetatable({}, { __index = {} }) } } }
    fails('encode: section "s": field "list.2" is a table with a metatable', list.encode, list)
    list = diffable.snapshot{ { id = "s", items = { setmetatable({ id = 1, n = 2 }, { __index = {} }) } } }
    assert.equal(2, diffable.decode(list:encode()):item(1).n)
  end)
end)

describe("a patch", function()
  it("leads to the new list", function()
    local old, new = files(), files()
    new:update_items{ id = "docs", size = 4 }
    new:delete_items("guide")
    new:append_items{ { id = "new", n = 1 } }
    local follower = diffable.decode(old:encode())
    follower:apply_patch(diffable.difference(old, new):encode())
    assert.is_true(follower == new)
    assert.equal(new:version(), follower:version())
    assert.equal(4, follower:item("docs").size)
  end)

  it("may have the old contents", function()
    local old, new = files(), files()
    new:update_items{ id = "docs", size = 400 }
    local difference = diffable.difference(old, new)
    assert.is_true(#difference:encode() < #difference:encode{ old_contents = true })
    assert.is_true(#difference:encode{ old_contents = false } < #difference:encode{
      old_contents = true, name = "files",
    })
    old:apply_patch(difference:encode{ old_contents = true })
    assert.is_true(old == new)
    fails("option \"old_contents\"", function() difference:encode{ old_contents = 1 } end)
  end)

  it("of another list names both versions and changes nothing", function()
    local list, other = files(), diffable.snapshot{ "a" }
    local patch = diffable.difference(other, list):encode()
    local _, message = pcall(list.apply_patch, list, patch)
    message = tostring(message)
    assert.truthy(
      message:find("WRONG_VERSION: apply_patch: the patch starts from version " .. other:version(), 1, true))
    assert.truthy(message:find("the list has version " .. list:version(), 1, true))
    assert.is_true(list == files())
  end)

  it("does not edit the snapshots of a transaction", function()
    local source = diffable.data_source{ view = false }
    local transaction = source:apply(files())
    fails("the snapshot belongs to a transaction", function()
      transaction.final_snapshot:apply_patch(transaction.difference:encode())
    end)
    local list = transaction.initial_snapshot:copy()
    list:apply_patch(transaction.difference:encode())
    assert.is_true(list == files())
  end)
end)

describe("a version", function()
  it("is equal for equal lists alone", function()
    local list = files()
    assert.matches("^%x+$", list:version())
    assert.equal(32, #list:version())
    assert.equal(files():version(), list:version())
    assert.equal(("0"):rep(32), diffable.snapshot():version())
    local version = list:version()
    list:collapse("docs")
    assert.not_equal(version, list:version())
    list:expand("docs")
    assert.equal(version, list:version())
    list:update_items{ id = "docs", size = 5 }
    assert.not_equal(version, list:version())
  end)
end)
