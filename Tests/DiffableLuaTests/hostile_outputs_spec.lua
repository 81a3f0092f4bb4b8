-- Each text of Tests/TestSupport/hostile.txt everywhere that Lua can put one: whatever is written of it is harmless,
-- and no longer than a multiple of the text: twice the text is at most twice the output.
local diffable = require "diffable"
local hostile = require "Tests.TestSupport.hostile"
local is_harmless = require "Tests.harmless"
local support = require "Tests.DiffableLuaTests.support"

-- What views write of a list whose names, captions, identifiers and cells are the text.
local function shown(text)
  local written = {}
  local function write(output) written[#written + 1] = output end
  local function cell() return { text = text, detail = text, secondary_text = text, image = text, accessory = text } end
  for _, view in ipairs{
    diffable.text_view{ write = write, shows_old = true },
    diffable.text_view{ write = write, color = "always", width = 20 },
    diffable.ndjson_view{ write = write, shows_old = true },
  } do
    local source = diffable.data_source{ view = view, name = text, cell = cell, header = cell, footer = cell }
    source:apply(diffable.snapshot{ { id = text, items = { text } } }, { caption = text })
    source:apply(diffable.snapshot{ { id = text, items = { { id = text, kept = text }, text .. "." } } },
      { caption = text })
    local tree = diffable.section_snapshot()
    tree:append_items{ text }
    tree:append_items({ text .. "." }, { parent = text })
    write(tostring(tree))
    tree:expand(text)
    source:apply_section(tree, text)
    write(source:render())
    write(tostring(source:snapshot()))
    write(tostring(source))
    write(tostring(source:apply(diffable.snapshot(), { caption = text })))
  end
  return written
end

-- What a view that writes colors sends for them.
local function without_colors(output) return (output:gsub("\27%[[%d;]*m", "")) end

-- The messages of errors about the text.
local function messages(text)
  local found = {}
  local function fails(...) found[#found + 1] = support.error_of(...) end
  local function provider_fails(item, options)
    options.view = support.recorder()
    local source = diffable.data_source(options)
    found[#found + 1] = support.error_of(source.apply, source, support.list{ item }):gsub("\n\t.*", "")
  end
  local snapshot = diffable.snapshot{ { id = text, items = { text } } }
  fails(snapshot.append_items, snapshot, text)
  fails(snapshot.append_sections, snapshot, text)
  fails(snapshot.move_item_after, snapshot, text .. "!", text)
  fails(snapshot.number_of_items, snapshot, text .. "!")
  fails(snapshot.update_items, snapshot, { text .. "!" }, { [text] = 1 })
  fails(diffable.snapshot, { { id = 1, items = { 1 }, [1] = text } , text, text })
  fails(diffable.snapshot, { { id = 1, items = { { key = text } } } })
  local tree = diffable.section_snapshot()
  tree:append_items{ text }
  fails(tree.append_items, tree, text)
  fails(tree.append_items, tree, 1, { parent = text .. "!" })
  local source = diffable.data_source{ view = false, header = function() end }
  for _, option in ipairs{ { [text] = 1 }, { animation = text }, { caption = { text } }, { completion = text } } do
    fails(source.apply, source, snapshot, option)
  end
  fails(source.item, source, { text })
  for _, options in ipairs{
    { [text] = 1 }, { cells = { [text] = 1 } }, { supplementary = { [text] = 1 } }, { default_row_animation = text },
    { cell = text }, { view = text }, { key = {} },
  } do
    fails(diffable.data_source, options)
  end
  fails(diffable.text_view, { color = text })
  fails(diffable.text_view, { [text] = 1 })
  fails(diffable.ndjson_view, { [text] = 1 })
  fails(function() source[text] = 1 end)
  fails(function() return source[text .. "!"] end)
  fails(function() return snapshot[text .. "!"]() end)
  provider_fails({ id = text, kind = text }, { cells = { other = function() end } })
  provider_fails({ id = text, kind = text }, { cell = function() return true end })
  provider_fails(text, { cell = function() return { [text] = 1 } end })
  provider_fails(text, { cell = function() return { text = text, height = text } end })
  provider_fails(text, { cell = function() error("here", 0) end })
  provider_fails(text, { cell = function() return text end, header = function() error("here", 0) end })
  return found
end

local function size(outputs) return #table.concat(outputs) end

describe("a hostile text", function()
  for number, text in ipairs(hostile) do
    text = text:sub(1, 4000) -- since it is written 200 times
    local name = number .. ", " .. #text .. " bytes, " .. text:sub(1, 30):gsub("[^ -~]", ".")

    it("is harmless in what views write, and as long as it is: " .. name, function()
      local written = shown(text)
      for _, output in ipairs(written) do
        assert.is_true(is_harmless(without_colors(output), "\n"), #output < 9999 and ("%q"):format(output) or #output)
      end
      assert.is_true(size(shown(text .. text)) <= 2 * size(written) + 2000)
    end)

    it("is harmless in messages, and as long as it is: " .. name, function()
      local found = messages(text)
      for _, message in ipairs(found) do
        assert.is_true(is_harmless(message, "\n\t"), #message < 9999 and ("%q"):format(message) or #message)
      end
      assert.is_true(size(messages(text .. text)) <= 2 * size(found) + 2000)
    end)
  end
end)
