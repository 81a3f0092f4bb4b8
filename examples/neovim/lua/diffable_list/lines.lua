-- Edits the lines of a buffer. What belongs to other lines stays with them: extmarks, marks, folds, cursors, and the
-- scroll positions of windows. Lines count from 0, as in Neovim's API.
local api = vim.api

local M = {}

-- Returns a text with control characters replaced by blanks. A line cannot contain a line end, and shows other control
-- characters as `^X`.
function M.printable(text) return (text:gsub("%c", " ")) end

function M.delete(buffer, first, count) api.nvim_buf_set_lines(buffer, first, first + count, true, {}) end

function M.insert(buffer, first, lines) api.nvim_buf_set_lines(buffer, first, first, true, lines) end

-- A buffer without rows still has a line, which the first rows replace.
function M.fill(buffer, lines) api.nvim_buf_set_lines(buffer, 0, -1, true, lines) end

-- Moves lines of the current buffer. `to` is an index without the lines that move. Unlike a deletion and an insertion,
-- the command `:move` also moves extmarks and folds.
function M.move(first, count, to)
  if count == 0 or first == to then return end
  local below = to > first and to + count or to
  vim.cmd(("silent keepjumps %d,%dmove %d"):format(first + 1, first + count, below))
end

-- Replaces only the part of the line that differs, so that extmarks in the rest keep their columns.
function M.update(buffer, line, text)
  local old = api.nvim_buf_get_lines(buffer, line, line + 1, true)[1]
  if old == text then return end
  local head, tail, shorter = 0, 0, math.min(#old, #text)
  while head < shorter and old:byte(head + 1) == text:byte(head + 1) do head = head + 1 end
  while tail < shorter - head and old:byte(-tail - 1) == text:byte(-tail - 1) do tail = tail + 1 end
  api.nvim_buf_set_text(buffer, line, head, line, #old - tail, { text:sub(head + 1, #text - tail) })
end

local cursors = api.nvim_create_namespace("diffable_list_cursors")

-- Remembers the cursor of each window that shows the buffer. Returns a function that puts the cursors back on their
-- rows, at the same height in the window. An extmark finds the row. If the row was deleted, its extmark is at the next
-- line.
local function remember_cursors(buffer)
  local windows = {}
  for _, window in ipairs(vim.fn.win_findbuf(buffer)) do
    local saved = api.nvim_win_call(window, vim.fn.winsaveview)
    windows[window] = { saved = saved, mark = api.nvim_buf_set_extmark(buffer, cursors, saved.lnum - 1, 0, {}) }
  end
  return function()
    for window, cursor in pairs(windows) do
      local saved, line = cursor.saved, api.nvim_buf_get_extmark_by_id(buffer, cursors, cursor.mark, {})[1] + 1
      saved.topline, saved.lnum = math.max(1, saved.topline + line - saved.lnum), line
      api.nvim_win_call(window, function() vim.fn.winrestview(saved) end)
    end
    api.nvim_buf_clear_namespace(buffer, cursors, 0, -1)
  end
end

-- Calls a function that changes the lines, in the context of the buffer. Folding is off during the call, because a
-- command applies to a closed fold as a whole. This does not open or close folds.
function M.edit(buffer, change)
  api.nvim_buf_call(buffer, function()
    local folds = vim.wo.foldenable
    vim.wo.foldenable, vim.bo.modifiable = false, true
    local ok, message = pcall(change)
    vim.wo.foldenable, vim.bo.modifiable = folds, false
    if not ok then error(message, 0) end
  end)
end

-- Does the same as `edit`, and keeps the cursors on their rows.
function M.edit_with_cursors(buffer, change)
  local restore = remember_cursors(buffer)
  M.edit(buffer, change)
  restore()
end

return M
