-- `diffable follow`: shows the list whose documents a program writes to a file or a pipe, and its changes. Sets
-- `watch.follow_list`.
local watch, command = ...
local diffable = require "diffable"
local stdout, stderr = io.stdout, io.stderr

-- How many seconds to wait before reading a file again that may have grown.
local pause = 0.1

-- Opens a file or a pipe of documents. Returns an input, or nil and an error message. The function `feed` of an input
-- takes a chunk of bytes, and returns an array of the documents that are complete, and an error message or nil.
local function open_input(path)
  local input = { name = path == "-" and "standard input" or path, descriptor = 0 }
  if path ~= "-" then
    local message
    input.descriptor, message = watch.open(path)
    if not input.descriptor then return nil, path .. ": " .. message end
    input.is_file = watch.file_size(input.descriptor) ~= nil
  end
  -- `changed` is the time of the last change of a file that was read to its end.
  local reader, read, changed = watch.document_reader(), 0, nil

  function input.feed(chunk)
    read = read + #chunk
    return reader:feed(chunk)
  end

  -- Returns the next bytes, or "" at the end of the file or pipe. If reading fails, returns nil and an error message.
  -- If the input is a pipe without bytes, waits for them.
  function input.next_chunk() return watch.read(input.descriptor) end

  function input.begin_again()
    watch.rewind(input.descriptor)
    reader, read, changed = watch.document_reader(), 0, nil
  end

  function input.note_end()
    local size, time = watch.file_size(input.descriptor)
    changed = size == read and time or nil
  end

  -- Whether a program writes the file anew: the file has fewer bytes than were read, or as many and was changed after
  -- its end was read.
  function input.was_rewritten()
    if not input.is_file then return false end
    local size, time = watch.file_size(input.descriptor)
    return size < read or size == read and changed ~= nil and time ~= changed
  end

  -- Returns an error message if the bytes end in the middle of a document, or nil.
  function input.end_message()
    if not reader:is_between_documents() then return input.name .. " ends in the middle of a document" end
  end

  return input
end

local function first_of(item, names)
  for _, name in ipairs(names) do
    local value = item[name]
    if type(value) == "string" or type(value) == "number" then return tostring(value) end
  end
end

local function texts(paths, item, names, between)
  if type(item) ~= "table" then return nil end
  if #paths == 0 then return first_of(item, names) end
  local found = {}
  for _, path in ipairs(paths) do
    local value = path.get(item)
    if value ~= nil then found[#found + 1] = watch.shown(value) end
  end
  return table.concat(found, between)
end

-- Returns a data source that receives the followed list, and a derived list that is shown. The derived list has an
-- expansion of its own, so a user can expand and collapse its rows.
local function make_sources(options, view)
  local followed = diffable.data_source{ view = false }
  local function id_of(item) return tostring(type(item) == "table" and item.id or item) end
  local shown = followed:derive{
    view = view, keep_empty_sections = true,
    cell = function(item)
      local text = texts(options.text, item, { "text", "title", "name" }, " ") or id_of(item)
      local columns = #options.detail == 0 and type(item) == "table" and item.columns
      if type(columns) == "table" then return { text = text, detail = watch.joined_columns(columns) } end
      return { text = text, detail = texts(options.detail, item, { "detail" }, "  ") }
    end,
    -- `diffable watch` publishes rows without a section in a section with the identifier 0. It has no header.
    header = function(section)
      local text = type(section) == "table" and first_of(section, { "title", "text", "name" }) or id_of(section)
      return text ~= "0" and text or nil
    end,
  }
  return followed, shown
end

-- Returns a receiver, which applies documents to a data source. `take(chunk)` takes bytes, and `take_file()` reads a
-- file to its end. Both return an error message or nil. If a document in a file cannot be applied, a program has
-- usually written the file anew, so the file is read once again from its beginning. A second error before the end of
-- the file is returned.
local function make_receiver(input, source)
  local follower, has_begun_again = diffable.follower(source), false
  local receiver = { count = 0 }

  local function begin_again()
    input.begin_again()
    has_begun_again = true
  end

  function receiver.follow(other) follower = diffable.follower(other) end

  function receiver.take(chunk)
    local documents, message = input.feed(chunk)
    for _, document in ipairs(documents) do
      local ok, raised = pcall(follower.receive, follower, document)
      if not ok then
        message = tostring(raised)
        break
      end
      receiver.count = receiver.count + 1
    end
    if not message then return nil end
    if not input.is_file or has_begun_again then return input.name .. ": " .. message end
    begin_again()
  end

  -- Reads a file up to its end. Returns an error message or nil.
  function receiver.take_file()
    if input.was_rewritten() then begin_again() end
    while true do
      local chunk, message = input.next_chunk()
      if not chunk then return input.name .. ": " .. message end
      if chunk == "" then
        input.note_end()
        has_begun_again = false
        return nil
      end
      message = receiver.take(chunk)
      if message then return message end
    end
  end

  return receiver
end

-- Receives the first list: everything that a file contains, or the first documents that come out of a pipe. Returns
-- whether more documents may follow, and an error message or nil.
local function receive_first(input, receiver)
  if input.is_file then return true, receiver.take_file() end
  while receiver.count == 0 do
    local chunk, message = input.next_chunk()
    if not chunk then return false, input.name .. ": " .. message end
    if chunk == "" then return false, input.end_message() end
    message = receiver.take(chunk)
    if message then return false, message end
  end
  return true
end

-- Writes the changes of the list as text or NDJSON, without a full screen. Returns false if there was an error.
local function write_changes(options, input)
  watch.end_by_signals(true)
  local function fail(message)
    stdout:flush()
    stderr:write("diffable follow: ", watch.as_line(message), "\n")
    return false
  end
  local view
  if options.format == "ndjson" then
    view = diffable.ndjson_view()
  else
    local columns = command.columns()
    view = diffable.text_view{
      width = columns < 1000 and columns or nil, color = command.colors and "always" or "never", shows_old = true,
      write = function(text) stdout:write(text) end,
    }
  end
  -- The documents that are already in the file lead to the first list. It is shown as a whole, and not change by
  -- change.
  local source = diffable.data_source{ view = false }
  local receiver = make_receiver(input, source)
  local is_open, message = receive_first(input, receiver)
  local followed = make_sources(options, view)
  if receiver.count > 0 then followed:apply(source:snapshot()) end
  receiver.follow(followed)
  stdout:flush()
  while is_open and not message and not (options.once and (receiver.count > 0 or input.is_file)) do
    if input.is_file then
      watch.sleep(pause)
      message = receiver.take_file()
    else
      local chunk, reason = input.next_chunk()
      if not chunk then
        message = input.name .. ": " .. reason
      elseif chunk == "" then
        is_open, message = false, input.end_message()
      else
        message = receiver.take(chunk)
      end
    end
    stdout:flush()
  end
  if not message and (options.once and input.is_file) then message = input.end_message() end
  if not message and receiver.count == 0 then message = input.name .. " has no list" end
  return not message or fail(message)
end

-- Shows the list as a full screen on a terminal. Returns true.
local function show_changes(options, input)
  local followed, shown = make_sources(options, false)
  local receiver = make_receiver(input, followed)
  local message = receiver.count == 0 and "waiting for a list" or nil
  local is_open = true

  local function note(problem)
    message = problem or receiver.count == 0 and "waiting for a list" or nil
    is_open = is_open and not problem
    diffable.set_status(message and watch.as_line(message) or nil)
  end

  diffable.run{
    source = shown,
    interval = pause,
    on_tick = function()
      if input.is_file and is_open then note(receiver.take_file()) end
    end,
    watch = function() return not input.is_file and is_open and input.descriptor or nil end,
    on_input = function(chunk, reason)
      if chunk then
        note(receiver.take(chunk))
      else
        note(input.end_message() or reason or input.name .. " has ended")
      end
    end,
  }
  return true
end

function watch.follow_list(options)
  local input, message = open_input(options.file)
  if not input then
    stderr:write("diffable follow: ", watch.as_line(message), "\n")
    return false
  end
  local wants_stream = options.once or options.format
  if wants_stream or not watch.is_terminal(1) or os.getenv("TERM") == "dumb" then
    return write_changes(options, input)
  end
  return show_changes(options, input)
end
