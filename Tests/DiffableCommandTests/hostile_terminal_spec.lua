-- Each short text of Tests/TestSupport/hostile.txt in all that an interactive list shows beside its rows, and on the
-- terminal of the REPL and of `diffable watch`. What is sent to the terminal is recorded.
local folder = require "folder"
local full_screen = require "full_screen"
local hostile = require "Tests.TestSupport.hostile"
local is_harmless = require "Tests.harmless"
local tmux = require "tmux"
local press = full_screen.press

-- What a list draws with.
local own = {
  "^%d+;%d+H$", "^[02]?[JK]$", "^%d*[GABCD]$", "^[%d;]*m$", "^%?7[hl]$", "^%?25[hl]$", "^%?100[026][hl]$",
  "^%?1049[hl]$", "^%?2026[hl]$", "^%?2004[hl]$",
}

local function is_own(sequence)
  for _, pattern in ipairs(own) do
    if sequence:find(pattern) then return true end
  end
end

local function assert_harmless(sent)
  local text = sent:gsub("\27%[([%d;?]*%a)", function(sequence) return is_own(sequence) and "" end)
  for line in text:gmatch("[^\r\n]+") do
    assert.is_true(is_harmless(line), ("%q"):format(line):sub(1, 500))
  end
end

-- Every text and, of the long ones, the beginning.
local beginnings = {}
for number, text in ipairs(hostile) do
  beginnings[number] = ("%q"):format(text:sub(1, 2000)):gsub("\\\n", "\\n"):gsub("\r", "\\r")
end
local texts = "local texts = {\n" .. table.concat(beginnings, ",\n") .. "\n}\n"

-- The end of a list that was shown, and what was sent for all of them.
local function sent(count)
  assert.equal("", full_screen.is_over(0))
  local function is_whole(found) return select(2, found:gsub("\27%[%?1049l", "")) >= count end
  local bytes = tmux.wait(function() return folder.read("sent") end, is_whole)
  assert.equal(count, select(2, bytes:gsub("\27%[%?1049h", "")))
  assert_harmless(bytes)
  return bytes
end

describe("a list with hostile texts around it", function()
  before_each(tmux.open)
  after_each(tmux.close)

  it("sends nothing raw in title, footer, rows, preview and status", function()
    full_screen.run(texts .. [[
      for number, text in ipairs(texts) do
        local source = diffable.data_source{
          view = false, header = function() return text end,
          cell = function(item) return { text = text, detail = item, image = text, accessory = text, secondary_text = text } end,
        }
        source:apply(diffable.snapshot{ { id = text, items = { text, 2 } } })
        local ticks = 0
        diffable.run{
          source = source, title = text, footer = text, interval = 0.001,
          preview = function() if number % 4 == 0 then error(text, 0) end return text end,
          on_tick = function()
            ticks = ticks + 1
            if ticks == 1 then diffable.set_status(text) end
            if ticks == 2 then source:apply(diffable.snapshot{ { id = text, items = { 2, text } } }) end
            if ticks == 4 then return "leave" end
          end,
        }
      end
    ]], 80, 14)
    local bytes = sent(#hostile)
    local _, shown = bytes:gsub("\\u{1b}", "")
    assert.is_true(shown > 100)
  end)

  it("sends nothing raw in the prompt, the names of keys, and errors", function()
    full_screen.run(texts .. [[
      for number, text in ipairs(texts) do texts[number] = text:sub(1, 40) end
      local all = table.concat(texts)
      local source = diffable.data_source{ view = false, cell = function(item) return item end }
      source:apply(diffable.snapshot{ { id = 1, items = texts } })
      diffable.run{
        source = source, prompt = all, keys = "x " .. all:gsub("\n", "") .. "\n" .. table.concat(texts, "\n"),
        on_key = function(key) if key == "e" then error(all, 0) end end,
        on_search = function() return "leave" end,
      }
    ]], 1500, 120)
    press("x", "?")
    full_screen.await("x", function() return tmux.screen():match("x") end)
    press("Down", "Tab", "Tab", "End", "/", "a")
    assert.is_true(#sent(1) > 3000)
  end)
end)
