-- Shows what `.help name` explains. Returns `help`. Sets `command.nearest`.
local command = ...
local globals, stdout, write, registry = _G, io.stdout, io.stdout.write, debug.getregistry()
local getmetatable, ipairs, min, next, rawget, type = debug.getmetatable, ipairs, math.min, next, rawget, type
local concat, sort = table.concat, table.sort
local find, gsub, lower, match, rep = string.find, string.gsub, string.lower, string.match, string.rep
local types, options_of = command.types, command.options_of

-- Returns how many insertions, deletions and replacements turn one word into the other.
local function distance(one, other)
  local row = {}
  for column = 0, #other do row[column] = column end
  for line = 1, #one do
    local diagonal = row[0]
    row[0] = line
    for column = 1, #other do
      local cost = one:byte(line) == other:byte(column) and 0 or 1
      row[column], diagonal = min(row[column] + 1, row[column - 1] + 1, diagonal + cost), row[column]
    end
  end
  return row[#other]
end

-- Returns the name that is most similar to a word, or nil if none is similar. `names` is a set: its keys are the names.
function command.nearest(word, names)
  local best, least
  for name in next, names do
    if type(name) == "string" and #name <= 40 and #word <= 40 then
      local count = distance(word, name)
      -- Of equally similar names, the alphabetically first is taken, because the order of `next` varies.
      if count <= #word // 3 and (not least or count < least or count == least and name < best) then
        best, least = name, count
      end
    end
  end
  return best
end

local function shortened(kind) return (gsub(kind, "diffable%.", "")) end

local function names_of(parameters)
  local names = {}
  for index, parameter in ipairs(parameters) do
    names[index] = parameter.is_optional and "[" .. parameter.name .. "]" or parameter.name
  end
  return concat(names, ", ")
end

-- Adds lines "name  type  note" in columns to `lines`.
local function variables(list, indentation, lines)
  local widest = 0
  for _, variable in ipairs(list) do if #variable.name > widest then widest = #variable.name end end
  for _, variable in ipairs(list) do
    local line = indentation .. variable.name .. rep(" ", widest - #variable.name) .. "  " .. shortened(variable.type)
    lines[#lines + 1] = variable.note ~= "" and line .. "  -- " .. variable.note or line
    local options = options_of(variable.type)
    if options then variables(options.fields, indentation .. "  ", lines) end
  end
end

local function function_lines(found, lines)
  local results = {}
  for index, result in ipairs(found.results) do results[index] = shortened(result.type) end
  local call = found.class .. found.separator .. found.name .. "(" .. names_of(found.parameters) .. ")"
  lines[#lines + 1] = call .. (#results > 0 and " -> " .. concat(results, ", ") or "")
  for _, note in ipairs(found.notes) do lines[#lines + 1] = "  " .. note end
  variables(found.parameters, "  ", lines)
  for _, result in ipairs(found.results) do
    if result.note ~= "" then lines[#lines + 1] = "  -> " .. result.note end
  end
end

local function class_lines(class, functions, lines)
  lines[#lines + 1] = class.name .. (class.text ~= "" and " = " .. shortened(class.text) or "")
  for _, note in ipairs(class.notes) do lines[#lines + 1] = "  " .. note end
  variables(class.fields, "  ", lines)
  for _, found in ipairs(functions) do
    if found.class == class.name then
      lines[#lines + 1] = "  " .. found.separator .. found.name .. "(" .. names_of(found.parameters) .. ")"
    end
  end
end

-- Returns the name of the class that a name means, in lower case without underscores. If a global with this name is an
-- object of the module, the name means the class of that object.
local function class_of(name)
  local value = rawget(globals, name)
  local metatable = type(value) == "userdata" and getmetatable(value)
  local known = metatable and rawget(metatable, "__name")
  if type(known) == "string" and registry[known] == metatable then name = known end
  return (gsub(lower(gsub(name, "^diffable%.", "")), "_", ""))
end

local function lines_of(name)
  local functions, classes = types()
  local lines = {}
  local base, member = match(name, "^(.-)[.:]?([%w_]+)$")
  for _, found in ipairs(functions) do
    if found.name == member and (base == "" or class_of(found.class) == class_of(base)) then
      if #lines > 0 then lines[#lines + 1] = "" end
      function_lines(found, lines)
    end
  end
  for _, class in next, classes do
    if (base == "" or base == "diffable") and class_of(class.name) == class_of(member or "") and class.name ~= "" then
      if #lines > 0 then lines[#lines + 1] = "" end
      class_lines(class, functions, lines)
    end
  end
  if name == "diffable" then
    for _, found in ipairs(functions) do
      if found.class == "diffable" then
        lines[#lines + 1] = "diffable." .. found.name .. "(" .. names_of(found.parameters) .. ")"
      end
    end
  end
  return lines
end

local function help(name)
  name = gsub(name, "[%s(){}]+$", "")
  local lines = find(name, "^[%a_][%w_.:]*$") and lines_of(name) or {}
  if #lines == 0 then
    local functions, classes = types()
    local names = {}
    for _, found in ipairs(functions) do names[found.name] = true end
    for class in next, classes do if class ~= "" then names[class] = true end end
    local nearest = command.nearest(match(name, "[%w_]*$"), names)
    lines[1] = "There is no help about " .. command.quoted(name)
      .. (nearest and ": did you mean " .. nearest .. "?" or ".")
    local known, seen = {}, {}
    for _, found in ipairs(functions) do
      local subject = found.class == "diffable" and found.name or found.class
      if not seen[subject] then known[#known + 1] = subject end
      seen[subject] = true
    end
    sort(known)
    if not nearest then
      lines[2] = "There is help about:\n" .. command.in_columns(known) .. "and about each member of these."
    end
  end
  write(stdout, concat(lines, "\n"), "\n")
end

return help
