-- Where lists come from. Sets `watch.stream` and `watch.run`.
local watch = ...
local read, close, wait = watch.read, watch.close, watch.wait
local find, byte = string.find, string.byte

-- A stream of values one after the other, from chunks that may end anywhere. After a complaint it goes on at the next line
-- that begins with [ or {, as the lines of NDJSON do, and arrays that were printed over several lines.
function watch.stream()
  local reader, is_lost, ends_line = watch.json_reader(), false, true
  local stream = {}

  -- Where the next line begins that may begin a value, from a byte of a chunk on; nil if there is none.
  local function next_start(chunk, first)
    if ends_line and find(chunk, "^[%[{]", first) then return first end
    local newline = find(chunk, "\n[%[{]", first)
    return newline and newline + 1
  end

  -- Calls `take(value)` or `take(nil, complaint)` for what ends in the chunk. What is left of it is not copied for each complaint.
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

-- The value that the output of a command is: an array or an object, or objects one after the other, which are rows.
local function output_value(values, complaint, is_followed)
  if complaint then return nil, complaint end
  if #values == 0 then return nil, "it printed no list" end
  if #values == 1 and (is_followed or watch.is_array(values[1])) then return values[1] end
  for index = 1, #values do
    if watch.is_array(values[index]) then return nil, "it printed more than one list" end
  end
  return watch.as_array(values)
end

-- A command that was started. `feed` takes its output, and `finish` returns its value, or nil and what is wrong.
-- With `keeps_errors`, what the command reports is part of that.
function watch.run(options, keeps_errors)
  local process, output, errors = watch.start(options.command, keeps_errors)
  local name = options.command[1]
  if not process then return nil, name .. ": " .. output end
  local reader, values, complaint = watch.json_reader(), {}, nil
  local run = { process = process, output = output }

  function run.feed(chunk)
    if complaint then return end
    local found, message = reader:feed(chunk)
    table.move(found, 1, #found, #values + 1, values)
    complaint = message
  end

  function run.finish()
    close(output)
    local how, status = wait(process)
    local report = ""
    if errors then
      report = watch.last_line(errors)
      close(errors)
      if report ~= "" then report = ": " .. report end
    end
    complaint = complaint or reader:finish()
    if how == "signal" then return nil, name .. ": " .. status .. report end
    if status ~= 0 then return nil, name .. ": status " .. status .. report end
    local value, message = output_value(values, complaint, options.rows)
    return value, message and name .. ": " .. message
  end

  return run
end

-- Returns the whole output of a command as a value, or nil and what is wrong.
function watch.output_of(options)
  local run, message = watch.run(options, false)
  if not run then return nil, message end
  while true do
    local chunk = read(run.output)
    if not chunk or chunk == "" then return run.finish() end
    run.feed(chunk)
  end
end
