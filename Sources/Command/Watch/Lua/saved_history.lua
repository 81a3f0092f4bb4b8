-- Histories in files, which --save writes and --play reads. Sets `watch.open_history` and `watch.open_histories`.
local watch = ...
local find, match, sub = string.find, string.match, string.sub

-- The bytes before the time of a list, a text of 14 bytes: the beginning of a snapshot, and that of a patch.
local whole, patch = "\x89hdiffable\1hsnapshotn", "\x90hdiffable\1epatchn"
local time_size = 14

-- The time of a document; nil if the bytes from `first` on are not the beginning of a list with a time. The beginning
-- is that of `whole` or of `patch`.
local function time_of(bytes, beginning, first)
  first = first or 1
  if sub(bytes, first, first + #beginning - 1) ~= beginning then return nil end
  return tonumber(match(sub(bytes, first + #beginning, first + #beginning + time_size - 1), "^%d+%.%d%d%d$"))
end

-- The history that a file has, which may grow meanwhile. A list is found by its time without an index: a snapshot is
-- recognised anywhere in the file by how it begins, so the file is searched as a sorted array is. Returns nil and what
-- is wrong if it is no such file.
function watch.open_history(path)
  local file, message = io.open(path, "rb")
  if not file then return nil, (message:gsub("^.*: ", "")) end
  local history, step = { prefix = "cannot play " .. path .. ": " }, 65536
  local beginning_size = #whole + time_size

  local function read(offset, size)
    file:seek("set", offset)
    return file:read(size) or ""
  end

  -- The offset and the time of the first group that begins at an offset or behind it, and before `stop`; nil if there is
  -- none.
  local function next_group(offset, stop)
    stop = stop or math.huge
    while offset < stop do
      -- A beginning that the end of the bytes cuts is also in the next ones.
      local bytes = read(offset, math.min(step, stop - offset + beginning_size - 1))
      if #bytes < beginning_size then return nil end
      local first = 0
      repeat
        first = find(bytes, whole, first + 1, true)
        local time = first and time_of(bytes, whole, first)
        if time then return offset + first - 1, time end
      until not first
      offset = offset + #bytes - beginning_size + 1
    end
  end

  -- The offset of the last group that begins before an offset; nil if there is none.
  local function previous_group(offset)
    local stop = offset
    while stop > 0 do
      local start, found = math.max(0, stop - step), nil
      local candidate = next_group(start, stop)
      while candidate do
        found = candidate
        candidate = next_group(candidate + 1, stop)
      end
      if found then return found end
      stop = start
    end
  end

  local function group_from(offset)
    local stop = next_group(offset + 1)
    local group = { offset = offset, stop = stop, documents = {}, times = {} }
    -- A document whose end is missing, because the writer was killed, is not returned.
    for index, document in ipairs((watch.document_reader():feed(read(offset, (stop or file:seek("end")) - offset)))) do
      local time = time_of(document, index == 1 and whole or patch)
      if not time then break end
      group.documents[index], group.times[index] = document, time
    end
    return group
  end

  -- The first group from an offset on that has a list.
  local function group_behind(offset)
    local start = next_group(offset)
    while start do
      local group = group_from(start)
      if #group.documents > 0 then return group end
      start = group.stop
    end
  end

  function history.first() return group_behind(0) end

  function history.before(group)
    local offset = group.offset
    repeat
      offset = previous_group(offset)
      local found = offset and group_from(offset)
      if found and #found.documents > 0 then return found end
    until not offset
  end

  function history.last() return history.before{ offset = file:seek("end") } end

  function history.after(group)
    -- The last group may have grown.
    if not group.stop then
      local again = group_from(group.offset)
      if #again.documents > #group.documents then return again, #group.documents + 1 end
      if not again.stop then return nil end
      group = again
    end
    return group_behind(group.stop)
  end

  function history.group_at(time)
    local low, high = 0, file:seek("end")
    -- Every group that begins at `high` or behind it is later than this time.
    while high - low > step do
      local middle = (low + high) // 2
      local offset, start = next_group(middle, high)
      if offset and start <= time then low = offset else high = middle end
    end
    local offset, start
    repeat
      if offset then low = offset end
      offset, start = next_group(low + 1, high)
    until not offset or start > time
    return group_behind(low) or history.last()
  end

  if not file:seek("end") then return nil, "it is no file" end
  if read(0, #whole) ~= whole then return nil, "it has no lists that --save wrote" end
  if not history.last() then return nil, "it has no complete list" end
  return history
end

-- Whether these bytes begin as a list with a time does. They may end in that beginning.
local function begins_list(bytes, beginning)
  if #bytes >= #beginning + time_size then return time_of(bytes, beginning) ~= nil end
  return sub(bytes, 1, #beginning) == sub(beginning, 1, #bytes) and find(sub(bytes, #beginning + 1), "^[%d.]*$") ~= nil
end

-- Whether these bytes are one document without its end, which a writer leaves that is killed.
local function is_part_of_document(bytes)
  if not begins_list(bytes, whole) and not begins_list(bytes, patch) then return false end
  local documents, message = watch.document_reader():feed(bytes)
  -- A damaged length can reach over the documents behind it.
  return #documents == 0 and not message and not find(bytes, whole, 2, true) and not find(bytes, patch, 2, true)
end

-- Drops what a writer that was killed has left of a document at the end of a file. Returns the last group of the file, or
-- nil if it has none; nil and what is wrong if the file has anything else that is not a list.
local function repair_history(path)
  local old, stop = watch.open_history(path), 0
  local last = old and old.last()
  if last then
    stop = last.offset
    for _, document in ipairs(last.documents) do stop = stop + #document end
  end
  local file <close> = io.open(path, "rb")
  if not file then return nil, "it cannot be read" end
  if not last and not begins_list(file:read(#whole + time_size), whole) then
    return nil, "it is there, and --save did not write it"
  end
  file:seek("set", stop)
  local rest = file:read("a")
  if rest ~= "" and not is_part_of_document(rest) then return nil, "it is damaged after " .. stop .. " bytes" end
  watch.truncate(path, stop)
  return last
end

-- Adds documents to a file. Returns a function that takes a document and returns what is wrong, or nil, and the time of
-- the last list that the file has; or nil and what is wrong.
local function save_history(path)
  local file, message = io.open(path, "ab")
  if not file then return nil, (message:gsub("^.*: ", "")) end
  -- The patches of two writers would not follow each other. The file stays locked as long as it is open.
  if not watch.lock(file) then return nil, "another --save adds to it" end
  local last
  -- A pipe or a device has no lists of an earlier writer.
  if (file:seek("end") or 0) > 0 then
    last, message = repair_history(path)
    if message then
      file:close()
      return nil, message
    end
  end
  return function(document)
    local succeeded, problem = file:write(document)
    if succeeded then succeeded, problem = file:flush() end
    return not succeeded and "cannot write " .. path .. ": " .. problem or nil
  end, last and last.times[#last.times]
end

-- Opens the files of --save and --play: sets `append`, `play` (a history) and `start`, which has a reader go to the
-- first list to show. Returns what is wrong, or nil.
function watch.open_histories(options)
  local message
  if options.save then
    options.append, options.saved_until = save_history(options.save)
    if not options.append then return "cannot write " .. options.save .. ": " .. options.saved_until end
  end
  if not options.play then return nil end
  options.play_name = options.play
  options.play, message = watch.open_history(options.play_name)
  if not options.play then return "cannot play " .. options.play_name .. ": " .. message end
  local time
  if options.at then
    local last = watch.history_reader(options.play).newest_time()
    time, message = watch.moment(options.at, last, options.play.first().times[1], last)
    if not time then return message end
  end
  function options.start(reader)
    if time then return reader.go_to(time) end
    return reader.go_to_first()
  end
end
