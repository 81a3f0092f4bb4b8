-- Compiles the entries of the REPL to functions. Returns `compile`.
local command = ...
local error, load, select, max, min = error, load, select, math.max, math.min
local concat, find, gmatch, gsub, match, rep, sub =
  table.concat, string.find, string.gmatch, string.gsub, string.match, string.rep, string.sub
local width, columns = command.width, command.columns

-- Without the newline, the message about a string that is not closed would end in <eof>, and the entry would count as
-- unfinished.
local function parse(text) return load(text .. "\n", "=stdin", "t") end

local function is_unfinished(message) return sub(message, -5) == "<eof>" end

-- Finds the token that a message of the parser names. Returns the positions of the first and the last byte of its line,
-- then those of the token. If the line has the token several times, the first 100 occurrences are tried. At the right
-- one, the parser reports the same message if the text is cut after the token. `prefix` is what was put before the text
-- when it was parsed.
local function locate(text, message, prefix)
  local number, token = match(message, "^stdin:(%d+): .* near '(.+)'$")
  if not number then return end
  local start = 1
  for _ = 2, number do start = find(text, "\n", start, true) + 1 end
  local stop = (find(text, "\n", start, true) or #text + 1) - 1
  local first, last = find(text, token, start, true)
  for _ = 1, 100 do
    if not first or first > stop then return end
    local _, other = parse(prefix .. sub(text, 1, last))
    if other == message then return start, stop, first, last end
    first, last = find(text, token, first + 1, true)
  end
end

-- Returns the longest beginning of a text, or its longest end, that fits into `limit` columns.
local function fitting(text, limit, from_end)
  local characters, count = {}, 0
  for character in gmatch(text, ".[\x80-\xbf]*") do characters[#characters + 1] = character end
  while limit >= 0 and count < #characters do
    limit = limit - width(characters[from_end and #characters - count or count + 1])
    count = count + 1
  end
  if limit < 0 then count = count - 1 end
  if from_end then return concat(characters, "", #characters - count + 1) end
  return concat(characters, "", 1, count)
end

-- Returns the message, and below it the line with its offending part marked.
local function point(text, message, prefix)
  local start, stop, first, last = locate(text, message, prefix)
  if not start then return message end
  text = gsub(text, "%c", " ")
  last = min(last, stop)
  local before, part, after = sub(text, start, first - 1), sub(text, first, last), sub(text, last + 1, stop)
  local marks = min(width(part), 60)
  -- If the line is wider than the terminal or than 180 columns, only the part and what is next to it are shown.
  if width(before .. part .. after) + 2 > min(columns(), 180) then
    local side = min(60, max(10, (columns() - marks) // 2 - 3))
    if width(before) > side then before = "..." .. fitting(before, side - 3, true) end
    if width(after) > side then after = fitting(after, side - 3) .. "..." end
  end
  return message .. "\n  " .. before .. part .. after .. "\n  " .. rep(" ", width(before)) .. rep("^", marks)
end

-- Compiles a text as an expression, or else as statements. Returns nil if the text is unfinished, unless it `is_final`.
local function compile(text, is_final)
  local expression = gsub(text, "^(%s*)=", "%1 ")
  local chunk, expression_message = parse("return " .. expression)
  if chunk then return chunk end
  local statement_chunk, statement_message = parse(text)
  if statement_chunk then return statement_chunk end
  -- If several lines are pasted, the last one may be an expression.
  local above, last_line = match(text, "^(.*\n)([^\n]+)$")
  local lines = above and parse(above .. "return " .. last_line)
  if lines then return lines end
  if not is_final and (is_unfinished(expression_message) or is_unfinished(statement_message)) then return nil end
  -- A text that fails at its first token as statements, but later as an expression, was meant as an expression.
  local _, _, first = locate(text, statement_message, "")
  if first and first == find(text, "%S") then
    local _, _, later = locate(expression, expression_message, "return ")
    if later and later > first then error(point(expression, expression_message, "return "), 0) end
  end
  -- The newline that `parse` adds would be counted in the line number of this message.
  if is_unfinished(statement_message) then statement_message = select(2, load(text, "=stdin", "t")) end
  error(point(text, statement_message, ""), 0)
end

return compile
