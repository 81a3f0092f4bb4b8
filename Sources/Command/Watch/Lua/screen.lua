-- Shows the list as a full screen on a terminal. Sets `watch.show_lists`, `watch.played`, `watch.streamed` and
-- `watch.repeated`.
local watch = ...
local diffable = require "diffable"

local function seconds(time) return ("%d s"):format(time // 1) end

-- Returns the title: the name of the input at the left, and the state of the list at the right.
local function make_title(options, shown, input)
  local title = { changes = "" }
  local time, since

  -- Remembers the time at which a list has arrived.
  function title.note_list()
    time, since = os.date("%H:%M:%S"), watch.now()
  end

  function title.note_changes(difference)
    local counts = difference:counts()
    local parts = {}
    for _, kind in ipairs{
      { "+", "inserted_items" }, { "-", "deleted_items" }, { ">", "moved_items" }, { "~", "reconfigured_items" },
    } do
      local count = counts[kind[2]]
      if count > 0 then parts[#parts + 1] = kind[1] .. count end
    end
    title.changes = table.concat(parts, " ")
  end

  -- `state` is an additional text such as "held", or nil or false. `count` is the number of rows of the list. If an
  -- earlier list is shown, `earlier` is its time.
  function title.text(state, count, earlier)
    local parts, now = {}, watch.now()
    local running = input.running_since and now - input.running_since
    if running and running >= 2 then parts[#parts + 1] = "running " .. seconds(running) end
    -- A list is old if at least two later ones are overdue.
    if input.every and since and now - since >= 3 * input.every + 1 then
      parts[#parts + 1] = seconds(now - since) .. " old"
    end
    if not input.is_open() then parts[#parts + 1] = "ended" end
    if state then parts[#parts + 1] = state end
    if title.changes ~= "" then parts[#parts + 1] = title.changes end
    if time or earlier then
      parts[#parts + 1] = count .. (count == 1 and " row" or " rows")
      parts[#parts + 1] = earlier and "at " .. earlier or time
    end
    local line = watch.as_line(input.name) .. "\t" .. table.concat(parts, "  ")
    local header = shown.header()
    return options["no-title"] and (header and "\t" .. header or "") or header and line .. "\n\t" .. header or line
  end

  return title
end

-- The greatest number of bytes of the history in memory, which keeps earlier lists for the keys [ and ].
local history_size = 16 << 20

-- Shows the lists until the user leaves, or an option such as --exit-on-change ends the program. Returns false if there
-- was an error in a list.
function watch.show_lists(options)
  local shown = watch.shown_list(options, false)
  watch.publish(options, shown)
  local visible, update = shown.screen()
  local message, is_well, is_done = "waiting for a list", true, nil
  local is_paused, is_held, has_list = false, false, false
  local history = options.play or watch.new_history(history_size)
  local reader = watch.history_reader(history)
  -- Whether an earlier list is shown, and the text that the user has typed after `t`, or nil if no time is being typed.
  local is_earlier, typed = false, nil
  local input, title

  local function status()
    if typed then return "go to time: " .. typed .. "_" end
    return message and watch.as_line(message) or is_paused and "paused"
      or not input.is_open() and "the input has ended" or nil
  end

  local function show_status() diffable.set_status(status()) end

  local function title_text()
    local state = is_held and "held"
    if is_held then
      local counts = visible:pending()
      for _, kind in ipairs{ { "+", "inserted" }, { "-", "deleted" }, { ">", "moved" } } do
        if counts[kind[2]] > 0 then state = state .. " " .. kind[1] .. counts[kind[2]] end
      end
    end
    local count = ((is_earlier or is_paused) and visible or shown.source):snapshot():number_of_items()
    return title.text(state, count, is_earlier and os.date("%Y-%m-%d %H:%M:%S", math.floor(reader.time)))
  end

  local function show_title() diffable.set_title(title_text()) end

  local function ring()
    local terminal <close> = io.open("/dev/tty", "w")
    if terminal then terminal:write("\a") end
  end

  visible:on_apply(function(transaction)
    if has_list then title.note_changes(transaction.difference) end
  end)

  -- Sets the error message, which stays on the screen until the next list arrives.
  local function fail(problem)
    message, is_well = problem, false
    if options["exit-on-error"] then is_done = "leave" end
  end

  local keep = watch.keep_history(options, history, fail)

  shown.source:on_apply(function(transaction)
    local has_changed = has_list and not transaction.difference.is_empty
    if has_changed and options.bell then ring() end
    if has_changed and options["exit-on-change"] then is_done = "leave" end
    if transaction.difference.is_empty then title.changes = "" end
    keep(shown.source:snapshot())
    if not is_paused and not is_earlier then update(shown.source:snapshot()) end
  end)

  -- Takes the next list. `body` shows it, and returns an error message or nil. `problem` is a warning or, if
  -- `is_failure`, an error message. Without a list, `body` is nil. The message stays until the next list.
  local function take(body, problem, is_failure)
    if body then
      title.note_list()
      message = nil
      local wrong = body()
      if wrong then problem, is_failure = problem or wrong, true end
      if not has_list and options.hold then
        is_held = true
        visible:hold()
      end
      has_list = true
    end
    message = problem or message
    if is_failure then fail(message) end
    show_status()
    show_title()
    return is_done
  end

  local function show_newest()
    is_earlier, is_paused = false, false
    update(shown.source:snapshot())
  end

  local function toggle_pause()
    if is_paused then
      show_newest()
    else
      is_paused = true
      -- The reader stays at the list on the screen. Later lists are not shown.
      if not is_earlier then reader.go_to_last() end
    end
    show_status()
  end

  local function toggle_hold()
    is_held = not is_held
    if is_held then visible:hold() else visible:release() end
  end

  -- Shows an earlier list. If `list` is nil, shows the message in `none` in the status line instead.
  local function show_earlier(list, none)
    if not list then
      diffable.set_status(none)
      return
    end
    if is_held then toggle_hold() end
    is_earlier, is_paused = true, false
    update(list, options.play ~= nil)
    show_status()
  end

  local function step_back()
    if not is_earlier and not is_paused then reader.go_to_last() end
    if not reader.time then return diffable.set_status("there is no list yet") end
    show_earlier(reader.previous(), "there is no earlier list")
  end

  local function step_forward()
    local is_newest = not is_earlier and not (is_paused and reader.time and reader.has_next())
    if is_newest then return diffable.set_status("this is the newest list") end
    local list = reader.next()
    if not options.play and (not list or not reader.has_next()) then
      show_newest()
      show_status()
    else
      show_earlier(list, "there is no later list")
    end
  end

  local function go_to(text)
    local newest = reader.newest_time()
    if not newest then return diffable.set_status("there is no list yet") end
    local shown_time = (is_earlier or is_paused) and reader.time or newest
    local time, problem = watch.moment(text, shown_time, shown_time, newest)
    if not time then return diffable.set_status(problem) end
    if time >= newest and not options.play then
      show_newest()
      show_status()
    else
      show_earlier(reader.go_to(time))
    end
  end

  local function begin_time()
    typed = ""
    show_status()
  end

  -- Handles a key while the user types a time.
  local function type_time(key)
    local text = typed
    if key == "enter" then
      typed = nil
      if text ~= "" then return go_to(text) end
    elseif key == "escape" then
      typed = nil
    elseif key == "backspace" then
      typed = text:sub(1, -2)
    elseif key == "space" or #key == 1 then
      typed = text .. (key == "space" and " " or key)
    end
    show_status()
  end

  local keys = { p = toggle_pause, h = toggle_hold, ["["] = step_back, ["]"] = step_forward, t = begin_time }
  if options.play then
    input = watch.played(options)
    keys.p, keys.h = nil, nil
    message, is_earlier = nil, true
    update(options.start(reader), true)
    has_list = true
  else
    input = (options.command and watch.repeated or watch.streamed)(options, shown, take)
  end
  if input.again then
    function keys.r()
      if input.running_since then
        diffable.set_status("it has been running for " .. seconds(watch.now() - input.running_since))
      else
        input.again()
      end
    end
  end
  title = make_title(options, shown, input)
  -- The input is also closed if ^C raises an error in `diffable.run`.
  local _ <close> = setmetatable({}, { __close = input.close })
  watch.end_by_signals(false)

  diffable.run{
    source = visible,
    -- With several columns, old and new values would need two lines, so old values are not shown.
    shows_old = #options.detail == 1 or #options.detail == 0 and #options.text > 0,
    keys = (options.play and "" or "p pause\nh hold\n") .. "[ earlier\n] later\nt time"
      .. (input.again and "\nr run now" or ""),
    title = title_text(),
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
      local act = typed and type_time or keys[key]
      if not act then return end
      act(key)
      show_title()
      return "handled"
    end,
  }
  return is_well
end

-- Inputs
--
-- An input reads lists for `show_lists`. `diffable.run` gets its `interval`, and its functions `descriptor` as `watch`
-- and `feed` as `on_input`; `on_tick` calls its function `tick`. Only an input for a command has a function `again`,
-- which runs the command. Its `running_since` is the time at which a running command was started.

-- An input for --play. It never has new lists: only keys change the list that is shown.
function watch.played(options)
  local function nothing() end
  return {
    interval = 1, name = options.play_name, is_open = function() return true end,
    descriptor = nothing, feed = nothing, tick = nothing, close = nothing,
  }
end

-- An input that reads standard input. If a chunk has several lists, only the last one is shown.
function watch.streamed(options, shown, take)
  local stream, input = watch.stream(options), { interval = 1, name = "standard input" }
  local is_open = true

  function input.is_open() return is_open end

  function input.descriptor() return is_open and 0 or nil end

  function input.feed(chunk, reason)
    local list, rows, problem, has_failed = nil, {}, nil, false
    local function fail(message)
      problem, has_failed = message, true
    end
    local function note(value, message, row, names)
      if message then fail(message) end
      if row ~= nil then
        rows[#rows + 1], problem = { row, names }, message
      elseif value ~= nil then
        local next_list, warning = watch.list(value, options)
        if not next_list then return fail(warning) end
        -- Rows that come before this list belong to the old list, so they are not shown. They are only counted.
        shown.pass(#rows)
        list, rows, problem = next_list, {}, warning
      end
    end
    if chunk then
      stream.feed(chunk, note)
    else
      stream.finish(note)
      is_open = false
      if reason then fail(reason) end
    end
    if not list and #rows == 0 then return take(nil, problem, has_failed) end
    return take(function()
      if list then shown.show(list) end
      if #rows > 0 then return shown.add(rows) end
    end, problem, has_failed)
  end

  function input.tick() end

  function input.close() end

  return input
end

-- An input that runs a command again and again.
function watch.repeated(options, shown, take)
  local every = options.every or 2
  local input, run, start = { every = every, interval = math.min(0.25, every / 4) }, nil, nil
  input.name = table.concat(options.command, " ") .. "  every " .. ("%g"):format(every) .. " s"

  function input.is_open() return true end

  -- Takes the value of a run that has ended, or nil and an error message.
  local function take_value(value, message)
    run, input.running_since = nil, nil
    local list, warning
    if value then
      list, warning = watch.list(value, options)
      if not list then message = warning end
    end
    return take(list and function() shown.show(list) end, message or warning, message ~= nil)
  end

  function input.again()
    if run then return end
    start = watch.now()
    input.running_since = start
    local message
    run, message = watch.run(options, true)
    if not run then return take_value(nil, message) end
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
