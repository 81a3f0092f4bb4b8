-- On a terminal: the list as a full screen. Sets `watch.show_lists`.
local watch = ...
local diffable = require "diffable"

local function seconds(time) return ("%d s"):format(time // 1) end

-- The texts of the title: what is watched at the left, and its state at the right.
local function make_title(options, shown, input)
  local title = { changes = "" }
  local time, since

  -- A list has come.
  function title.note_list()
    time, since = os.date("%H:%M:%S"), watch.now()
  end

  function title.note_changes(difference)
    local counts = difference:counts()
    local parts = {}
    for _, kind in ipairs{ { "+", "inserted_items" }, { "-", "deleted_items" }, { ">", "moved_items" }, { "~", "reconfigured_items" } } do
      local count = counts[kind[2]]
      if count > 0 then parts[#parts + 1] = kind[1] .. count end
    end
    title.changes = table.concat(parts, " ")
  end

  function title.text(waiting)
    local parts, now = {}, watch.now()
    local running = input.running_since and now - input.running_since
    if running and running >= 2 then parts[#parts + 1] = "running " .. seconds(running) end
    -- A list is old if two more should have come since.
    if input.every and since and now - since >= 3 * input.every + 1 then parts[#parts + 1] = seconds(now - since) .. " old" end
    if not input.is_open() then parts[#parts + 1] = "ended" end
    if waiting then parts[#parts + 1] = waiting end
    if title.changes ~= "" then parts[#parts + 1] = title.changes end
    if time then
      parts[#parts + 1] = shown.count .. (shown.count == 1 and " row" or " rows")
      parts[#parts + 1] = time
    end
    local line = watch.as_line(input.name) .. "\t" .. table.concat(parts, "  ")
    local header = shown.header()
    return options["no-title"] and (header and "\t" .. header or "") or header and line .. "\n\t" .. header or line
  end

  return title
end

-- Returns false if something was wrong with a list.
function watch.show_lists(options)
  options.is_on_screen = true
  local shown = watch.shown_list(options, false)
  watch.publish(options, shown)
  -- The rows of this one wait while it is held.
  local visible = shown.derive()
  local message, is_well, is_done = "waiting for a list", true, nil
  local pending, is_paused, is_held, has_list = {}, false, false, false
  local input, title

  local function status()
    return message and watch.as_line(message) or is_paused and "paused" or not input.is_open() and "the input has ended" or nil
  end

  local function show_status() diffable.set_status(status()) end

  local function show_title()
    local waiting = is_held and "held"
    if is_held then
      local counts = visible:pending()
      for _, kind in ipairs{ { "+", "inserted" }, { "-", "deleted" }, { ">", "moved" } } do
        if counts[kind[2]] > 0 then waiting = waiting .. " " .. kind[1] .. counts[kind[2]] end
      end
    end
    diffable.set_title(title.text(waiting))
  end

  local function ring()
    local terminal <close> = io.open("/dev/tty", "w")
    if terminal then terminal:write("\a") end
  end

  visible:on_apply(function(transaction)
    if has_list then title.note_changes(transaction.difference) end
  end)
  shown.source:on_apply(function(transaction)
    local has_changed = has_list and not transaction.difference.is_empty
    if has_changed and options.bell then ring() end
    if has_changed and options["exit-on-change"] then is_done = "leave" end
    if transaction.difference.is_empty then title.changes = "" end
  end)

  local function show(body)
    local problem = body()
    if not has_list and options.hold then
      is_held = true
      visible:hold()
    end
    has_list = true
    return problem
  end

  -- Keeps what is wrong, which stays on the screen until the next good list.
  local function fail(problem)
    message, is_well = problem, false
    if options["exit-on-error"] then is_done = "leave" end
  end

  -- Takes what has come: a function that shows it and returns what is wrong, or nil; and what is wrong, or nil, which
  -- stays until the next good list. `appends` says that what came before it is not replaced.
  local function take(body, problem, is_failure, appends)
    if body then
      title.note_list()
      message = nil
      if not is_paused then
        local wrong = show(body)
        if wrong then problem, is_failure = problem or wrong, true end
      else
        if not appends then pending = {} end
        pending[#pending + 1] = body
      end
    end
    message = problem or message
    if is_failure then fail(message) end
    show_status()
    show_title()
    return is_done
  end

  local function toggle_pause()
    is_paused = not is_paused
    if not is_paused then
      for _, body in ipairs(pending) do
        local problem = show(body)
        if problem then fail(problem) end
      end
      pending = {}
    end
    show_status()
    show_title()
  end

  local function toggle_hold()
    is_held = not is_held
    if is_held then visible:hold() else visible:release() end
    show_title()
  end

  input = (options.command and watch.repeated or watch.streamed)(options, shown, take)
  title = make_title(options, shown, input)
  -- ^C raises an error.
  local _ <close> = setmetatable({}, { __close = input.close })
  watch.end_by_signals(false)

  diffable.run{
    source = visible,
    -- With several columns, old and new values would need two lines, so old values are not shown.
    shows_old = #options.detail == 1 or #options.detail == 0 and #options.text > 0,
    keys = "p pause\nh hold" .. (input.again and "\nr run now" or ""),
    title = options["no-title"] and "" or watch.as_line(input.name),
    interval = input.interval,
    on_tick = function()
      local answer = input.tick()
      -- Pressing a key clears the status line, so set it again.
      if status() then show_status() end
      show_title()
      return is_done or answer
    end,
    watch = input.descriptor,
    on_input = input.feed,
    on_key = function(key)
      if key == "p" then
        toggle_pause()
      elseif key == "h" then
        toggle_hold()
      elseif key == "r" and input.again then
        if input.running_since then
          diffable.set_status("it has been running for " .. seconds(watch.now() - input.running_since))
        else
          input.again()
        end
      else
        return
      end
      return "handled"
    end,
  }
  return is_well
end

-- Standard input. Of the lists in a chunk, only the last one is shown.
function watch.streamed(options, shown, take)
  local stream, input = watch.stream(options), { interval = 1, name = "standard input" }
  local is_open = true

  function input.is_open() return is_open end

  function input.descriptor() return is_open and 0 or nil end

  function input.feed(chunk, reason)
    local values, rows, complaint, has_failed = {}, {}, nil, false
    local function note(value, next_complaint, row, names)
      if row ~= nil then
        rows[#rows + 1] = { row, names }
      elseif value ~= nil then
        values[#values + 1] = value
      end
      complaint, has_failed = next_complaint, has_failed or next_complaint ~= nil
    end
    if chunk then
      stream.feed(chunk, note)
    else
      stream.finish(note)
      is_open, complaint, has_failed = false, complaint or reason, has_failed or reason ~= nil
    end
    local list, warning
    for index = #values, 1, -1 do
      list, warning = watch.list(values[index], options)
      if list then break end
      complaint, has_failed = complaint or warning, true
    end
    if #rows > 0 then
      return take(function() return shown.add(rows) end, complaint, has_failed, true)
    end
    return take(list and function() shown.show(list) end, complaint or warning, has_failed)
  end

  function input.tick() end

  function input.close() end

  return input
end

-- A command that runs again and again.
function watch.repeated(options, shown, take)
  local every = options.every or 2
  local input, run, start = { every = every, interval = math.min(0.25, every / 4) }, nil, nil
  input.name = table.concat(options.command, " ") .. "  every " .. ("%g"):format(every) .. " s"

  function input.is_open() return true end

  -- Takes the value of a run that is over, or what is wrong.
  local function take_value(value, complaint)
    run, input.running_since = nil, nil
    local list, warning
    if value then
      list, warning = watch.list(value, options)
      if not list then complaint = warning end
    end
    return take(list and function() shown.show(list) end, complaint or warning, complaint ~= nil)
  end

  function input.again()
    if run then return end
    start = watch.now()
    input.running_since = start
    local complaint
    run, complaint = watch.run(options, true)
    if not run then return take_value(nil, complaint) end
  end

  function input.descriptor()
    if not start then input.again() end
    return run and run.output
  end

  function input.feed(chunk)
    if chunk then return run.feed(chunk) end
    return take_value(run.finish())
  end

  function input.tick()
    if run and options.timeout and watch.now() >= start + options.timeout then return take_value(run.stop()) end
    if watch.now() >= start + every then return input.again() end
  end

  function input.close()
    if run then run.stop() end
  end

  return input
end
