-- Histories: the lists that were shown, each with its time. A history is a sequence of documents as in docs/wire.md.
-- The name of a document is the time of its list. The documents form groups. A group is a snapshot and the patches that
-- follow it, so a list can be read from its group alone, without all earlier documents. Sets `watch.new_history`,
-- `watch.history_reader` and `watch.keep_history`.
local watch = ...
local diffable = require "diffable"
local format, gsub = string.format, string.gsub

-- Writers

-- A group ends when it has `max_lists` documents, or when its patches have `max_patch_bytes` bytes or make it
-- `max_ratio` times as large as its snapshot.
local max_lists, max_ratio, max_patch_bytes = 128, 4, 8 << 20

-- Returns a function that takes a list. It returns the document for the list, its time, and whether the document begins
-- a group. It returns nothing if the list equals the one before it. A call with nil ends the group. No time is earlier
-- than `last_time`.
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
    local name, begins_group = { name = format("%.3f", last_time) }, not last or count == max_lists or size > limit
    local document = begins_group and snapshot:encode(name) or difference:encode(name)
    last = snapshot
    if begins_group then
      count, size, limit = 0, 0, #document + math.min((max_ratio - 1) * #document, max_patch_bytes)
    end
    count, size = count + 1, size + #document
    return document, last_time, begins_group
  end
end

-- Histories
--
-- Each history has the functions `first`, `last`, `before(group)`, `after(group)` and `group_at(time)`, which return a
-- group or nil. `group_at` returns the last group that begins at that time or before, or else the first group. If the
-- last group in a file has grown, `after` returns it anew, and the number of its first new document. A group has an
-- array `documents`, and an array `times` with the time of each document.

local function last_at(times, time)
  local number = 1
  while times[number + 1] and times[number + 1] <= time do number = number + 1 end
  return number
end

-- Returns a history in memory. If its documents have more than `limit` bytes, the oldest groups are dropped, but never
-- the newest group.
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

-- Returns a reader, which has a current list in a history. `previous`, `next`, `go_to_first`, `go_to_last` and
-- `go_to(time)` change the current list and return it. If there is no such list, they return nil and change nothing.
-- They raise an error if the list is damaged. The field `time` is the time of the current list.
function watch.history_reader(history)
  local reader, group, number = {}, nil, 0
  local list, list_group, list_number

  -- Sets `list` to the list with number `new_number` in a group.
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
    if not succeeded then
      error((gsub(tostring(message), "^watch/[%w.]+:%d+: ", function() return history.prefix end)), 0)
    end
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

-- Returns a function that adds a list to `history` and to the file of --save. `history` may be nil, and --save may be
-- missing. If writing fails, `fail` is called with an error message.
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
      -- The file may contain only a part of the document. A new group does not depend on that document.
      write(nil)
    end
  end
end
