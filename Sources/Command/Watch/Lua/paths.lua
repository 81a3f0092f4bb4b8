-- Paths into a JSON value, such as `.metadata.name`, `.items[0]` and `.labels["app.kubernetes.io/name"]`. Sets
-- `watch.path` and `watch.shown`.
local watch = ...
local is_array, null, digits = watch.is_array, watch.null, watch.digits

-- Returns the steps of a path, or nil if the text is not a path. A step is the name of a field, or an index of an
-- array. Indexes count from 0, and negative ones from the end.
local function steps_of(text)
  local steps, position = {}, 1
  if text == "" or text:find("^%.?$") then return text == "." and steps or nil end
  while position <= #text do
    local _, last, name = text:find(position == 1 and "^%.?([^%.%[%]\"]+)" or "^%.([^%.%[%]\"]+)", position)
    if not last then
      _, last, name = text:find("^%.?%[%s*(%-?%d+)%s*%]", position)
      name = math.tointeger(name)
    end
    if not last then _, last, name = text:find("^%.?%[?\"([^\"]*)\"%]?", position) end
    if not last then return nil end
    steps[#steps + 1] = name
    position = last + 1
  end
  return steps
end

-- Returns the name of the last field of a path, with the indexes that follow it.
local function name_of(steps)
  local name = ""
  for index = #steps, 1, -1 do
    if type(steps[index]) == "string" then return steps[index] .. name end
    name = "[" .. steps[index] .. "]" .. name
  end
  return name ~= "" and name or "."
end

-- Returns a path, or nil if the text is not a path. A path has its `text`; the `name` of its column; and a function
-- `get`, which returns the value at the path, or nil if the value is missing or null. `takes_values` is true if the
-- text ends in [], which means the values of an object.
function watch.path(text)
  local before = text:match("^(.*)%[%]$")
  local steps = steps_of(before == "" and "." or before or text)
  if not steps then return nil end
  local count = #steps
  local function get(value)
    for index = 1, count do
      local step = steps[index]
      if type(value) ~= "table" then return nil end
      if type(step) == "string" then
        if is_array(value) then return nil end
        value = value[step]
      else
        if not is_array(value) then return nil end
        value = value[step < 0 and #value + 1 + step or step + 1]
      end
    end
    if value == null then return nil end
    return value
  end
  return {
    text = text:find("^[.%[]") and text or "." .. text, name = name_of(steps), get = get, takes_values = before ~= nil,
  }
end

-- Returns a value as text. The text of an array lists its values, and that of an object has the number of its fields.
function watch.shown(value)
  if type(value) == "string" then return value end
  if value == nil or value == null then return "" end
  local number = digits(value)
  if number then return number end
  if not is_array(value) then
    if type(value) ~= "table" then return tostring(value) end
    local count = 0
    for _ in pairs(value) do count = count + 1 end
    return "{" .. count .. (count == 1 and " field}" or " fields}")
  end
  local texts = {}
  for index = 1, #value do texts[index] = watch.shown(value[index]) end
  return table.concat(texts, ", ")
end
