-- Single cases of the buffer view of examples/neovim: folds, windows, hidden buffers, providers that fail, the end of a
-- view, and the process list.
local diffable = require("diffable")
local list = require("diffable_list")
local api = vim.api

local function lines_of(view) return table.concat(api.nvim_buf_get_lines(view.buffer, 0, -1, true), "|") end

local function equal(expected, found)
  if expected ~= found then error(("expected %s, found %s"):format(vim.inspect(expected), vim.inspect(found)), 2) end
end

-- A view of sections, each given as a string of one letter for each item. It shows no headers.
local function shown(...)
  local source = diffable.data_source{ view = false, cell = function(item) return item end }
  local view = list.open(source)
  api.nvim_set_current_buf(view.buffer)
  local function apply(...)
    local sections = {}
    for i, letters in ipairs{ ... } do sections[i] = { id = i, items = vim.split(letters, "") } end
    return source:apply(diffable.snapshot(sections))
  end
  apply(...)
  return view, apply, source
end

local function folded() -- the letters of closed folds
  local letters = {}
  for line, letter in ipairs(api.nvim_buf_get_lines(0, 0, -1, true)) do
    if vim.fn.foldclosed(line) > 0 then table.insert(letters, letter) end
  end
  return table.concat(letters)
end

local cases = {}

cases["a new view shows the list that the source has, with the cursor in the first line"] = function()
  local _, _, source = shown("abc", "de")
  local view = list.open(source)
  api.nvim_set_current_buf(view.buffer)
  equal("a|b|c|d|e", lines_of(view))
  equal(1, api.nvim_win_get_cursor(0)[1])
  equal(nil, view:item_at(6))
  equal("d", view:item_at(4))
end

cases["the first rows of a list that was empty leave the cursor in the first line"] = function()
  local view, apply = shown("")
  vim.cmd("split")
  apply("abcdef")
  for _, window in ipairs(api.nvim_list_wins()) do equal(1, api.nvim_win_get_cursor(window)[1]) end
  apply()
  equal("", lines_of(view))
  equal(nil, view:item_at())
  apply("xy")
  equal("x|y", lines_of(view))
  equal(1, api.nvim_win_get_cursor(0)[1])
end

cases["a fold keeps its rows, whatever moves around it, and moves with them"] = function()
  local view, apply = shown("abcdef")
  vim.cmd("setlocal foldmethod=manual | 3,4fold")
  equal("cd", folded())
  apply("xaybcdef")
  equal("cd", folded())
  apply("fybcde")
  equal("cd", folded())
  apply("cdfybe")
  equal("cd", folded())
  apply("fybecd")
  equal("f|y|b|e|c|d", lines_of(view))
  equal("cd", folded())
  equal(true, vim.wo.foldenable)
end

cases["a row that moves out of a closed fold moves alone"] = function()
  local view, apply = shown("abcdef")
  vim.cmd("setlocal foldmethod=manual | 2,5fold")
  apply("abdefc")
  equal("a|b|d|e|f|c", lines_of(view))
  equal("bde", folded())
end

cases["what is below a fold can move above it"] = function()
  local view, apply = shown("abcdef")
  vim.cmd("setlocal foldmethod=manual | 2,5fold")
  apply("fabcde")
  equal("f|a|b|c|d|e", lines_of(view))
  equal("bcde", folded())
end

cases["the cursor stays at its height in the window, and in its column"] = function()
  local rows = {}
  for i = 1, 200 do rows[i] = string.char(0xc4 + math.floor(i / 64), 0x80 + i % 64) end
  local source = diffable.data_source{ view = false, cell = function(item) return item .. " row" end }
  source:apply(diffable.snapshot{ { id = 1, items = rows } })
  api.nvim_set_current_buf(list.open(source).buffer)
  vim.fn.winrestview({ lnum = 100, topline = 95, col = 4 })
  local height = vim.fn.winline()
  local snapshot = source:snapshot()
  snapshot:insert_items_before({ "new 1", "new 2", "new 3" }, rows[1])
  snapshot:move_item_after(rows[150], rows[2])
  snapshot:move_item_after(rows[100], rows[160])
  source:apply(snapshot)
  equal(rows[100] .. " row", api.nvim_get_current_line())
  equal(height, vim.fn.winline())
  equal(4, api.nvim_win_get_cursor(0)[2])
end

cases["a cursor on a row that is deleted is on the next one"] = function()
  local _, apply = shown("abcdef")
  api.nvim_win_set_cursor(0, { 3, 0 })
  apply("abdef")
  equal("d", api.nvim_get_current_line())
  api.nvim_win_set_cursor(0, { 5, 0 })
  apply("abde")
  equal("e", api.nvim_get_current_line())
end

cases["a hidden buffer follows, and so do folds and cursors of another tab"] = function()
  local view, apply = shown("abcdef")
  vim.cmd("setlocal foldmethod=manual | 2,3fold")
  api.nvim_win_set_cursor(0, { 5, 0 })
  vim.cmd("tabnew")
  apply("bcxdae")
  vim.cmd("tabclose")
  equal("b|c|x|d|a|e", lines_of(view))
  equal("bc", folded())
  equal("e", api.nvim_get_current_line())
  vim.cmd("enew")
  apply("xyz")
  equal("x|y|z", lines_of(view))
end

cases["the part of a line that stays keeps its extmarks"] = function()
  local source = diffable.data_source{ view = false, cell = function(item) return item.text end }
  source:apply(diffable.snapshot{ { id = 1, items = { { id = "bus", text = "Bus 2.50 EUR" } } } })
  local view, namespace = list.open(source), api.nvim_create_namespace("highlights")
  local first = api.nvim_buf_set_extmark(view.buffer, namespace, 0, 3, {})
  local last = api.nvim_buf_set_extmark(view.buffer, namespace, 0, 9, {})
  source:apply(diffable.snapshot{ { id = 1, items = { { id = "bus", text = "Bus 12.75 EUR" } } } })
  equal("Bus 12.75 EUR", lines_of(view))
  equal(3, api.nvim_buf_get_extmark_by_id(view.buffer, namespace, first, {})[2])
  equal(10, api.nvim_buf_get_extmark_by_id(view.buffer, namespace, last, {})[2])
end

cases["extmarks of the view's namespace go with their rows"] = function()
  local view, apply = shown("abc")
  for line = 0, 2 do api.nvim_buf_set_extmark(view.buffer, view.namespace, line, 0, {}) end
  apply("ac")
  equal(2, #api.nvim_buf_get_extmarks(view.buffer, view.namespace, 0, -1, {}))
end

cases["the user cannot change the buffer, and nothing can be undone"] = function()
  local view, apply = shown("abc")
  apply("cab")
  equal(false, (pcall(vim.cmd, "1delete")))
  vim.cmd("silent! undo")
  equal("c|a|b", lines_of(view))
end

cases["a provider that fails is shown in its row"] = function()
  local source = diffable.data_source{ view = false, cell = function(item) return item.text end }
  local view = list.open(source)
  source:apply(diffable.snapshot{ { id = 1, items = { { id = "a" }, { id = "b", text = "fine" } } } })
  local lines = api.nvim_buf_get_lines(view.buffer, 0, -1, true)
  equal("fine", lines[2])
  assert(lines[1]:find("INVALID_CELL") or lines[1]:find("cell"), lines[1])
  equal(false, vim.bo[view.buffer].modifiable)
end

cases["what could not be shown while text is locked is shown by the next apply"] = function()
  local view, apply = shown("abc")
  local ok
  vim.keymap.set("n", "x", function() ok = pcall(apply, "cxab") return "" end, { expr = true, buffer = view.buffer })
  api.nvim_feedkeys("x", "xt", false)
  equal(false, ok)
  equal("a|b|c", lines_of(view))
  apply("xcyb")
  equal("x|c|y|b", lines_of(view))
end

cases["a view ends with its buffer"] = function()
  local view, apply = shown("abc")
  vim.cmd("bwipeout")
  apply("cab")
  equal(false, api.nvim_buf_is_valid(view.buffer))
end

cases["the process list has this process, under its user, and is read again"] = function()
  vim.cmd("DiffableProcesses")
  local buffer = api.nvim_get_current_buf()
  local function shows(text)
    return vim.wait(20000, function()
      return table.concat(api.nvim_buf_get_lines(buffer, 0, -1, true), "\n"):find(text, 1, true)
    end)
  end
  assert(shows(("%7d"):format(vim.fn.getpid())), "this process")
  vim.fn.search(vim.fn.getpid())
  local row = api.nvim_get_current_line()
  local child = vim.fn.jobstart{ "sleep", "30.25" }
  assert(shows("sleep 30.25"), "a process that has started")
  equal(row, api.nvim_get_current_line())
  vim.fn.jobstop(child)
  assert(vim.wait(20000, function() return vim.fn.search("sleep 30.25", "n") == 0 end), "a process that has ended")
  api.nvim_feedkeys("q", "xt", false)
  equal(false, api.nvim_buf_is_valid(buffer))
  equal(0, #vim.fn.timer_info())
end

local names, failed = vim.tbl_keys(cases), 0
table.sort(names)
for _, name in ipairs(names) do
  vim.cmd("silent! only! | silent! tabonly! | enew!")
  local ok, message = xpcall(cases[name], debug.traceback)
  if not ok then
    failed = failed + 1
    io.stdout:write(("%s: %s\n"):format(name, message))
  end
end
io.stdout:write(("neovim: %d cases of the view, %d failures\n"):format(#names, failed))
assert(failed == 0)
