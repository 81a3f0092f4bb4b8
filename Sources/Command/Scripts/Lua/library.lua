-- Reads library/diffable.lua, the types of the module for editors. Sets `command.types` and `command.options_of`.
local command = ...
local select = select
local gmatch, gsub, match, sub = string.gmatch, string.gsub, string.match, string.sub

-- Functions in the order of the file: { class, name, separator, parameters, results, notes }. A parameter or a field is
-- { name, is_optional, type, note }, and a result is { type, note }.
local functions = {}
-- Classes and aliases by name, without "diffable.": { name, notes, fields, text }.
local classes = {}

-- Returns the type at the beginning of a text, and the rest of the text. A type contains blanks only in brackets and
-- after a colon, a comma or a bar.
local function type_and_note(text)
  local depth, position = 0, 1
  while position <= #text do
    local character = sub(text, position, position)
    if match(character, "[({<%[]") then depth = depth + 1 end
    if match(character, "[)}>%]]") then depth = depth - 1 end
    if character == " " and depth == 0 and not match(sub(text, position - 1, position - 1), "[:,|]") then break end
    position = position + 1
  end
  return sub(text, 1, position - 1), match(sub(text, position), "^%s*(.-)$")
end

-- The name of a field in brackets stands for all keys of a type, as in `[string] integer`.
local function variable(text)
  local name, optional, rest = match(text, "^([%w_]+)(%??)%s+(.*)$")
  if not name then name, optional, rest = match(text, "^(%b[])(%??)%s+(.*)$") end
  local kind, note = type_and_note(rest)
  return { name = name, is_optional = optional == "?", type = kind, note = note }
end

local function read()
  local notes, parameters, results, class = {}, {}, {}, nil
  for line in gmatch(command.library_text, "([^\n]*)\n") do
    local tag, rest = match(line, "^%-%-%-@(%l+)%s*(.*)$")
    local note = not tag and match(line, "^%-%-%-(.*)$")
    if tag == "class" or tag == "alias" then
      local name, text = match(rest, "^diffable%.?([%w_]*)%S*%s*(.*)$")
      class = { name = name, notes = notes, fields = {}, text = tag == "alias" and text or "" }
      classes[name] = class
      notes = {}
    elseif tag == "field" and class then
      class.fields[#class.fields + 1] = variable(rest)
    elseif tag == "param" then
      parameters[#parameters + 1] = variable(rest)
    elseif tag == "return" then
      local kind, more = type_and_note(rest)
      results[#results + 1] = { type = kind, note = more }
    elseif note and sub(note, 1, 1) == "|" and class then
      class.text = class.text .. note
    elseif note then
      notes[#notes + 1] = note
    elseif not tag then
      local owner, separator, name = match(line, "^function ([%w_]+)([.:])([%w_]+)")
      if owner then
        functions[#functions + 1] = {
          class = owner, name = name, separator = separator, parameters = parameters, results = results, notes = notes,
        }
      end
      notes, parameters, results = {}, {}, {}
      if line == "" then class = nil end
    end
  end
end

local is_read = false

-- Returns the functions and the classes of the module. The first call reads them.
function command.types()
  if not is_read then
    is_read = true
    read()
  end
  return functions, classes
end

-- Returns the class of the options in a type, or nil.
function command.options_of(kind)
  local name = match(gsub(kind, "<.*", ""), "^diffable%.(%w+Options)$")
  return name and select(2, command.types())[name]
end
