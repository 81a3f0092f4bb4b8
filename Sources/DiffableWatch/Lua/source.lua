-- The data source that shows the lists. Sets `watch.source` and `watch.publisher`.
local watch, command = ...
local diffable = require "diffable"

-- A longer text is not shown beside the new one, which it would push out of the line.
local longest_old = 40

local function changed(old, new)
  if not old or old == "" or old == new or #old > longest_old then return new end
  return old .. " ->" .. (new and " " .. new or "")
end

local function cell(item) return { text = changed(item.old_text, item.text), detail = changed(item.old_detail, item.detail) } end

local function header(section) return section.id ~= 0 and section.id or nil end

-- Returns a data source, and functions for it:
-- `show(sections)` applies a list; `mark(sections)` first keeps in its items what they showed in the list before, and drops
-- what is kept of earlier ones. With `quietly`, a function that calls another whose applies no one sees.
function watch.source(view, quietly)
  local source = diffable.data_source{ view = view, cell = cell, header = header }
  local known, marked = {}, {}

  local function show(sections) source:apply(diffable.snapshot(sections)) end

  local function unmark()
    local snapshot, items = source:snapshot(), {}
    for _, item in ipairs(marked) do
      if snapshot:contains_item(item.id) then items[#items + 1] = { id = item.id, text = item.text, detail = item.detail } end
    end
    if #items == 0 then return end
    snapshot:reconfigure_items(items)
    quietly(function() source:apply(snapshot, { animating_differences = false }) end)
  end

  local function mark(sections)
    unmark()
    local items = {}
    marked = {}
    for _, section in ipairs(sections) do
      for _, item in ipairs(section.items) do
        local before = known[item.id]
        if before and (before.text ~= item.text or before.detail ~= item.detail) then
          item.old_text, item.old_detail = before.text, before.detail
          marked[#marked + 1] = item
        end
        items[item.id] = item
      end
    end
    known = items
  end

  return source, show, mark
end

-- Returns a function that writes the sections of a list to the file of --publish. It must be called before `mark`, so that the file
-- has what rows show, and not what they showed before.
function watch.publisher(options)
  if not options.publish then return function() end end
  local source = diffable.data_source{ view = false }
  command.publish(source)
  return function(sections) source:apply(diffable.snapshot(sections)) end
end
