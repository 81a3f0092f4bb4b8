/// How errors are coloured: a chunk that returns `paint`.
let painting: StaticString = #"""
    local find, gsub, match, sub = string.find, string.gsub, string.match, string.sub

    local function red(text) return "\27[1;31m" .. text .. "\27[0m" end
    local function yellow(text) return "\27[33m" .. text .. "\27[0m" end
    local function dim(text) return "\27[2m" .. text .. "\27[0m" end

    -- What a message names: what it quotes, and integers that are identifiers.
    local function paint_names(text)
      text = gsub(text, "(%f[%a]item )(%-?%d+)", function(noun, id) return noun .. yellow(id) end)
      text = gsub(text, "(%f[%a]section )(%-?%d+)", function(noun, id) return noun .. yellow(id) end)
      text = gsub(text, '"[^"\n]*"', yellow)
      return (gsub(text, "'[^'\n]*'", yellow))
    end

    -- file:line: CODE: message, and then the marked line of a syntax error, or a traceback.
    local function paint(message)
      local first, rest = match(message, "^([^\n]*)(.*)$")
      local place, text = match(first, "^(%S+:%d+: )(.*)$")
      local code, detail = match(text or first, "^([A-Z][A-Z_]+)(: .*)$")
      first = dim(place or "") .. (code and red(code) .. paint_names(detail) or paint_names(text or first))
      local line, marks = match(rest, "^(\n[^\n]*\n *)(%^+)$")
      return first .. (marks and line .. red(marks) or dim(rest))
    end

    return paint
    """#
