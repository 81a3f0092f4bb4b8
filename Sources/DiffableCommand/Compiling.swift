/// How an entry of the REPL becomes a function: a chunk that returns `compile`.
let compiling: StaticString = #"""
    local _, shared = ...
    local error, load, max, min = error, load, math.max, math.min
    local concat, find, gmatch, gsub, match, rep, sub =
      table.concat, string.find, string.gmatch, string.gsub, string.match, string.rep, string.sub
    local width, columns = shared.width, shared.columns

    -- With the end of the line, which tells a string that nobody can finish.
    local function parse(text) return load(text .. "\n", "=stdin", "t") end

    local function is_unfinished(message) return sub(message, -5) == "<eof>" end

    -- Where the text has the token that the message names: its line and itself, first and last byte of each. The
    -- text up to the token alone raises the same message; another place of it does not.
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

    -- The first characters of a text that fit into some columns, or the last ones.
    local function fitting(text, columns, from_end)
      local characters, count = {}, 0
      for character in gmatch(text, ".[\x80-\xbf]*") do characters[#characters + 1] = character end
      while columns >= 0 and count < #characters do
        columns = columns - width(characters[from_end and #characters - count or count + 1])
        count = count + 1
      end
      if columns < 0 then count = count - 1 end
      if from_end then return concat(characters, "", #characters - count + 1) end
      return concat(characters, "", 1, count)
    end

    -- The message, and below it the line with its offending part marked.
    local function point(text, message, prefix)
      local start, stop, first, last = locate(text, message, prefix)
      if not start then return message end
      text = gsub(text, "%c", " ")
      last = min(last, stop)
      local before, part, after = sub(text, start, first - 1), sub(text, first, last), sub(text, last + 1, stop)
      -- Of a line that is longer than the terminal is wide, the part around it.
      local marks = min(width(part), 60)
      local side = min(60, max(10, (columns() - marks) // 2 - 3))
      if width(before) > side then before = "..." .. fitting(before, side - 3, true) end
      if width(after) > side then after = fitting(after, side - 3) .. "..." end
      return message .. "\n  " .. before .. part .. after .. "\n  " .. rep(" ", width(before)) .. rep("^", marks)
    end

    -- Returns nil where the text is the beginning of something. As an expression first, then as statements.
    local function compile(text, is_final)
      local expression = gsub(text, "^(%s*)=", "%1 ")
      local chunk, message = parse("return " .. expression)
      if chunk then return chunk end
      local statements, other = parse(text)
      if statements then return statements end
      if not is_final and (is_unfinished(message) or is_unfinished(other)) then return nil end
      -- What fails at its first token as statements was meant as an expression.
      local _, _, first = locate(text, other, "")
      if first and first == find(text, "%S") then
        local _, _, place = locate(expression, message, "return ")
        if place and place > first then error(point(expression, message, "return "), 0) end
      end
      if is_unfinished(other) then statements, other = load(text, "=stdin", "t") end
      error(point(text, other, ""), 0)
    end

    return compile
    """#
