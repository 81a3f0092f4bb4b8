-- Parses the command line. Sets `watch.usages`, `watch.options`, `watch.option_named` and `watch.read_seconds`;
-- `diffable pick` uses the last two.
local watch = ...

watch.usages = {}

watch.usages.watch = [==[
usage: diffable watch [options] [-- command [args]]

Reads lists from standard input, or runs a command again and again and reads what it prints. A list is JSON, or a table
as ps, df and kubectl print it. On a terminal rows move to their new places; elsewhere the changes of each list are
written.

  --input form      'json', 'lines' (each object is a row), 'csv', 'tsv', 'columns', or 'auto' (default)
  --key path        the key of a row (default: .id, the row itself if it is not an object, or a column of a table)
  --text path       what a row shows at the left (default: its key)
  --detail path     what a row shows at the right; several are columns (default for a table without --text: all)
  --section path    the section that a row is in
  --sort path       what rows are sorted by; -path for the greatest first
  --where cond      show only the rows that meet a condition, such as 'cpu > 5 and status != "idle"'
  --rows path       where the array is, if the value is an object; path[] if the rows are the values of an object
  --follow n        show the last n rows of an input that has no end
  --every n         run the command every n seconds (default: 2)
  --timeout n       end a run of the command that takes longer than n seconds
  --hold            start on hold: values change and deleted rows disappear, but no row moves or appears until 'h'
  --exit-on-change  end when a list differs from the one before it
  --exit-on-error   end at the first error
  --bell            ring the bell when a list differs from the one before it
  --no-title        show no title on a terminal
  --once            show the first list or row, and end
  --diff-only       write only the changes, and nothing for a list without changes
  --timestamps      write the time above each list
  --format form     write changes as 'text' or 'ndjson', on a terminal too
  --publish file    also write the list to a file or a pipe, for `diffable follow`
  --save file       also add each list that differs from the one before it, with its time, to a file for --play
  --play file       show a file that --save wrote; [ shows the list before, ] the next one, and t goes to a time
  --at time         begin --play at 06:10, 06:10:30, '2026-11-27 06:10', +1h from the first list, -5m from the last one
  --duration ms     how long rows move: 0 to 10000 (default: 300)
  -h, --help        show this text
  --version         show the version

A path is like .metadata.name or .ports[0]. --key, --text, --detail, --sort and --where may be given several times.
]==]

watch.usages.follow = [==[
usage: diffable follow [options] file

Shows the list that --publish writes to a file or a pipe, and its changes, until the writer closes the pipe. A file has
no end: it is followed as by `tail -f`. The file `-` is standard input.

  --text path     what a row shows at the left (default: .text, .title or .name, else its key)
  --detail path   what a row shows at the right (default: .detail)
  --once          show the current list, and end
  --format form   write changes as 'text' or 'ndjson', on a terminal too
  --duration ms   how long rows move: 0 to 10000 (default: 300)
  -h, --help      show this text
  --version       show the version

--text and --detail may be given several times.
]==]

-- The kind of each option. It decides what the value may be, and whether the option may be given several times.
local kinds_of = {
  watch = {
    input = "input", key = "paths", text = "paths", detail = "paths", sort = "orders", where = "conditions",
    section = "path", rows = "path", follow = "count", every = "seconds", timeout = "seconds", hold = "flag",
    ["exit-on-change"] = "flag", ["exit-on-error"] = "flag",
    bell = "flag", timestamps = "flag", ["diff-only"] = "flag", ["no-title"] = "flag",
    format = "format", publish = "file", save = "file", play = "file", at = "text",
    duration = "milliseconds", once = "flag", help = "flag", version = "flag",
  },
  follow = {
    text = "paths", detail = "paths", format = "format", duration = "milliseconds", once = "flag",
    help = "flag", version = "flag",
  },
}

-- Returns the option whose name is `word` or begins with it. Returns nil if no name does, and nil and a message if
-- several do.
local function option_named(word, kinds)
  if kinds[word] then return word end
  local found = {}
  for name in pairs(kinds) do
    if name:sub(1, #word) == word then found[#found + 1] = name end
  end
  if #found < 2 then return found[1] end
  table.sort(found)
  return nil, "'--" .. word .. "' is short for --" .. table.concat(found, ", --")
end

watch.option_named = option_named

-- The kinds of options that may be given several times.
local repeatable_kinds = { paths = true, orders = true, conditions = true }

local readers = {}

function readers.path(text)
  local path = watch.path(text)
  if path then return path end
  return nil, "a path like .metadata.name expected, got '" .. text .. "'"
end

readers.paths = readers.path

function readers.conditions(text)
  local condition, message = watch.condition(text)
  if condition then return condition end
  return nil, message .. " in '" .. text .. "'"
end

local inputs = { auto = true, json = true, lines = true, csv = true, tsv = true, columns = true }

function readers.input(text)
  if inputs[text] then return text end
  return nil, "auto, json, lines, csv, tsv or columns expected, got '" .. text .. "'"
end

function readers.count(text)
  local number = text:find("^%d+$") and #text <= 9 and tonumber(text)
  if number and number >= 1 then return number end
  return nil, "a number of rows expected, got '" .. text .. "'"
end

function readers.orders(text)
  local sign, rest = text:match("^([-+]?)(.*)$")
  local path, message = readers.path(rest)
  if path then path.descends = sign == "-" end
  return path, message
end

-- Returns a number of seconds, or nil and an error message.
function watch.read_seconds(text)
  local number = tonumber(text)
  if number and number >= 0.1 and number <= 1e6 then return number end
  return nil, "0.1 seconds to 1000000 expected, got '" .. text .. "'"
end

readers.seconds = watch.read_seconds

function readers.milliseconds(text)
  local number = text:find("^%d%d?%d?%d?%d?$") and tonumber(text)
  if number and number <= 10000 then return number end
  return nil, "0 to 10000 milliseconds expected, got '" .. text .. "'"
end

function readers.format(text)
  if text == "text" or text == "ndjson" then return text end
  return nil, "text or ndjson expected, got '" .. text .. "'"
end

function readers.text(text) return text end

function readers.file(text)
  if text ~= "" then return text end
  return nil, "the name of a file expected"
end

-- Parses the arguments. Returns a table of the options by name, or nil and an error message. For `watch`, the table
-- also has the array `command`, and for `follow` the name of the `file`.
function watch.options(command_name, arguments)
  local options, index, kinds = { key = {}, text = {}, detail = {}, sort = {}, where = {} }, 1, kinds_of[command_name]
  while index <= #arguments do
    local argument = arguments[index]
    index = index + 1
    if command_name == "follow"
      and (argument == "-" or not argument:find("^%-") or argument == "--" and index <= #arguments) then
      if argument == "--" then
        argument, index = arguments[index], index + 1
      end
      if options.file then return nil, "one file expected, got '" .. options.file .. "' and '" .. argument .. "'" end
      options.file = argument
      goto next
    end
    if argument == "--" and command_name == "watch" then
      options.command = table.move(arguments, index, #arguments, 1, {})
      if #options.command == 0 then return nil, "a command expected after '--'" end
      break
    end
    if argument == "-h" then argument = "--help" end
    local word, value = argument:match("^%-%-(%a[%a-]*)=(.*)$")
    word = word or argument:match("^%-%-(%a[%a-]*)$")
    local name, ambiguity
    if word then name, ambiguity = option_named(word, kinds) end
    if not name then
      if ambiguity then return nil, ambiguity end
      if argument:find("^%-") then return nil, "unrecognized option '" .. argument .. "'" end
      return nil, "'" .. argument .. "' is not an option; a command follows '--'"
    end
    local kind = kinds[name]
    if kind == "flag" then
      if value then return nil, "'--" .. name .. "' has no value" end
      options[name] = true
    else
      if not value then
        value = arguments[index]
        index = index + 1
      end
      if not value then return nil, "'--" .. name .. "' needs a value" end
      local read, message = readers[kind](value)
      if not read then return nil, "'--" .. name .. "': " .. message end
      if repeatable_kinds[kind] then
        table.insert(options[name], read)
      elseif options[name] then
        return nil, "'--" .. name .. "' is given twice"
      else
        options[name] = read
      end
    end
    ::next::
  end
  if options.help or options.version then return options end
  if command_name == "follow" and not options.file then return nil, "the name of a file expected" end
  for _, name in ipairs{ "every", "timeout" } do
    if options[name] and not options.command then return nil, "'--" .. name .. "' is for a command, after '--'" end
  end
  if options.play then
    local useless = {
      "command", "input", "key", "text", "detail", "section", "sort", "where", "rows", "follow",
      "save", "publish", "hold",
    }
    for _, name in ipairs(useless) do
      local value = options[name]
      if value and not (repeatable_kinds[kinds[name]] and #value == 0) then
        return nil, "'--play' shows a file, and has no use for "
          .. (name == "command" and "a command" or "'--" .. name .. "'")
      end
    end
  elseif options.at then
    return nil, "'--at' is for '--play'"
  end
  if options.follow and options.command then
    return nil, "'--follow' is for rows of standard input, and not for a command"
  end
  options.input = options.input or "auto"
  return options
end
