-- Texts that nobody should send to a terminal: every form of output spells them out, and none loses a byte of them.
local diffable = require "diffable"
local is_harmless = require "Tests.harmless"
local support = require "Tests.DiffableLuaTests.support"

-- Each with what is shown in its place.
local hostile = {
  { "nul", "a\0b", [[a\u{0}b]] },
  { "an escape sequence", "\27[2J\27]0;title\7", [[\u{1b}[2J\u{1b}]0;title\u{7}]] },
  { "a C1 control", support.text[[\u{9b}31m]], [[\u{9b}31m]] },
  { "a bidirectional override", support.text[[\u{202e}gpj.exe]], [[\u{202e}gpj.exe]] },
  { "an isolate and marks", support.text[[\u{2066}\u{200f}\u{61c}]], [[\u{2066}\u{200f}\u{61c}]] },
  { "separators of lines", support.text[[a\u{2028}b\u{2029}c\u{85}]], [[a\u{2028}b\u{2029}c\u{85}]] },
  { "lines", "a\nb\rc\td", [[a\nb\rc\td]] },
  { "delete", "\127", [[\u{7f}]] },
  { "bytes that are not UTF-8", support.text[[\xff\x9b\xc3]], [[\xff\x9b\xc3]] },
  { "an overlong form", support.text[[\xc0\x9b]], [[\xc0\x9b]] },
  { "a surrogate", support.text[[\xed\xa0\x80]], [[\xed\xa0\x80]] },
  { "a character cut off", support.text[[\xe2\x80]], [[\xe2\x80]] },
}

local function shows(wanted, text)
  assert.is_true(is_harmless(text, "\n"), ("%q"):format(text))
  assert.is_truthy(text:find(wanted, 1, true), text)
end

-- Everything that the module writes about a list of one item in one section, both of them called `text`, which shows
-- it, too.
local function outputs(text)
  local result = {}
  local function write(written) result[#result + 1] = written end
  local function cell() return { text = text, detail = text, secondary_text = text, image = text, accessory = text } end
  for _, view in ipairs{ diffable.text_view{ write = write }, diffable.ndjson_view{ write = write } } do
    local source = diffable.data_source{ view = view, cell = cell, header = cell, footer = cell }
    source:apply(diffable.snapshot{ { id = text, items = { text } } })
    source:apply(diffable.snapshot{ { id = text, items = { text, 1 } } })
    local tree = diffable.section_snapshot()
    tree:append_items{ text }
    write(tostring(tree))
    write(source:render())
    source:apply_section(tree, text)
    write(tostring(source:snapshot()))
    write(tostring(source))
    write(tostring(source:apply(diffable.snapshot())))
  end
  return result
end

for _, case in ipairs(hostile) do
  local name, text, shown = table.unpack(case)

  describe("a text with " .. name, function()
    it("is harmless in everything that is written", function()
      local shown_in = 0
      for _, output in ipairs(outputs(text)) do
        assert.is_true(is_harmless(output, "\n"), ("%q"):format(output))
        if output:find(shown, 1, true) then shown_in = shown_in + 1 end
      end
      assert.is_true(shown_in >= 10, shown_in .. " outputs show it")
    end)

    it("is spelled out in messages", function()
      local snapshot = diffable.snapshot{ { id = text, items = { text } } }
      shows(shown, support.error_of(snapshot.append_items, snapshot, text))
      shows(shown, support.error_of(snapshot.append_sections, snapshot, text))
      shows(shown, support.error_of(snapshot.delete_items, snapshot, 1.5) .. shown)
      shows(shown, support.error_of(snapshot.number_of_items, snapshot, text .. "!"))
      local source = diffable.data_source{ view = false, header = function() end }
      shows(shown, support.error_of(source.apply, source, snapshot, { [text] = 1 }))
      shows(shown, support.error_of(source.apply, source, snapshot, { animation = text }))
      shows(shown, support.error_of(diffable.data_source, { [text] = 1 }))
      shows(shown, support.error_of(diffable.data_source, { cells = { [text] = 1 } }))
      shows(shown, support.error_of(diffable.data_source, { supplementary = { [text] = 1 } }))
      shows(shown, support.error_of(diffable.text_view, { color = text }))
      shows(shown, support.error_of(function() source[text] = 1 end))
    end)

    it("is spelled out where a provider is at fault", function()
      local function message(item, options)
        options.view = support.recorder()
        local source = diffable.data_source(options)
        local raised = support.error_of(source.apply, source, support.list{ item })
        return (raised:gsub("\n\t.*", ""))
      end
      shows(shown, message({ id = text, kind = text }, { cells = { other = function() end } }))
      shows(shown, message({ id = text, kind = text }, { cell = function() return true end }))
      shows(shown, message(text, { cell = function() return { [text] = 1 } end }))
      shows(shown, message(text, { cell = function() error("here", 0) end }))
    end)

    it("keeps every byte", function()
      local view = support.recorder()
      local source = diffable.data_source{ view = view, cell = function(item) return { text = item.title } end }
      source:apply(diffable.snapshot{ { id = text, items = { { id = text, title = text } } } })
      assert.equal(text, source:section_at(1))
      assert.equal(text, source:item_at{ section = 1, item = 1 })
      assert.equal(text, source:item(text).title)
      assert.equal(text, source:cell_at{ section = 1, item = 1 }.text)
    end)
  end)
end

describe("a text of all characters", function()
  -- Of the general categories Cc, Zl and Zp, and with the property Bidi_Control.
  local disturbing = {}
  for _, range in ipairs{ { 0, 0x1F }, { 0x7F, 0x9F }, { 0x2028, 0x202E }, { 0x2066, 0x2069 }, { 0x200E, 0x200F },
                          { 0x61C, 0x61C } } do
    for scalar = range[1], range[2] do disturbing[scalar] = true end
  end
  local named = { [9] = [[\t]], [10] = [[\n]], [13] = [[\r]] }
  local in_json = { ['"'] = [[\"]], ["\\"] = [[\\]] }

  it("has those spelled out that disturb a terminal, and no others", function()
    local text, shown, json = {}, {}, {}
    for scalar = 0, 0x10FFFF do
      if scalar < 0xD800 or scalar > 0xDFFF then
        local character, is_disturbing = utf8.char(scalar), disturbing[scalar]
        text[#text + 1] = character
        shown[#text] = not is_disturbing and character or named[scalar] or ([[\u{%x}]]):format(scalar)
        json[#text] = is_disturbing and ([[\u%04x]]):format(scalar) or in_json[character] or character
      end
    end
    for form, wanted in pairs{ text_view = table.concat(shown), ndjson_view = table.concat(json) } do
      local written = {}
      local view = diffable[form]{ write = function(output) written[#written + 1] = output end }
      local source = diffable.data_source{ view = view, cell = function() return { text = table.concat(text) } end }
      source:apply(support.list{ 1 })
      assert.is_true(table.concat(written):find(wanted, 1, true) ~= nil, form)
    end
  end)
end)

describe("the error of a callback", function()
  it("keeps what is behind a zero, and gets its frames once", function()
    local source
    local function fail() error("before\0behind", 0) end
    source = diffable.data_source{ view = support.recorder(), cell = fail }
    local message = support.error_of(source.apply, source, support.list{ "x" })
    local place = 'item "x" at section 1, item 1'
    assert.equal(1, (message:find(
      "before\0behind (in the cell provider for " .. place .. ")\n\t[C]: in function 'error'\n\t", 1, true)))
    local outer = diffable.data_source{
      view = support.recorder(), cell = function() source:apply(support.list{ "x" }) end,
    }
    local _, count = support.error_of(outer.apply, outer, support.list{ "y" }):gsub("in function 'error'", "")
    assert.equal(1, count)
  end)
end)

describe("a name with a zero behind it", function()
  it("is no name of an option, a field, a handler or an animation", function()
    local source = diffable.data_source{ view = false }
    support.fails([[unknown option "view\u{0}"]], diffable.data_source, { ["view\0"] = false })
    support.fails([[unknown option "width\u{0}x"]], diffable.text_view, { ["width\0x"] = 60 })
    support.fails([[unknown row animation "left\u{0}"]], diffable.data_source, { default_row_animation = "left\0" })
    support.fails([["auto", "always" or "never" expected, got "never\u{0}"]], diffable.text_view, { color = "never\0" })
    support.fails([[no field to set "did_reorder\u{0}"]], function() source["did_reorder\0"] = print end)
    support.fails([[no field to set "default_row_animation\u{0}"]],
      function() source["default_row_animation\0"] = "left" end)
    support.fails([[no member "default_row_animation\u{0}"]], function() return source["default_row_animation\0"] end)
    local transaction = source:apply(diffable.snapshot())
    support.fails([[no member "animation\u{0}"]], function() return transaction["animation\0"] end)
    support.fails([[no member "is_empty\u{0}"]], function() return transaction.difference["is_empty\0"] end)
    support.fails([[no member "moved_items\u{0}"]], function() return transaction.difference["moved_items\0"] end)
  end)

  it("is content of its own", function()
    local snapshot = diffable.snapshot{ { id = "s", ["items\0"] = { 1 } } }
    assert.equal(0, #snapshot)
    assert.same({ id = "s", ["items\0"] = { 1 } }, snapshot:section("s"))
    local source = diffable.data_source{ view = support.recorder(), cell = function() return { ["text\0"] = "x" } end }
    support.fails([[unknown cell field "text\u{0}"]], source.apply, source, support.list{ 1 })
  end)
end)

describe("a large text", function()
  it("of 10 MB names, shows and fails like a small one", function()
    local text = ("0123456789abcde\n"):rep(655360)
    local shown = ("0123456789abcde\\n"):rep(655360)
    local view, written = support.recorder()
    local source = diffable.data_source{ view = view, cell = function(item) return item end }
    source:apply(support.list{ text })
    assert.is_true(written[1]:sub(1, #shown + 6) == "+    " .. shown .. "\n")
    local snapshot = source:snapshot()
    support.fails("is already at section", snapshot.append_items, snapshot, text)
    assert.is_true(snapshot:contains_item(text))
    assert.is_false(snapshot:contains_item(text .. "x"))
  end)

  it("of 100,000 combining marks is one character", function()
    local text = "e" .. support.text([[\u{301}]]):rep(100000)
    local view, written = support.recorder{ width = 20 }
    local source = diffable.data_source{ view = view, cell = function() return { text = text, detail = "d" } end }
    source:apply(support.list{ 1 })
    assert.equal("+    " .. text .. (" "):rep(13) .. "d\n", written[1]:match("[^\n]*\n"))
    assert.equal(text, source:cell_at{ section = 1, item = 1 }.text)
  end)
end)
