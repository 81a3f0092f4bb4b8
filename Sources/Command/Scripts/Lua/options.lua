-- Finds the options and the modules that Tab offers. Sets `command.option_names` and `command.module_names`.
local command = ...
local gmatch, gsub, find, match, sub = string.gmatch, string.gsub, string.find, string.match, string.sub
local ipairs, next, package = ipairs, next, package

local closing = { ["("] = ")", ["{"] = "}", ["["] = "]" }

-- Returns the brackets that a text leaves open, from the outer to the inner: { character, position, argument, start },
-- where `argument` is the number of the last argument in the brackets, and `start` is its position. Returns nil if the
-- text ends within a string in quotes. Long strings are not recognized.
local function open_brackets(text)
  local stack, position = {}, 1
  while position <= #text do
    local character = sub(text, position, position)
    local top = stack[#stack]
    if character == '"' or character == "'" then
      position = position + 1
      while position <= #text and sub(text, position, position) ~= character do
        position = position + (sub(text, position, position) == "\\" and 2 or 1)
      end
      if position > #text then return nil end
    elseif sub(text, position, position + 1) == "--" then
      position = find(text, "\n", position, true) or #text
    elseif closing[character] then
      stack[#stack + 1] = { character = character, position = position, argument = 1, start = position + 1 }
    elseif top and character == closing[top.character] then
      stack[#stack] = nil
    elseif top and (character == "," or character == ";") then
      top.argument, top.start = top.argument + 1, position + 1
    end
    position = position + 1
  end
  return stack
end

-- If a text ends where a key of a table can be typed, and the table is an argument of a function of the module, adds to
-- `names` the options that complete the key. The function is recognized only by its name. Returns the part of the key
-- that the text contains, or nil if the text does not end in such a place.
function command.option_names(text, names)
  local stack = open_brackets(text)
  local top = stack and stack[#stack]
  local prefix = top and top.character == "{" and match(sub(text, top.start), "^%s*([%w_]*)$")
  if not prefix then return nil end
  local before, argument = sub(text, 1, top.position - 1), 1
  local outer = stack[#stack - 1]
  if outer and outer.character == "(" and find(sub(text, outer.start, top.position - 1), "^%s*$") then
    before, argument = sub(text, 1, outer.position - 1), outer.argument
  end
  local name = match(before, "([%a_][%w_]*)%s*$")
  local is_found = false
  for _, found in ipairs((command.types())) do
    local parameter = found.name == name and found.parameters[argument]
    local options = parameter and command.options_of(parameter.type)
    for _, field in ipairs(options and options.fields or {}) do
      is_found = true
      if sub(field.name, 1, #prefix) == prefix then names[field.name] = true end
    end
  end
  return is_found and prefix or nil
end

-- If a line ends within a string that is the argument of `require`, adds to `names` the modules whose names begin with
-- that string, and the folders that may contain such modules. Returns the string, or nil if the line ends elsewhere.
function command.module_names(line, names)
  local prefix = match(line, "%f[%w_]require%s*%(?%s*[\"']([%w_.-]*)$")
  if not prefix then return nil end
  local function add(name) if sub(name, 1, #prefix) == prefix then names[name] = true end end
  for _, modules in ipairs{ package.loaded, package.preload } do
    for name in next, modules do add(name) end
  end
  local parent = match(prefix, "^(.*%.)") or ""
  for path in gmatch(package.path .. ";" .. package.cpath, "[^;]+") do
    local folder, ending = match(path, "^(.-)%?(.*)$")
    if folder and ending ~= "" and not find(ending, "/", 1, true) then
      for _, file in ipairs(command.list_folder(folder .. gsub(parent, "%.", "/"))) do
        if #file > #ending and sub(file, -#ending) == ending then add(parent .. sub(file, 1, -#ending - 1)) end
      end
    elseif folder then
      for _, file in ipairs(command.list_folder(folder .. gsub(parent, "%.", "/"))) do
        if not find(file, ".", 1, true) and #command.list_folder(folder .. gsub(parent, "%.", "/") .. file) > 0 then
          add(parent .. file)
        end
      end
    end
  end
  return prefix
end
