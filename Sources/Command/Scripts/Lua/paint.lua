-- Colours error messages. Returns `paint`.
local gsub, match = string.gsub, string.match

local function red(text) return "\27[1;31m" .. text .. "\27[0m" end
local function yellow(text) return "\27[33m" .. text .. "\27[0m" end
local function dim(text) return "\27[2m" .. text .. "\27[0m" end

-- Colours the names in a message: quoted texts, and integers that are identifiers.
local function paint_names(text)
  text = gsub(text, "(%f[%a]item )(%-?%d+)", function(kind, id) return kind .. yellow(id) end)
  text = gsub(text, "(%f[%a]section )(%-?%d+)", function(kind, id) return kind .. yellow(id) end)
  text = gsub(text, '"[^"\n]*"', yellow)
  return (gsub(text, "'[^'\n]*'", yellow))
end

-- A message is `file:line: CODE: detail`, followed by the marked line of a syntax error or by a traceback.
local function paint(message)
  local first, rest = match(message, "^([^\n]*)(.*)$")
  local position, text = match(first, "^(%S+:%d+: )(.*)$")
  local code, detail = match(text or first, "^([A-Z][A-Z_]+)(: .*)$")
  first = dim(position or "") .. (code and red(code) .. paint_names(detail) or paint_names(text or first))
  local line, marks = match(rest, "^(\n[^\n]*\n *)(%^+)$")
  return first .. (marks and line .. red(marks) or dim(rest))
end

return paint
