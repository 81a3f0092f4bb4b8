-- Where there is no full screen: each list is written as its changes. Sets `watch.write_lists`.
local watch, command = ...
local diffable = require "diffable"
local stdout, stderr = io.stdout, io.stderr

-- Returns the function that shows a list in the chosen format.
local function writer(options)
  if options.format == "ndjson" then
    local _, show = watch.source(diffable.ndjson_view())
    return show
  end
  local is_quiet = false
  local columns = command.columns()
  local view = diffable.text_view{
    width = columns < 1000 and columns or nil, color = command.colors and "always" or "never",
    write = function(text)
      if not is_quiet then stdout:write(text) end
    end,
  }
  local _, show, mark = watch.source(view, function(body)
    is_quiet = true
    body()
    is_quiet = false
  end)
  return function(sections)
    mark(sections)
    show(sections)
  end
end

-- Returns false if something was wrong with a list.
function watch.write_lists(options)
  watch.end_by_signals(true)
  local show, is_well, is_done = writer(options), true, nil
  local publish = watch.publisher(options)
  local warnings, count = {}, 0

  local function report(message)
    stderr:write("diffable watch: ", watch.as_line(message), "\n")
  end

  local function take(value, message)
    if is_done then return end
    is_done = options.once
    count = count + 1
    local sections
    if not message then
      sections, message = watch.list(value, options)
      if not sections and not options.command then message = "list " .. count .. ": " .. message end
    end
    if sections then
      publish(sections)
      show(sections)
      stdout:flush()
    else
      is_well = false
    end
    if message and not (sections and warnings[message]) then report(message) end
    if message then warnings[message] = sections and true end -- a complaint names a position, and comes once
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
  local stream = watch.stream()
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
