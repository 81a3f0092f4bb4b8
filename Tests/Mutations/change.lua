-- Makes the change of a mutant.

local function read(path)
  local file = io.open(path)
  if not file then return nil end
  local text = file:read("a")
  file:close()
  return text
end

-- Finds a text that must be in `all` exactly once, between two positions. Returns where it begins and ends, or nil and
-- an error.
local function find_once(all, text, first, last)
  local start, stop = all:find(text, first, true)
  if not start or stop > last then return nil, "has no longer: " .. text end
  local _, again = all:find(text, stop + 1, true)
  if again and again <= last then return nil, "has more than once: " .. text end
  return start, stop
end

-- Finds a declaration by a text of its first line. It ends with the brace that is indented as this line is.
local function find_declaration(all, text)
  local start, stop = find_once(all, text, 1, #all)
  if not start then return nil, stop end
  local indent = all:sub(1, start):match("([^\n]*).$"):match("^%s*")
  local brace = all:find("\n" .. indent .. "}", stop, true)
  if not brace then return nil, "has no end of: " .. text end
  return start, brace
end

-- Returns the file of a mutant, its text with the change made, and the number of the changed line; or nil and what is
-- wrong.
return function(mutant)
  local path = "Sources/" .. mutant.file
  local all = read(path)
  if not all then return nil, path .. " does not exist" end
  local first, last = 1, #all
  if mutant.within then first, last = find_declaration(all, mutant.within) end
  if not first then return nil, path .. " " .. last end
  local start, stop = find_once(all, mutant.from, first, last)
  if not start then return nil, path .. " " .. stop end
  local changed = all:sub(1, start - 1) .. (mutant.to or "") .. all:sub(stop + 1)
  if changed == all then return nil, path .. " is not changed" end
  local _, lines_before = all:sub(1, start - 1):gsub("\n", "")
  return path, changed, lines_before + 1
end
