-- Writes the changes of each list as text or NDJSON, without a full screen. Sets `watch.write_lists`.
local watch, command = ...
local diffable = require "diffable"
local stdout, stderr = io.stdout, io.stderr

-- Returns a shown list whose view writes the chosen format.
local function make_list(options)
  if options.format == "ndjson" then return watch.shown_list(options, diffable.ndjson_view()) end
  local width = command.columns()
  -- The output of an apply is held back until its difference is known.
  local texts = {}
  local shown = watch.shown_list(options, diffable.text_view{
    width = width < 1000 and width or nil, color = command.colors and "always" or "never", shows_old = true,
    write = function(text) texts[#texts + 1] = text end,
  })
  shown.source:on_apply(function(transaction)
    local text = table.concat(texts)
    texts = {}
    if options["diff-only"] then
      if transaction.difference.is_empty then return end
      -- Remove the lines of rows that did not change: they begin with three blanks instead of a sign.
      text = text:gsub("[^\n]*\n", function(line) return line:find("^   ") and "" or nil end)
    end
    if options.timestamps then stdout:write("@  ", shown.date(), "\n") end
    stdout:write(text)
  end)
  return shown
end

-- Writes the lists until the input ends, or an option such as --once ends the program. Returns false if there was an
-- error in a list.
function watch.write_lists(options)
  watch.end_by_signals(true)
  local shown, is_well, is_done = make_list(options), true, false
  watch.publish(options, shown)
  local warnings, count, has_list = {}, 0, false

  local function report(message)
    stdout:flush()
    stderr:write("diffable watch: ", watch.as_line(message), "\n")
  end

  shown.source:on_apply(function(transaction)
    local has_changed = has_list and not transaction.difference.is_empty
    if has_changed and options.bell then stderr:write("\a") end
    is_done = is_done or has_changed and options["exit-on-change"]
    has_list = true
  end)

  local function fail(message)
    report(message)
    is_well, is_done = false, is_done or options["exit-on-error"]
  end

  -- Takes a list, an error message, or a row.
  local function take(value, message, row, names)
    if is_done then return end
    if row ~= nil then
      message = shown.add{ { row, names } }
      stdout:flush()
      if message then fail(message) end
      is_done = is_done or options.once
      return
    end
    count = count + 1
    local list
    if not message then
      list, message = watch.list(value, options)
      if not list and not options.command then message = "list " .. count .. ": " .. message end
    end
    if list then
      shown.show(list)
      stdout:flush()
      if message and not warnings[message] then
        warnings[message] = true
        report(message)
      end
    else
      fail(message)
    end
    is_done = is_done or options.once
  end

  local keep = watch.keep_history(options, nil, fail)
  if options.save then shown.source:on_apply(function() keep(shown.source:snapshot()) end) end

  if options.play then
    local reader = watch.history_reader(options.play)
    local succeeded, snapshot = pcall(options.start, reader)
    while succeeded and snapshot do
      shown.show_snapshot(snapshot, reader.time)
      stdout:flush()
      if is_done or options.once then return is_well end
      succeeded, snapshot = pcall(reader.next)
    end
    if not succeeded then fail(tostring(snapshot)) end
    return is_well
  end
  if options.command then
    local every = options.every or 2
    while true do
      local start = watch.now()
      take(watch.output_of(options))
      if is_done then return is_well end
      watch.sleep(start + every - watch.now())
    end
  end
  local stream = watch.stream(options)
  while not is_done do
    local chunk, message = watch.read(0)
    if not chunk then
      take(nil, "standard input: " .. message)
      break
    end
    if chunk == "" then
      stream.finish(take)
      break
    end
    stream.feed(chunk, take)
  end
  return is_well
end
