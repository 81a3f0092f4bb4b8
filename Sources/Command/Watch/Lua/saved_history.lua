-- Histories in files: --save writes them, and --play reads them. Sets `watch.open_history` and `watch.open_histories`.
local watch = ...
local find, match, sub = string.find, string.match, string.sub

-- How the bytes of a snapshot and of a patch begin, up to the name of the list. The name is the time, as a text of 14
-- bytes.
local snapshot_head, patch_head = "\x89hdiffable\1hsnapshotn", "\x90hdiffable\1epatchn"
local time_size = 14

-- Returns the time of the document that begins at `first`, or nil if the bytes there are not `head` and a time. `head`
-- is `snapshot_head` or `patch_head`.
local function time_of(bytes, head, first)
  first = first or 1
  if sub(bytes, first, first + #head - 1) ~= head then return nil end
  return tonumber(match(sub(bytes, first + #head, first + #head + time_size - 1), "^%d+%.%d%d%d$"))
end

-- Opens the history in a file. Returns nil and an error message if that fails, or if the file has no history. The file
-- may grow while it is open. A group is a snapshot and the patches that follow it. No index is needed to find a group
-- by its time: a snapshot is recognised anywhere in the file by its first bytes, and the times ascend, so a binary
-- search finds the group.
function watch.open_history(path)
  local file, message = io.open(path, "rb")
  if not file then return nil, (message:gsub("^.*: ", "")) end
  local history, block_size = { prefix = "cannot play " .. path .. ": " }, 65536
  local head_size = #snapshot_head + time_size

  local function read(offset, size)
    file:seek("set", offset)
    return file:read(size) or ""
  end

  -- Returns the offset and the time of the first group that begins at `offset` or later, and before `stop`. Returns nil
  -- if there is none.
  local function next_group(offset, stop)
    stop = stop or math.huge
    while offset < stop do
      -- The ranges of bytes overlap, so a head that crosses the end of one is in the next one as a whole.
      local bytes = read(offset, math.min(block_size, stop - offset + head_size - 1))
      if #bytes < head_size then return nil end
      local first = 0
      repeat
        first = find(bytes, snapshot_head, first + 1, true)
        local time = first and time_of(bytes, snapshot_head, first)
        if time then return offset + first - 1, time end
      until not first
      offset = offset + #bytes - head_size + 1
    end
  end

  -- Returns the offset of the last group that begins before `offset`, or nil if there is none.
  local function previous_group(offset)
    local stop = offset
    while stop > 0 do
      local start, found = math.max(0, stop - block_size), nil
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
    -- The reader does not return a document whose end is missing because the writer was killed.
    for index, document in ipairs((watch.document_reader():feed(read(offset, (stop or file:seek("end")) - offset)))) do
      local time = time_of(document, index == 1 and snapshot_head or patch_head)
      if not time then break end
      group.documents[index], group.times[index] = document, time
    end
    return group
  end

  -- Returns the first group with at least one complete list that begins at `offset` or later.
  local function first_group_from(offset)
    local start = next_group(offset)
    while start do
      local group = group_from(start)
      if #group.documents > 0 then return group end
      start = group.stop
    end
  end

  function history.first() return first_group_from(0) end

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
    return first_group_from(group.stop)
  end

  function history.group_at(time)
    local low, high = 0, file:seek("end")
    -- Invariant: every group that begins at `high` or later has a time after `time`.
    while high - low > block_size do
      local middle = (low + high) // 2
      local offset, start = next_group(middle, high)
      if offset and start <= time then low = offset else high = middle end
    end
    local offset, start
    repeat
      if offset then low = offset end
      offset, start = next_group(low + 1, high)
    until not offset or start > time
    return first_group_from(low) or history.last()
  end

  if not file:seek("end") then return nil, "it is not a regular file" end
  if read(0, #snapshot_head) ~= snapshot_head then return nil, "it has no lists that --save wrote" end
  if not history.last() then return nil, "it has no complete list" end
  return history
end

-- Returns whether `bytes` begin with `head` and a time. If there are too few bytes to tell, returns whether more bytes
-- could complete them.
local function begins_list(bytes, head)
  if #bytes >= #head + time_size then return time_of(bytes, head) ~= nil end
  return sub(bytes, 1, #head) == sub(head, 1, #bytes) and find(sub(bytes, #head + 1), "^[%d.]*$") ~= nil
end

-- Returns whether `bytes` are one incomplete document. A writer that is killed leaves such bytes.
local function is_part_of_document(bytes)
  if not begins_list(bytes, snapshot_head) and not begins_list(bytes, patch_head) then return false end
  local documents, message = watch.document_reader():feed(bytes)
  -- A damaged length can make a document seem to contain the documents that follow it.
  return #documents == 0 and not message
    and not find(bytes, snapshot_head, 2, true) and not find(bytes, patch_head, 2, true)
end

-- If a writer was killed while it wrote, removes the incomplete document that it left at the end of the file. Returns
-- the last group of the file, or nil if it has none. Returns nil and an error message if the file contains anything
-- else that is not a list.
local function repair_history(path)
  local old, stop = watch.open_history(path), 0
  local last = old and old.last()
  if last then
    stop = last.offset
    for _, document in ipairs(last.documents) do stop = stop + #document end
  end
  local file <close> = io.open(path, "rb")
  if not file then return nil, "it cannot be read" end
  if not last and not begins_list(file:read(#snapshot_head + time_size), snapshot_head) then
    return nil, "it exists, and --save did not write it"
  end
  file:seek("set", stop)
  local rest = file:read("a")
  if rest ~= "" and not is_part_of_document(rest) then return nil, "it is damaged after " .. stop .. " bytes" end
  watch.truncate(path, stop)
  return last
end

-- Opens a file to append documents. Returns two values: a function that appends a document, and the time of the last
-- list in the file. The function returns an error message, or nil if it succeeds. Returns nil and an error message if
-- the file cannot be used.
local function open_for_appending(path)
  local file, message = io.open(path, "ab")
  if not file then return nil, (message:gsub("^.*: ", "")) end
  -- A patch continues the document before it, so only one program may append. The file stays locked while it is open.
  if not watch.lock(file) then return nil, "another --save adds to it" end
  local last
  -- Only a file can contain lists of an earlier writer. A pipe or a device cannot.
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

-- Opens the files of --save and --play. Sets `options.append`, a function that appends a document; `options.play`, a
-- history; and `options.start`, a function that moves a reader to the first list to show. Returns an error message or
-- nil.
function watch.open_histories(options)
  local message
  if options.save then
    options.append, options.saved_until = open_for_appending(options.save)
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
