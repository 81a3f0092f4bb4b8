-- Shortens and escapes text for the REPL. Sets `command.limits`, `command.quoted`, `command.limited`,
-- `command.in_columns` and `command.reserved`. Like most files that are loaded after it, this file stores the library
-- functions that it calls in locals, because a script may replace them later.
local command = ...
local find, gmatch, gsub, rep, sub = string.find, string.gmatch, string.gsub, string.rep, string.sub
local concat, max, min = table.concat, math.max, math.min
local escaped = command.escaped

-- Longer values are cut. The limits are for the bytes of a string, the lines of a text, the entries and the levels of
-- tables, the keys that are sorted, and the items of a list that is drawn. `.more` shows everything.
local limits = { bytes = 500, lines = 200, entries = 100, depth = 6, keys = 1000, items = 1000 }
command.limits = limits

-- Returns the first bytes of a text. A character of UTF-8 is not cut in two.
local function beginning(text, count)
  while count > 0 and find(sub(text, count + 1, count + 1), "[\x80-\xbf]") do count = count - 1 end
  return sub(text, 1, count)
end

function command.quoted(text)
  local more = ""
  if #text > limits.bytes then
    more = "... (" .. #text .. " bytes)"
    text = beginning(text, limits.bytes)
  end
  return "\"" .. escaped(text, true) .. "\"" .. more
end

-- Returns the first lines of a text, with all control characters but newlines and tabs escaped.
function command.limited(text)
  local position, lines = 0, 0
  while position and lines < limits.lines do
    position, lines = find(text, "\n", position + 1, true), lines + 1
  end
  if position then
    local _, more = gsub(sub(text, position + 1), "\n", "")
    text = sub(text, 1, position) .. "... " .. more + 1 .. " more"
  end
  return escaped(text)
end

-- Returns the names in columns, to be read from top to bottom. Lines have no blanks at their end, which might not fit.
function command.in_columns(names)
  local width = 0
  for index = 1, #names do width = max(width, #names[index] + 2) end
  local count, lines = max(min(80, command.columns()) // width, 1), {}
  local height = (#names + count - 1) // count
  for index = 1, #names do
    local number = (index - 1) % height + 1
    local line = lines[number]
    lines[number] = (line and line .. rep(" ", (index - number) // height * width - #line) or "") .. names[index]
  end
  return concat(lines, "\n") .. "\n"
end

-- The words that cannot be names.
command.reserved = {}
local words = "and break do else elseif end false for function goto if in local nil not or repeat return then true \z
  until while"
for word in gmatch(words, "%a+") do command.reserved[word] = true end
