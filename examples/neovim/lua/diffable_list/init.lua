-- A buffer that shows the list of a data source: a line for each header, if the source has a header provider, and a
-- line for each item. The buffer follows the steps of each apply. So only lines that change are edited, and extmarks,
-- folds and cursors stay on their rows.
--
--     local view = require("diffable_list").open(source)
--     vim.api.nvim_set_current_buf(view.buffer)
local diffable = require("diffable")
local lines = require("diffable_list.lines")
local api = vim.api

local View = {}
View.__index = View

-- Returns the number of lines of a section: its header, if the source has headers, and its items.
local function height(view, section) return view.header + view.counts[section] end

local function line_of_section(view, index)
  local line = 0
  for section = 1, index - 1 do line = line + height(view, section) end
  return line
end

local function line_of_item(view, place) return line_of_section(view, place.section) + view.header + place.item - 1 end

local function is_empty(view) return line_of_section(view, #view.counts + 1) == 0 end

local function text_of(cell)
  local indentation, image = ("  "):rep(cell.indentation or 0), cell.image and cell.image .. " " or ""
  return lines.printable(indentation .. image .. (cell.text or ""))
end

-- If the provider fails, the row shows the error. The list has changed already, so the apply cannot be undone.
local function cell_of_item(view, id)
  local ok, cell = pcall(view.source.cell_at, view.source, view.source:index_path_of_item(id))
  return ok and cell or { text = tostring(cell) }
end

local function header_of(view, id)
  local ok, cell = pcall(view.source.supplementary_cell, view.source, "header", view.source:index_of_section(id))
  return text_of(ok and (cell or {}) or { text = tostring(cell) })
end

local function insert(view, line, new)
  if is_empty(view) then lines.fill(view.buffer, new) else lines.insert(view.buffer, line, new) end
end

-- Deletes lines, and the extmarks that these lines have in the namespace of the view.
local function delete(view, line, count)
  api.nvim_buf_clear_namespace(view.buffer, view.namespace, line, line + count)
  lines.delete(view.buffer, line, count)
end

-- The detail of a cell is virtual text at the right. Its extmark follows the row.
local function show_detail(view, line, id, cell)
  if not (cell.detail or view.details[id]) then return end
  view.details[id] = api.nvim_buf_set_extmark(view.buffer, view.namespace, line, 0, {
    id = view.details[id],
    virt_text = { { cell.detail and " " .. lines.printable(cell.detail) or "", "Comment" } },
    virt_text_pos = "right_align",
  })
end

local function take(list, from, count)
  local taken = {}
  for i = 1, count do taken[i] = table.remove(list, from) end
  return taken
end

local function put(list, to, elements)
  for i, element in ipairs(elements) do table.insert(list, to + i - 1, element) end
end

-- The function that carries out each kind of step.
local steps = {}

function steps.delete_sections(view, step)
  local first = line_of_section(view, step.from)
  delete(view, first, line_of_section(view, step.from + step.count) - first)
  take(view.counts, step.from, step.count)
end

function steps.insert_sections(view, step)
  local headers, counts = {}, {}
  for i, id in ipairs(step.ids) do headers[i], counts[i] = header_of(view, id), 0 end
  if view.header == 1 then insert(view, line_of_section(view, step.to), headers) end
  put(view.counts, step.to, counts)
end

function steps.move_sections(view, step)
  local first = line_of_section(view, step.from)
  local count = line_of_section(view, step.from + step.count) - first
  local moved = take(view.counts, step.from, step.count)
  lines.move(first, count, line_of_section(view, step.to))
  put(view.counts, step.to, moved)
end

function steps.update_sections(view, step)
  if view.header == 0 then return end
  for i, id in ipairs(step.ids) do
    lines.update(view.buffer, line_of_section(view, step.from + i - 1), header_of(view, id))
  end
end

function steps.delete_items(view, step)
  delete(view, line_of_item(view, step.from), step.count)
  view.counts[step.from.section] = view.counts[step.from.section] - step.count
  for _, id in ipairs(step.ids) do view.details[id] = nil end
end

function steps.insert_items(view, step)
  local first, cells, texts = line_of_item(view, step.to), {}, {}
  for i, id in ipairs(step.ids) do
    cells[i] = cell_of_item(view, id)
    texts[i] = text_of(cells[i])
  end
  insert(view, first, texts)
  view.counts[step.to.section] = view.counts[step.to.section] + step.count
  for i, id in ipairs(step.ids) do show_detail(view, first + i - 1, id, cells[i]) end
end

function steps.move_items(view, step)
  local first = line_of_item(view, step.from)
  view.counts[step.from.section] = view.counts[step.from.section] - step.count
  lines.move(first, step.count, line_of_item(view, step.to))
  view.counts[step.to.section] = view.counts[step.to.section] + step.count
end

function steps.reconfigure_items(view, step)
  local first = line_of_item(view, step.from)
  for i, id in ipairs(step.ids) do
    local cell = cell_of_item(view, id)
    lines.update(view.buffer, first + i - 1, text_of(cell))
    show_detail(view, first + i - 1, id, cell)
  end
end

steps.reload_items = steps.reconfigure_items

-- Carries out the steps of a difference. Cursors stay on their rows. If there are no rows yet, cursors stay in the
-- first line.
local function follow(view, difference)
  local edit = is_empty(view) and lines.edit or lines.edit_with_cursors
  edit(view.buffer, function()
    for _, step in ipairs(difference:steps()) do steps[step.kind](view, step) end
  end)
end

-- Follows an apply. If Neovim has locked all text, as in an `<expr>` mapping, this fails. The next apply then also
-- makes the changes that were missed.
local function follow_transaction(view, transaction)
  local missed = view.missed
  view.missed = missed or transaction.initial_snapshot
  follow(view, missed and diffable.difference(missed, transaction.final_snapshot) or transaction.difference)
  view.missed = nil
end

-- Returns the identifier of the item in a line, or nil if the line has none. Lines count from 1. The default is the
-- line of the cursor.
function View:item_at(line)
  line = line or api.nvim_win_get_cursor(0)[1]
  for section, count in ipairs(self.counts) do
    line = line - self.header
    if line <= count then return line > 0 and self.source:item_at{ section = section, item = line } or nil end
    line = line - count
  end
end

local M = {}

-- Returns a view of the list of a data source. Its field `buffer` is the buffer. Extmarks in its `namespace` are
-- deleted with their rows. The view follows the list until the buffer is unloaded.
function M.open(source)
  local view = setmetatable({
    source = source,
    buffer = api.nvim_create_buf(false, true),
    namespace = api.nvim_create_namespace(""),
    header = source.header and 1 or 0,
    counts = {}, -- the number of items in each section
    details = {}, -- the extmark of each item that has one
  }, View)
  vim.bo[view.buffer].undolevels = -1
  follow(view, diffable.difference(diffable.snapshot(), source:snapshot()))
  local remove = source:on_apply(function(transaction) follow_transaction(view, transaction) end)
  api.nvim_buf_attach(view.buffer, false, { on_detach = function() remove() end })
  return view
end

return M
