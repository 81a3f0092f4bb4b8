-- Reads lists from standard input, or from the output of a command. Sets `watch.stream`, `watch.run` and
-- `watch.output_of`.
local watch = ...
local close, wait = watch.close, watch.wait
local find, byte, match, sub = string.find, string.byte, string.match, string.sub

-- Reads a stream of JSON values from chunks that may end anywhere. After an error, it continues at the next line that
-- begins with [ or {, as each line of NDJSON does, and the first line of an array that is printed over several lines.
local function json_stream()
  local reader, is_lost, ends_line = watch.json_reader(), false, true
  local stream = {}

  -- Returns the index of the next [ or { at the beginning of a line, from the byte `first` of the chunk on. Returns nil
  -- if there is none.
  local function next_start(chunk, first)
    if ends_line and find(chunk, "^[%[{]", first) then return first end
    local newline = find(chunk, "\n[%[{]", first)
    return newline and newline + 1
  end

  -- Calls `take(value)` for each value that ends in the chunk, and `take(nil, message)` for each error. After an error,
  -- reading continues in the same chunk without copying the rest.
  function stream.feed(chunk, take)
    local first = 1
    while first <= #chunk do
      local length
      if is_lost then
        local start = next_start(chunk, first)
        is_lost = not start
        length = (start or #chunk + 1) - first
        reader:skip(chunk, first, length)
      else
        local values, message, used = reader:feed(chunk, first)
        for index = 1, #values do take(values[index]) end
        if message then take(nil, message) end
        is_lost, length = message ~= nil, used
      end
      first = first + length
      if length > 0 then ends_line = byte(chunk, first - 1) == 10 end
    end
  end

  function stream.finish(take)
    local message = reader:finish()
    if message and not is_lost then take(nil, message) end
  end

  return stream
end

-- Returns the form of an input that begins with `text`: "json" if it begins with a bracket, or else the form of a
-- table. Returns nil if the form is not known yet, because the first line that is not blank is missing or not complete.
local function form_of(text, is_complete)
  local line, newline = match(text, "^%s*([^\n]*)(\n?)")
  if find(line, "^[%[{]") then return "json" end
  if line == "" or newline == "" and not is_complete then return nil end
  return watch.table_form(line)
end

local mark = "\xef\xbb\xbf"

-- Returns a text without the byte order mark (BOM) that some programs write at the beginning.
local function without_mark(text) return sub(text, 1, #mark) == mark and sub(text, #mark + 1) or text end

-- Returns a stream, which reads the chunks of standard input. It calls `take(value)` for each list, and `take(nil,
-- message)` for each error. If rows come one after the other, it calls `take(nil, nil, row, names)` for each row;
-- `names` are the names of the columns if the row is a line of a table, or else nil.
function watch.stream(options)
  local stream, form = {}, options.input ~= "auto" and options.input or nil
  -- Chunks that are kept until more bytes arrive: the beginning of the input, of a line, or of a table.
  local held = {}
  local json, read_line, header, number, has_begun = nil, nil, nil, 0, false

  -- Takes a line of a table whose rows are taken one by one (--follow). The first line is the header. If there is an
  -- error in the header, all rows are ignored.
  local function take_line(line, take)
    number = number + 1
    if not find(line, "[^%s]") or watch.is_repeated_header(form, header, line) then return end
    if read_line then return read_line(line) end
    header = line
    local names, read = watch.row_reader(form, line)
    if not names then
      read_line = function() end
      return take(nil, read)
    end
    read_line = function(text)
      local row, message = read(text, number)
      take(nil, message, row, names)
    end
  end

  local function take_json(take)
    return function(value, message)
      local is_row = options.input == "lines"
        or options.input ~= "json" and not options.rows and not watch.is_array(value)
      if message or not is_row then return take(value, message) end
      take(nil, nil, value)
    end
  end

  -- Takes a chunk of the input. The form of the input is known by then.
  local function take_chunk(chunk, take)
    if form == "json" or form == "lines" then
      json = json or json_stream()
      json.feed(chunk, take_json(take))
    else
      held[#held + 1] = chunk
      if not options.follow or not find(chunk, "\n", 1, true) then return end
      local text, first = table.concat(held), 1
      for line, next_first in text:gmatch("([^\n]*)\n()") do
        take_line(line, take)
        first = next_first
      end
      held = { sub(text, first) }
    end
  end

  function stream.feed(chunk, take)
    if not has_begun then
      chunk = table.concat(held) .. chunk
      held = { chunk }
      -- The first chunk can end inside the byte order mark.
      if #chunk < #mark and chunk == sub(mark, 1, #chunk) then return end
      chunk, held, has_begun = without_mark(chunk), {}, true
    end
    if not form then
      held = { table.concat(held) .. chunk }
      form = form_of(held[1], false)
      if not form then return end
      chunk, held = held[1], {}
    end
    take_chunk(chunk, take)
  end

  function stream.finish(take)
    if not has_begun then
      local text = table.concat(held)
      held, has_begun = {}, true
      stream.feed(text, take)
    end
    if not form then
      local text = table.concat(held)
      form, held = form_of(text, true), {}
      if not form then return end
      take_chunk(text, take)
    end
    local rest = table.concat(held)
    if json then
      json.finish(take_json(take))
    elseif not options.follow then
      take(watch.table_of(form, rest))
    elseif rest ~= "" then
      take_line(rest, take)
    end
  end

  return stream
end

-- Returns the list in the JSON output of a command: its only value, or an array of its values if each of them is a row.
-- Returns nil and an error message if the output is not a list.
local function output_value(values, message, options)
  if message then return nil, message end
  if #values == 0 then return nil, "it printed no list" end
  if options.input ~= "lines" then
    if #values == 1 and (options.rows or watch.is_array(values[1])) then return values[1] end
    for index = 1, #values do
      if watch.is_array(values[index]) then return nil, "it printed more than one list" end
    end
  end
  return watch.as_array(values)
end

-- Returns the list in the output of a command, or nil and an error message.
local function value_of(text, options)
  text = without_mark(text)
  local form = options.input
  if form == "auto" then form = form_of(text, true) end
  if not form or not find(text, "[^%s]") then return nil, "it printed no list" end
  if form ~= "json" and form ~= "lines" then return watch.table_of(form, text) end
  local reader = watch.json_reader()
  local values, message = reader:feed(text)
  return output_value(values, message or reader:finish(), options)
end

-- Starts a command. Returns a run, or nil and an error message. The function `feed` of a run takes output of the
-- command. `finish` waits for the command, and returns the list, or nil and an error message. `stop` terminates the
-- command. With `keeps_errors`, the message has the last line that the command wrote to standard error.
function watch.run(options, keeps_errors)
  local process, output, errors = watch.start(options.command, keeps_errors)
  local name = options.command[1]
  if not process then return nil, name .. ": " .. output end
  local chunks = {}
  local run = { output = output }

  function run.feed(chunk) chunks[#chunks + 1] = chunk end

  function run.finish()
    close(output)
    local how, status = wait(process)
    local report = ""
    if errors then
      report = watch.last_line(errors)
      close(errors)
      if report ~= "" then report = ": " .. report end
    end
    if how == "signal" then return nil, name .. ": " .. status .. report end
    if status ~= 0 then return nil, name .. ": status " .. status .. report end
    local value, message = value_of(table.concat(chunks), options)
    return value, message and name .. ": " .. message
  end

  -- Terminates the command because it took too long. Returns nil and an error message.
  function run.stop()
    watch.stop(process)
    close(output)
    if errors then close(errors) end
    return nil, name .. ": ended after " .. ("%g"):format(options.timeout or 0) .. " s (--timeout)"
  end

  return run
end

-- Runs a command and waits for it. Returns the list in its output, or nil and an error message.
function watch.output_of(options)
  local run, message = watch.run(options, false)
  if not run then return nil, message end
  local deadline = options.timeout and watch.now() + options.timeout
  while true do
    if deadline and not watch.can_be_read(run.output, deadline - watch.now()) then return run.stop() end
    local chunk = watch.read(run.output)
    if not chunk or chunk == "" then return run.finish() end
    run.feed(chunk)
  end
end
