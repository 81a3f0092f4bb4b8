-- Where lists come from: the bytes of standard input, or the output of a command. Sets `watch.stream`, `watch.run` and
-- `watch.output_of`.
local watch = ...
local close, wait = watch.close, watch.wait
local find, byte, match, sub = string.find, string.byte, string.match, string.sub

-- A stream of values of JSON one after the other, from chunks that may end anywhere. After a complaint it goes on at
-- the next line that begins with [ or {, as the lines of NDJSON do, and arrays that were printed over several lines.
local function json_stream()
  local reader, is_lost, ends_line = watch.json_reader(), false, true
  local stream = {}

  -- Where the next line begins that may begin a value, from a byte of a chunk on; nil if there is none.
  local function next_start(chunk, first)
    if ends_line and find(chunk, "^[%[{]", first) then return first end
    local newline = find(chunk, "\n[%[{]", first)
    return newline and newline + 1
  end

  -- Calls `take(value)` or `take(nil, complaint)` for what ends in the chunk. After an error, reading continues in the
  -- same chunk without copying the rest.
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
        local values, complaint, used = reader:feed(chunk, first)
        for index = 1, #values do take(values[index]) end
        if complaint then take(nil, complaint) end
        is_lost, length = complaint ~= nil, used
      end
      first = first + length
      if length > 0 then ends_line = byte(chunk, first - 1) == 10 end
    end
  end

  function stream.finish(take)
    local complaint = reader:finish()
    if complaint and not is_lost then take(nil, complaint) end
  end

  return stream
end

-- The form of an input that begins so: JSON begins with a bracket. Nil if that is not known yet, since the first line
-- is not complete.
local function form_of(text, is_complete)
  local line, newline = match(text, "^%s*([^\n]*)(\n?)")
  if find(line, "^[%[{]") then return "json" end
  if line == "" or newline == "" and not is_complete then return nil end
  return watch.table_form(line)
end

local mark = "\xef\xbb\xbf"

-- A text without the byte order mark that some programs write at the beginning.
local function without_mark(text) return sub(text, 1, #mark) == mark and sub(text, #mark + 1) or text end

-- Standard input. Calls `take(value)` for a list, `take(nil, complaint)`, or, if each line is a row, `take(nil, nil,
-- row, names)`. `names` are those of a table.
function watch.stream(options)
  local stream, form = {}, options.input ~= "auto" and options.input or nil
  -- Chunks that wait for the rest: of the beginning of the input, of a line, or of a whole table.
  local held = {}
  local json, read_line, header, number, has_begun = nil, nil, nil, 0, false

  -- Takes a line of a table that is followed. The first one is the header. If the header is wrong, all rows are
  -- ignored.
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
    return function(value, complaint)
      local is_row = options.input == "lines" or options.input ~= "json" and not options.rows and not watch.is_array(value)
      if complaint or not is_row then return take(value, complaint) end
      take(nil, nil, value)
    end
  end

  -- Takes a chunk of an input whose form is known.
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
      -- Chunks can end inside the mark.
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

-- The value that the output of a command in JSON is: an array or an object, or objects one after the other, which are
-- rows.
local function output_value(values, complaint, options)
  if complaint then return nil, complaint end
  if #values == 0 then return nil, "it printed no list" end
  if options.input ~= "lines" then
    if #values == 1 and (options.rows or watch.is_array(values[1])) then return values[1] end
    for index = 1, #values do
      if watch.is_array(values[index]) then return nil, "it printed more than one list" end
    end
  end
  return watch.as_array(values)
end

-- The value of the whole output of a command; or nil and what is wrong.
local function value_of(text, options)
  text = without_mark(text)
  local form = options.input
  if form == "auto" then form = form_of(text, true) end
  if not form or not find(text, "[^%s]") then return nil, "it printed no list" end
  if form ~= "json" and form ~= "lines" then return watch.table_of(form, text) end
  local reader = watch.json_reader()
  local values, complaint = reader:feed(text)
  return output_value(values, complaint or reader:finish(), options)
end

-- A command that was started. `feed` takes its output, and `finish` returns its value, or nil and what is wrong. `stop`
-- ends it. With `keeps_errors`, what the command reports is part of that.
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

  -- Returns nil and what is wrong: that the command took too long.
  function run.stop()
    watch.stop(process)
    close(output)
    if errors then close(errors) end
    return nil, name .. ": ended after " .. ("%g"):format(options.timeout or 0) .. " s (--timeout)"
  end

  return run
end

-- Returns the whole output of a command as a value, or nil and what is wrong.
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
