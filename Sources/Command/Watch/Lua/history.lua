-- The lists that were seen, each with its time. A history is a series of documents of docs/wire.md, whose names are the
-- times: a snapshot now and then, and patches between. So one list is found without all that came before it, in memory
-- and in a file. Sets `watch.new_history`, `watch.open_history`, `watch.open_histories`, `watch.keep_history`,
-- `watch.history_reader` and `watch.moment`.
local watch = ...
local diffable = require "diffable"
local find, format, gsub, match, sub = string.find, string.format, string.gsub, string.match, string.sub

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

-- Writers

-- A group is a snapshot and the patches that follow it. It is over when it has so many lists, so many times the bytes
-- of the snapshot, or patches of so many bytes.
local most_in_group, most_times_whole, most_bytes = 128, 4, 8 << 20

-- Returns a function that takes a list. It returns the document for the list and its time, and whether a group begins
-- with it; nothing for a list that is the same as the one before it. After a call with nil, a group begins. Times are
-- later than `last_time`.
local function history_writer(last_time)
  local last, count, size, limit = nil, 0, 0, 0
  return function(snapshot)
    if not snapshot then
      last = nil
      return
    end
    local difference = last and diffable.difference(last, snapshot)
    if difference and difference.is_empty then return end
    -- Times ascend even if somebody sets the clock back.
    last_time = math.max(last_time or 0, watch.time())
    local name, begins_group = { name = format("%.3f", last_time) }, not last or count == most_in_group or size > limit
    local document = begins_group and snapshot:encode(name) or difference:encode(name)
    last = snapshot
    if begins_group then count, size, limit = 0, 0, #document + math.min((most_times_whole - 1) * #document, most_bytes) end
    count, size = count + 1, size + #document
    return document, last_time, begins_group
  end
end

-- Histories
--
-- Each has `first`, `last`, `before(group)`, `after(group)` and `group_at(time)`, which return groups, or nil. A group
-- has its `documents` and their `times`.

local function last_at(times, time)
  local number = 1
  while times[number + 1] and times[number + 1] <= time do number = number + 1 end
  return number
end

-- A history in memory of at most so many bytes: the oldest groups are dropped. The newest group is kept in any case.
function watch.new_history(limit)
  local history, groups, oldest, newest, size = {}, {}, 1, 0, 0

  function history.add(document, time, begins_group)
    if begins_group then
      newest = newest + 1
      groups[newest] = { number = newest, documents = {}, times = {}, size = 0 }
    end
    local group = groups[newest]
    group.documents[#group.documents + 1], group.times[#group.times + 1] = document, time
    group.size, size = group.size + #document, size + #document
    while size > limit and oldest < newest do
      size = size - groups[oldest].size
      groups[oldest], oldest = nil, oldest + 1
    end
  end

  function history.first() return groups[oldest] end

  function history.last() return groups[newest] end

  function history.before(group) return groups[group.number - 1] end

  function history.after(group) return groups[math.max(group.number + 1, oldest)] end

  function history.group_at(time)
    local group = groups[newest]
    while group and group.times[1] > time and groups[group.number - 1] do group = groups[group.number - 1] end
    return group
  end

  return history
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

-- Reads a history list by list. `previous`, `next`, `go_to_first`, `go_to_last` and `go_to(time)` return the list that
-- they have gone to, or nil if there is none; then nothing has changed. `time` is that of the list. They raise an error
-- if the list is damaged.
function watch.history_reader(history)
  local reader, group, number = {}, nil, 0
  local list, list_group, list_number

  -- Makes `list` that of a group with this number.
  local function decode(new_group, new_number)
    if list_group ~= new_group or list_number > new_number then
      list, list_group, list_number = diffable.decode(new_group.documents[1]), new_group, 1
    end
    while list_number < new_number do
      list:apply_patch(new_group.documents[list_number + 1])
      list_number = list_number + 1
    end
  end

  local function go(new_group, new_number)
    if not new_group then return nil end
    local succeeded, message = pcall(decode, new_group, new_number)
    if not succeeded then error((gsub(tostring(message), "^watch/[%w.]+:%d+: ", function() return history.prefix end)), 0) end
    group, number, reader.time = new_group, new_number, new_group.times[new_number]
    return list
  end

  local function go_to_end(new_group) return go(new_group, new_group and #new_group.documents) end

  function reader.go_to_first() return go(history.first(), 1) end

  function reader.go_to_last() return go_to_end(history.last()) end

  function reader.go_to(time)
    local found = history.group_at(time)
    return go(found, found and last_at(found.times, time))
  end

  function reader.newest_time()
    local last = history.last()
    return last and last.times[#last.times]
  end

  function reader.has_next() return number < #group.documents or history.after(group) ~= nil end

  function reader.previous()
    if number > 1 then return go(group, number - 1) end
    return go_to_end(history.before(group))
  end

  function reader.next()
    if number < #group.documents then return go(group, number + 1) end
    local found, first = history.after(group)
    return go(found, first or 1)
  end

  return reader
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

-- Returns a function that takes a list and adds it to a history, unless that is nil, and to the file of --save. `fail`
-- takes what is wrong.
function watch.keep_history(options, history, fail)
  if not history and not options.append then return function() end end
  local write = history_writer(options.saved_until)
  return function(snapshot)
    local document, time, begins_group = write(snapshot)
    if not document then return end
    if history then history.add(document, time, begins_group) end
    local message = options.append and options.append(document)
    if message then
      fail(message)
      -- A part of the document may be in the file. What follows does not need it.
      write(nil)
    end
  end
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

-- Times

-- Returns the time that a text says: a date and a time of day, a time of day, which is the last one that is not after
-- `last`, or a time since or before `first`, `shown` and `last`: +1h and -5m. Returns nil and what is wrong if it says
-- none.
function watch.moment(text, before, after, last)
  text = match(text, "^%s*(.-)%s*$")
  local sign, duration = match(text, "^([+-])(.+)$")
  local seconds = sign and find(duration, "^[%ddhms.]+$") and watch.number_of(duration)
  if seconds then return sign == "-" and before - seconds or sign == "+" and after + seconds end
  local year, month, day, clock = match(text, "^(%d%d%d%d)-(%d%d)-(%d%d)[ T](.+)$")
  local hour, minute, second = match(clock or text, "^(%d%d?):(%d%d):(%d%d)$")
  if not hour then
    hour, minute = match(clock or text, "^(%d%d?):(%d%d)$")
    second = 0
  end
  if hour and tonumber(hour) < 24 and tonumber(minute) < 60 and tonumber(second) < 60 then
    local parts = os.date("*t", math.floor(last))
    if year then parts.year, parts.month, parts.day = tonumber(year), tonumber(month), tonumber(day) end
    parts.hour, parts.min, parts.sec, parts.isdst = tonumber(hour), tonumber(minute), tonumber(second), nil
    local time = os.time(parts)
    if not year and time > last then
      parts.day = parts.day - 1
      time = os.time(parts)
    end
    -- `os.time` changes a day that the month does not have to one of the next month. Lists of this second are meant, too.
    if not year or parts.month == tonumber(month) and parts.day == tonumber(day) then return time + 0.9995 end
  end
  return nil, "a time such as 06:10, 06:10:30, '2026-11-27 06:10', -5m or +1h expected, got '" .. text .. "'"
end
