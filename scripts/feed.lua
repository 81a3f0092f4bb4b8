-- A feed: ten thousand rows, and one of them changes at every tick.
--
--     diffable feed.lua        a simulated feed
--     diffable feed.lua -      a feed on standard input, one JSON object a line
--
-- {"id": "EURUSD", "value": 1.0842} sets a row, which is inserted if it is new; {"id": "EURUSD", "deleted": true}
-- deletes it. Only changes are shown. A line that cannot be read changes nothing.

local diffable = require "diffable"

local from_standard_input = ... == "-"

-- FLAT JSON OBJECTS of strings, numbers, true, false and null are parsed here. A field that is null is left out.

local escapes = { b = "\b", f = "\f", n = "\n", r = "\r", t = "\t", ['"'] = '"', ["\\"] = "\\", ["/"] = "/" }
local words = { ["true"] = { true }, ["false"] = { false }, null = {} }

-- Two \u escapes for one character (a surrogate pair) are refused. A string may contain the character itself.
local function unescape(letter, digits)
  if letter == "u" and digits:find("^%x%x%x%x") and not digits:find("^[dD][89a-fA-F]") then
    return utf8.char(tonumber(digits, 16))
  end
  return (escapes[letter] or error("no JSON: \\" .. letter .. digits, 0)) .. digits
end

local function parse(line)
  local object, place = {}, 1

  local function take(pattern) -- returns what the pattern captures here, or nil
    local captured, following = line:match("^%s*" .. pattern .. "()", place)
    place = following or place
    return captured
  end

  local function expect(captured)
    return captured or error("no JSON: " .. (line:match("^%s*(%S+)", place) or "the line ends early"), 0)
  end

  local function take_string()
    if not take('(")') then return nil end
    local first = place
    while take('([^"\\]*\\.)') do end
    expect(take('([^"\\]*")'))
    return (line:sub(first, place - 2):gsub("\\(.)(%x?%x?%x?%x?)", unescape))
  end

  local function take_value()
    local text = take_string()
    if text then return text end
    local word = expect(take("([%w.+-]+)"))
    if words[word] then return words[word][1] end
    return word:find("^-?%d") and not word:find("[xX]") and tonumber(word) or error("no JSON: " .. word, 0)
  end

  expect(take("({)"))
  if not take("(})") then
    repeat
      local name = expect(take_string())
      expect(take("(:)"))
      object[name] = take_value()
    until not take("(,)")
    expect(take("(})"))
  end
  if line:find("%S", place) then expect(nil) end
  return object
end

-- THE LIST. The provider fails if a value is not a number. That undoes the apply, and the list stays as it was.

local is_shown = from_standard_input

local source = diffable.data_source{
  view = diffable.text_view{
    context = 1,
    write = function(text)
      if is_shown then io.write(text) end
    end,
  },
  cell = function(row)
    if type(row.value) ~= "number" then error("the value is " .. tostring(row.value), 0) end
    return { text = row.id, detail = ("%.4f"):format(row.value) }
  end,
}

local function start(count)
  local snapshot = source:new_snapshot()
  snapshot:append_sections("feed")
  local rows = {}
  for i = 1, count do rows[i] = { id = "row " .. i, value = 100 } end
  snapshot:append_items(rows)
  source:apply(snapshot, { animating_differences = false })
end

-- ONE TICK takes a snapshot of the list, edits it, and applies it. Snapshot, edit and difference cost the same for ten
-- rows and for ten thousand.

local function tick(line)
  local row = parse(line)
  local snapshot = source:snapshot()
  if row.deleted then
    snapshot:delete_items(row)
  elseif snapshot:contains_item(row) then
    snapshot:reconfigure_items(row)
  else
    snapshot:append_items(row)
  end
  source:apply(snapshot)
end

local function follow(lines)
  for line in lines do
    print(line)
    local ok, message = pcall(tick, line)
    if not ok then print("dropped: " .. message:match("[^\n]*")) end
    print()
  end
end

local simulated = {
  '{"id": "row 17", "value": 101.5}',
  '{"id": "row 9000", "value": 98.25}',
  '{"id": "row 4711", "value": null}',
  '{"id": "row 4711", "value": 99.75}',
  '{"id": "row 10001", "value": 100.125}',
  '{"id": "row 5000", "deleted": true}',
  '{"id": "row 17", "value": "much"}',
  '{"id": "row 17", "val',
  '{"id": "row 17", "value": 103}',
}

if from_standard_input then
  start(0)
  follow(io.lines())
else
  start(10000)
  is_shown = true
  local next = 0
  follow(function()
    next = next + 1
    return simulated[next]
  end)
  print(source)
end
