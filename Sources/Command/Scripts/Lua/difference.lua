-- Formats a difference for the REPL. Sets `command.marked`.
local command = ...
local colors, quoted, width = command.colors, command.quoted, command.width
local next, select, tostring, type = next, select, tostring, type
local concat, max, min, rep, sort, sub = table.concat, math.max, math.min, string.rep, table.sort, string.sub

local limits, max_width = command.limits, 50

local signs = {
  deleted_sections = "-", inserted_sections = "+", moved_sections = ">", updated_sections = "~",
  deleted_items = "-", inserted_items = "+", moved_items = ">", reloaded_items = "~", reconfigured_items = "~",
}
local colors_of_signs = { ["-"] = "31", ["+"] = "32", [">"] = "36", ["~"] = "33" }

-- Returns the section, the item and the text of an index path or of the index of a section. A section gets item 0, so
-- that it comes before its items.
local function coordinates(path)
  if type(path) == "table" then return path.section, path.item, "[" .. path.section .. ", " .. path.item .. "]" end
  return path, 0, "[" .. path .. "]"
end

local function entry_of(change, sign, is_item)
  local from = change.from and select(3, coordinates(change.from))
  local section, item, to = coordinates(change.to or change.from)
  return {
    sign = sign, section = section, item = item, is_deleted = sign == "-",
    text = (is_item and "  " or "") .. (type(change.id) == "string" and quoted(change.id) or tostring(change.id)),
    path = sign == ">" and from .. " -> " .. to or to,
  }
end

local function precedes(one, other)
  if one.is_deleted ~= other.is_deleted then return one.is_deleted end
  if one.section ~= other.section then return one.section < other.section end
  return one.item < other.item
end

-- Returns the deletions, then all other changes in the order of the new list. An element that moved and changed is one
-- entry with both signs. Also returns true if there are more entries than are shown.
local function entries_of(difference)
  local entries, more = {}, false
  for _, kind in next, { "sections", "items" } do
    local entries_by_id = {}
    for _, verb in next, { "deleted_", "inserted_", "moved_", "updated_", "reloaded_", "reconfigured_" } do
      local sign = signs[verb .. kind]
      local changes = sign and difference[verb .. kind] or {}
      more = more or #changes > limits.entries
      for index = 1, min(#changes, limits.entries) do
        local id = changes[index].id
        local entry = sign ~= "-" and entries_by_id[id]
        if entry then
          entry.sign = entry.sign == ">" and ">~" or entry.sign
        else
          entry = entry_of(changes[index], sign, kind == "items")
          entries[#entries + 1] = entry
          if sign ~= "-" then entries_by_id[id] = entry end
        end
      end
    end
  end
  sort(entries, precedes)
  return entries, more or #entries > limits.entries
end

function command.marked(difference)
  if difference.is_empty then return tostring(difference) end
  local entries, more = entries_of(difference)
  local widest, lines = 0, {}
  for index = 1, min(#entries, limits.entries) do widest = max(widest, width(entries[index].text)) end
  widest = min(widest, max_width)
  for index = 1, min(#entries, limits.entries) do
    local entry = entries[index]
    local sign = entry.sign .. rep(" ", 3 - #entry.sign)
    if colors then sign = "\27[" .. colors_of_signs[sub(entry.sign, 1, 1)] .. "m" .. sign .. "\27[0m" end
    lines[index] = sign .. entry.text .. rep(" ", widest - width(entry.text) + 2) .. entry.path
  end
  if more then lines[#lines + 1] = "   ..." end
  lines[#lines + 1] = "=  " .. tostring(difference)
  return concat(lines, "\n")
end
