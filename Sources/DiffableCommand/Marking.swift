/// How the REPL shows a difference: a chunk that shares `marked`.
let marking: StaticString = #"""
    local colors, shared = ...
    local next, select, tostring, type = next, select, tostring, type
    local concat, max, min, rep, sort, sub = table.concat, math.max, math.min, string.rep, table.sort, string.sub
    local quoted, width_of = shared.quoted, shared.width

    local max_rows, max_width = 100, 50

    local signs = {
      deleted_sections = "-", inserted_sections = "+", moved_sections = ">", updated_sections = "~",
      deleted_items = "-", inserted_items = "+", moved_items = ">", reloaded_items = "~", reconfigured_items = "~",
    }
    local colors_of_signs = { ["-"] = "31", ["+"] = "32", [">"] = "36", ["~"] = "33" }

    -- Section 0 stands in front of no item: a section comes before its items.
    local function coordinates(place)
      if type(place) == "table" then return place.section, place.item, "[" .. place.section .. ", " .. place.item .. "]" end
      return place, 0, "[" .. place .. "]"
    end

    local function row_of(change, sign, is_item)
      local from = change.from and select(3, coordinates(change.from))
      local section, item, to = coordinates(change.to or change.from)
      return {
        sign = sign, section = section, item = item, is_deleted = sign == "-",
        text = (is_item and "  " or "") .. (type(change.id) == "string" and quoted(change.id) or tostring(change.id)),
        place = sign == ">" and from .. " -> " .. to or to,
      }
    end

    local function precedes(one, other)
      if one.is_deleted ~= other.is_deleted then return one.is_deleted end
      if one.section ~= other.section then return one.section < other.section end
      return one.item < other.item
    end

    -- What is deleted, and then what is new or other, in the order of the list; a row that moved and changed has both signs.
    local function rows_of(difference)
      local rows, more = {}, false
      for _, kind in next, { "sections", "items" } do
        local rows_by_id = {}
        for _, verb in next, { "deleted_", "inserted_", "moved_", "updated_", "reloaded_", "reconfigured_" } do
          local sign = signs[verb .. kind]
          local changes = sign and difference[verb .. kind] or {}
          more = more or #changes > max_rows
          for index = 1, min(#changes, max_rows) do
            local id = changes[index].id
            local row = sign ~= "-" and rows_by_id[id]
            if row then
              row.sign = row.sign == ">" and ">~" or row.sign
            else
              row = row_of(changes[index], sign, kind == "items")
              rows[#rows + 1] = row
              if sign ~= "-" then rows_by_id[id] = row end
            end
          end
        end
      end
      sort(rows, precedes)
      return rows, more or #rows > max_rows
    end

    function shared.marked(difference)
      if difference.is_empty then return tostring(difference) end
      local rows, more = rows_of(difference)
      local width, lines = 0, {}
      for index = 1, min(#rows, max_rows) do width = max(width, width_of(rows[index].text)) end
      width = min(width, max_width)
      for index = 1, min(#rows, max_rows) do
        local row = rows[index]
        local sign = row.sign .. rep(" ", 3 - #row.sign)
        if colors then sign = "\27[" .. colors_of_signs[sub(row.sign, 1, 1)] .. "m" .. sign .. "\27[0m" end
        lines[index] = sign .. row.text .. rep(" ", width - width_of(row.text) + 2) .. row.place
      end
      if more then lines[#lines + 1] = "   ..." end
      lines[#lines + 1] = "=  " .. tostring(difference)
      return concat(lines, "\n")
    end
    """#
