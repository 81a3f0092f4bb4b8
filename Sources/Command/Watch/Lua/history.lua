-- The lists that were seen, each with its time. A history is a series of documents of docs/wire.md, whose names are the
-- times: a snapshot now and then, and patches between. So one list is found without all that came before it. Sets
-- `watch.new_history`, `watch.history_reader` and `watch.keep_history`.
local watch = ...
local diffable = require "diffable"
local format, gsub = string.format, string.gsub

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
