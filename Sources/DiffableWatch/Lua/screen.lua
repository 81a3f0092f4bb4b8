-- On a terminal: the list as a full screen. Sets `watch.show_lists`.
local watch = ...
local diffable = require "diffable"

-- Returns true.
function watch.show_lists(options)
  local source, show, mark = watch.source(false, function(body) body() end)
  local publish = watch.publisher(options)
  local latest, message = {}, "waiting for a list"
  local pending, is_paused = nil, false

  local function show_status() diffable.set_status(message and watch.as_line(message) or is_paused and "paused" or nil) end

  -- Takes values, of which the last one that is a list is shown, and what is wrong after them.
  local function take(values, complaint)
    local sections
    message = complaint
    for index = #values, 1, -1 do
      local problem
      sections, problem = watch.list(values[index], options)
      message = message or problem
      if sections then break end
    end
    if sections then
      publish(sections)
      if is_paused then
        pending = sections
      else
        latest = sections
        mark(latest)
        show(latest)
      end
    end
    show_status()
  end

  local function toggle_pause()
    is_paused = not is_paused
    if not is_paused and pending then
      latest, pending = pending, nil
      mark(latest)
      show(latest)
    end
    show_status()
  end

  local input = (options.command and watch.repeated or watch.streamed)(options, take)
  -- ^C raises an error.
  local _ <close> = setmetatable({}, { __close = input.close })
  watch.end_by_signals(false)
  diffable.run{
    source = source,
    keys = "p pause" .. (input.again and "\nr run now" or ""),
    interval = input.interval,
    on_tick = function()
      input.tick()
      -- A key has removed it.
      if message or is_paused then show_status() end
    end,
    watch = input.descriptor,
    on_input = input.feed,
    on_key = function(key)
      if key == "p" then
        toggle_pause()
      elseif key == "r" and input.again then
        input.again()
      else
        return
      end
      return "handled"
    end,
  }
  return true
end

-- Standard input. Of the lists in a chunk, only the last one is shown.
function watch.streamed(_, take)
  local stream, input = watch.stream(), { interval = 1 }
  local is_open = true

  function input.descriptor() return is_open and 0 or nil end

  function input.feed(chunk, reason)
    local values, complaint = {}, nil
    local function note(value, next_complaint)
      values[#values + 1] = value
      complaint = next_complaint
    end
    if chunk then
      stream.feed(chunk, note)
    else
      stream.finish(note)
      is_open, complaint = false, complaint or reason or "the input has ended"
    end
    if #values > 0 or complaint then take(values, complaint) end
  end

  function input.tick() end

  function input.close() end

  return input
end

-- A command that runs again and again.
function watch.repeated(options, take)
  local every = options.every or 2
  local input, run, start = { interval = math.min(0.25, every / 4) }, nil, nil

  function input.again()
    if run then return end
    start = watch.now()
    local complaint
    run, complaint = watch.run(options, true)
    if not run then take({}, complaint) end
  end

  function input.descriptor()
    if not start then input.again() end
    return run and run.output
  end

  function input.feed(chunk)
    if chunk then return run.feed(chunk) end
    local ended = run
    run = nil
    local value, complaint = ended.finish()
    take({ value }, complaint)
  end

  function input.tick()
    if watch.now() >= start + every then input.again() end
  end

  function input.close()
    if run then watch.stop(run.process) end
  end

  return input
end
