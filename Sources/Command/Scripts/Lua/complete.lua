-- Completes names for Tab. Returns `complete`, which reads tables and metatables without metamethods, and calls no code
-- of the user.
local command = ...
local globals, registry = _G, debug.getregistry()
local getmetatable, getupvalue, next, rawget, type = debug.getmetatable, debug.getupvalue, next, rawget, type
local find, gmatch, match, sub = string.find, string.gmatch, string.match, string.sub
local min, sort = math.min, table.sort
local in_columns = command.in_columns

-- The fields of the module's types. Only the __index functions know them, so they are listed here, with the type of
-- each value, or "" if that is not a type of the module.
local fields = {
  ["diffable.transaction"] = {
    initial_snapshot = "diffable.snapshot", final_snapshot = "diffable.snapshot", difference = "diffable.difference",
    animation = "", caption = "", section_transactions = "", conflicts = "",
  },
  ["diffable.difference"] = {
    is_empty = "", deleted_sections = "", inserted_sections = "", moved_sections = "", updated_sections = "",
    deleted_items = "", inserted_items = "", moved_items = "", reloaded_items = "", reconfigured_items = "",
  },
  ["diffable.data_source"] = {
    key = "", cells = "", cell = "", supplementary = "", header = "", footer = "", default_row_animation = "",
    refreshes_headers = "", strict = "", name = "", view = "diffable.view",
    should_expand_item = "", will_expand_item = "", should_collapse_item = "", will_collapse_item = "",
    snapshot_for_expanding_parent = "", can_reorder_item = "", will_reorder = "", did_reorder = "",
  },
  ["diffable.history"] = { can_undo = "", can_redo = "", undo_caption = "", redo_caption = "" },
}

-- Returns the tables that indexing a value with this metatable reads, in order, and the fields of its type.
local function sources(value, metatable)
  local tables, seen, fields_of_type = {}, {}, nil
  while true do
    if type(value) == "table" then
      if seen[value] then break end
      seen[value] = true
      tables[#tables + 1] = value
    end
    metatable = metatable or getmetatable(value)
    if type(metatable) ~= "table" then break end
    local index = rawget(metatable, "__index")
    local name = rawget(metatable, "__name")
    if type(name) == "string" and registry[name] == metatable and fields[name] then
      -- The third upvalue of the module's own __index function is the table of methods.
      local _, methods = getupvalue(index, 3)
      tables[#tables + 1] = methods
      fields_of_type = fields[name]
      break
    end
    if type(index) ~= "table" then break end
    value, metatable = index, nil
  end
  return tables, fields_of_type
end

-- Returns the member of a value with this name. For a field of the module's types, returns nil and the metatable that
-- its value will have.
local function member_of(value, metatable, name)
  local tables, fields_of_type = sources(value, metatable)
  if fields_of_type and fields_of_type[name] then return nil, registry[fields_of_type[name]] end
  for index = 1, #tables do
    local found = rawget(tables[index], name)
    if found ~= nil then return found end
  end
end

local function add(names, name, prefix)
  if type(name) == "string" and sub(name, 1, #prefix) == prefix and find(name, "^[%a_][%w_]*$") then
    names[name] = true
  end
end

-- Adds to `names` the commands, or the names that `.help` explains, that complete a line. Returns the part at the end
-- of the line that they complete, or nil if the line calls for neither.
local function command_candidates(line, names)
  local name = match(line, "^%s*%?%s*([%w_]*)$") or match(line, "^%s*%.help%s+([%w_]*)$")
  if name then
    local functions, classes = command.types()
    for index = 1, #functions do add(names, functions[index].name, name) end
    for class in next, classes do add(names, class, name) end
    return name
  end
  local dot_command = match(line, "^%s*(%.%a*)$")
  for _, known in next, dot_command and { ".help", ".more", ".quit", ".read", ".save", ".timer", ".record" } or {} do
    if sub(known, 1, #dot_command) == dot_command then names[known] = true end
  end
  return dot_command
end

-- Returns the end of the line that is to be completed, and the set of names that begin with it. `above` are the lines
-- of the entry before this one.
local function candidates(line, above)
  local names = {}
  local prefix_of_other = above == "" and command_candidates(line, names) or command.module_names(line, names)
    or command.option_names(above .. "\n" .. line, names)
  -- Where a key can be typed, a value can be typed as well. So if no key begins like this, other names are offered.
  if prefix_of_other and (next(names) or not find(prefix_of_other, "^[%a_]")) then return prefix_of_other, names end
  -- Two dots are the operator of concatenation: an expression starts after them.
  local path = match(match(line, "^.*%.%.([%w_.:]*)$") or line, "[%w_.:]*$")
  local base, separator, prefix = match(path, "^(.*)([.:])([%w_]*)$")
  local value, metatable = globals, nil
  if base then
    if not find("." .. base, "^[.:][%a_]") then return "", names end
    for name in gmatch(base, "[^.:]+") do
      value, metatable = member_of(value, metatable, name)
      if value == nil and metatable == nil then return "", names end
    end
  else
    prefix = path
    for word in next, command.reserved do add(names, word, prefix) end
  end
  local tables, fields_of_type = sources(value, metatable)
  for index = 1, #tables do
    for name, member in next, tables[index] do
      if separator ~= ":" or type(member) == "function" then add(names, name, prefix) end
    end
  end
  if fields_of_type and separator == "." then
    for name in next, fields_of_type do add(names, name, prefix) end
  end
  return prefix, names
end

-- Returns the text to insert after the line. If there is none, returns nil and the names to choose from, or nothing.
local function complete(line, above)
  local is_blank = find(line, "^%s*$")
  if is_blank and above == "" then return "  " end
  local prefix, set = candidates(line, above)
  if is_blank and not next(set) then return "  " end
  local names = {}
  for name in next, set do names[#names + 1] = name end
  if #names == 0 then return end
  sort(names)
  local first, last, common = names[1], names[#names], #prefix
  while common < min(#first, #last) and sub(first, 1, common + 1) == sub(last, 1, common + 1) do common = common + 1 end
  if common > #prefix then return sub(first, #prefix + 1, common) end
  if #names > 1 then return nil, in_columns(names) end
end

return complete
