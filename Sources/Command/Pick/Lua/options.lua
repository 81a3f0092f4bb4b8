-- The command line of `diffable pick`. Sets `watch.usages.pick` and `watch.pick_options`.
local watch = ...

watch.usages.pick = [==[
usage: diffable pick [options] [-- command [args]]

Shows the lines of standard input, or the output of a command, and searches them while you type. Enter writes the
selected line, or all lines that were picked with Tab.

search
  -e, --exact           match terms exactly; then 'term matches its letters in this order, with others between
  -n, --nth fields      search only in these fields, such as 2 or 1,3.. or -1
  -d, --delimiter text  the text between fields (default: blanks and tabs)
  --no-sort             keep the order of the lines
  --tac                 show the last line first
  --track               the selected line stays selected when the query changes
input and output
  --read0, --print0     lines end in a null byte
  --ansi                show the colors of the input
  --reload-every secs   run the command again and again; selection and picked lines stay with their lines
  --id field            the field that identifies a line after a reload (default: the whole line)
  -f, --filter text     write all lines that match, the best first, without a list
  -1, --select-1        choose the only match without a list
  -0, --exit-0          exit if nothing matches at the end of the input
list
  -m, --multi           Tab and Shift-Tab pick lines
  -q, --query text      the query at the start
  --prompt text         the text before the query (default: '> ')
  --header text         lines above the list
  --preview command     show the output of a shell command for the selected line: {} is the line, {2} a field, {q} the
                        query, {+} the picked lines
  --height n            use n lines below the cursor, or n% of the screen
  --bind key:action     run an action with a key; several with commas, as in ctrl-a:select-all,ctrl-r:reload
  -h, --help            show this text
  --version             show the version

query
  term 'exact ^beginning end$ !not a | b         case matters for terms that contain a capital
actions
  accept abort up down page-up page-down first last toggle select-all deselect-all clear-query reload
exit status
  0 chosen, 1 no match, 2 error, 130 left without a choice
]==]

local kinds = {
  exact = "flag", nth = "fields", delimiter = "text", ["no-sort"] = "flag", tac = "flag", track = "flag",
  read0 = "flag", print0 = "flag", ansi = "flag", ["reload-every"] = "seconds", id = "field", filter = "text",
  ["select-1"] = "flag", ["exit-0"] = "flag", multi = "flag", query = "text", prompt = "text", header = "text",
  preview = "text", height = "height", bind = "bindings", help = "flag", version = "flag",
}

local short = {
  e = "exact", n = "nth", d = "delimiter", f = "filter", ["1"] = "select-1", ["0"] = "exit-0", m = "multi", q = "query",
  h = "help",
}

local actions = {}
local names = "accept abort up down page-up page-down first last toggle select-all deselect-all clear-query reload"
for name in names:gmatch("%S+") do
  actions[name] = true
end

local function is_field(text)
  local first, last = text:match("^(%-?%d*)%.%.(%-?%d*)$")
  for _, number in ipairs(first and { first, last } or { text }) do
    if number ~= "" or not first then
      local value = number:find("^%-?%d+$") and #number <= 6 and tonumber(number)
      if not value or value == 0 then return false end
    end
  end
  return true
end

local readers = {}

function readers.text(text) return text end

function readers.field(text)
  if is_field(text) then return text end
  return nil, "a field such as 2, -1 or 2.. expected, got '" .. text .. "'"
end

function readers.fields(text)
  local fields = {}
  for field in (text .. ","):gmatch("([^,]*),") do
    if not is_field(field) then return readers.field(field) end
    fields[#fields + 1] = field
  end
  return fields
end

readers.seconds = watch.read_seconds

-- Returns a number of lines, or a negative number for a percentage.
function readers.height(text)
  local digits, sign = text:match("^(%d%d?%d?)(%%?)$")
  local number = tonumber(digits)
  if number and number > 0 and (sign == "" or number <= 100) then return sign == "" and number or -number end
  return nil, "a number of lines or a percentage expected, got '" .. text .. "'"
end

local key_names = { esc = "escape", bspace = "backspace", bs = "backspace", del = "delete", ["page-up"] = "page_up",
  ["page-down"] = "page_down", pgup = "page_up", pgdn = "page_down", btab = "shift+tab" }

local known_keys = {}
names = "up down left right home end page_up page_down insert delete enter tab shift+tab backspace escape space"
for name in names:gmatch("%S+") do
  known_keys[name] = true
end
for number = 1, 12 do
  known_keys["f" .. number] = true
end

-- Keys that send signals together with Control.
local signals = { c = true, z = true, ["\\"] = true }

-- Returns the name that a key has in events: `ctrl-a` is `ctrl+a`. Returns nil and an error message if there is no such
-- key.
local function key_named(text)
  local modifiers, key = {}, text
  while true do
    local modifier, rest = key:match("^(%a+)%-(.+)$")
    if modifier ~= "ctrl" and modifier ~= "alt" and modifier ~= "shift" then break end
    modifiers[modifier], key = true, rest
  end
  key = key_names[key] or modifiers.ctrl and key:lower() or key
  if not known_keys[key] and utf8.len(key) ~= 1 then return nil, "'" .. text .. "' is not a key" end
  if modifiers.ctrl and signals[key] then return nil, "'" .. text .. "' cannot be bound" end
  local name = key
  for _, modifier in ipairs{ "shift", "alt", "ctrl" } do
    if modifiers[modifier] then name = modifier .. "+" .. name end
  end
  return name == "ctrl+m" and "enter" or name == "ctrl+i" and "tab" or name == "ctrl+h" and "backspace" or name
end

-- Returns an array in which each key is followed by its action. `before` has the bindings of earlier options.
function readers.bindings(text, before)
  local bindings = before or {}
  local position = 1
  repeat
    -- The key may be a comma, or a colon.
    local key, action, after = text:match("^(.[^,:]*):([^,]*)()", position)
    if not key then return nil, "key:action expected, got '" .. text:match("^[^,]*", position) .. "'" end
    if not actions[action] then return nil, "'" .. action .. "' is not an action" end
    local name, message = key_named(key)
    if not name then return nil, message end
    table.move({ name, action }, 1, 2, #bindings + 1, bindings)
    position = after + 1
  until after > #text
  return bindings
end

-- Parses the arguments. Returns a table of the options by name, with the array `command`, or nil and an error message.
function watch.pick_options(arguments)
  local options, index = { command = {} }, 1

  -- Sets an option, and returns an error message if that fails. `shown` is the option in messages. `value` is the value
  -- that follows in the same argument; if it is nil, the next argument is the value.
  local function set(name, shown, value)
    if kinds[name] == "flag" then
      if value then return shown .. " has no value" end
      options[name] = true
      return
    end
    if not value then
      value = arguments[index]
      index = index + 1
    end
    if not value then return shown .. " needs a value" end
    if value:find("\0", 1, true) then return shown .. " may not have a null byte" end
    local read, message = readers[kinds[name]](value, options[name])
    if read == nil then return shown .. ": " .. message end
    options[name] = read
  end

  -- Sets the options of an argument such as -m0. Returns an error message if that fails.
  local function set_short(word)
    local letters = word:sub(2)
    while letters ~= "" do
      local letter = letters:sub(1, 1)
      letters = letters:sub(2)
      local name = short[letter]
      if not name then return "unrecognized option '-" .. letter .. "'" end
      local value
      if kinds[name] ~= "flag" and letters ~= "" then value, letters = letters, "" end
      local message = set(name, "'-" .. letter .. "'", value)
      if message then return message end
    end
  end

  while index <= #arguments do
    local argument = arguments[index]
    index = index + 1
    if argument == "--" then
      options.command = table.move(arguments, index, #arguments, 1, {})
      if #options.command == 0 then return nil, "a command expected after '--'" end
      break
    end
    local word, value = argument:match("^%-%-(%w[%w-]*)=(.*)$")
    word = word or argument:match("^%-%-(%w[%w-]*)$")
    local message
    if word then
      local name, ambiguity = watch.option_named(word, kinds)
      if not name then return nil, ambiguity or "unrecognized option '" .. argument .. "'" end
      message = set(name, "'--" .. name .. "'", value)
    elseif argument:find("^%-.") then
      message = set_short(argument)
    else
      message = "'" .. argument .. "' is not an option; a command follows '--'"
    end
    if message then return nil, message end
  end
  if options.help or options.version then return options end
  if #options.command == 0 then
    for _, name in ipairs{ "reload-every", "id" } do
      if options[name] then return nil, "'--" .. name .. "' is for a command, after '--'" end
    end
  end
  options.reload_time = options["reload-every"] and math.floor(options["reload-every"] * 1000)
  options.bindings = options.bind
  return options
end
