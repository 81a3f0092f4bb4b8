-- The texts of Tests/TestSupport/hostile.txt as headers, rows, details and identifiers of the buffer view of
-- examples/neovim. Each row stays one line of text: no option changes, and no command runs.
local diffable = require("diffable")
local list = require("diffable_list")
local hostile = dofile("Tests/TestSupport/hostile.lua")
local api = vim.api

local function equal(expected, found, what)
  if vim.deep_equal(expected, found) then return end
  local function shown(value) return vim.inspect(value):sub(1, 300) end
  error(("%s: expected %s, found %s"):format(what, shown(expected), shown(found)), 0)
end

-- All options, and whatever else a command would leave behind.
local function state()
  local options = {}
  for name in pairs(api.nvim_get_all_options_info()) do
    local is_here, value = pcall(api.nvim_get_option_value, name, {}) -- not those that this build has no feature for
    options[name] = is_here and value or nil
  end
  return {
    options = options, variables = api.nvim_eval('keys(g:)'), buffers = #api.nvim_list_bufs(),
    windows = #api.nvim_list_wins(),
    messages = api.nvim_exec("messages", true), mode = api.nvim_get_mode().mode, registers = vim.fn.getreginfo('"'),
    files = vim.fn.readdir("."), jobs = #api.nvim_list_chans(), commands = vim.fn.histnr(":"),
  }
end

-- A section for each text, with the text as its header, as a row, and as the identifier of a row.
local function snapshot(texts)
  local sections = {}
  for i, text in ipairs(texts) do
    sections[i] = { id = i, text = text, items = { { id = i, text = text }, { id = text, text = "-" } } }
  end
  return diffable.snapshot(sections)
end

local function cell(element) return { text = element.text, detail = element.text, image = element.text } end

local function shows(view, texts)
  local lines, expected = api.nvim_buf_get_lines(view.buffer, 0, -1, true), {}
  for _, text in ipairs(texts) do
    local printable = text:gsub("[%z\1-\31\127]", " ")
    local line = text == "" and "" or printable .. " " .. printable -- image and text
    vim.list_extend(expected, { line, line, "- -" })
  end
  equal(#expected, #lines, "lines")
  for i, line in ipairs(expected) do
    if line ~= lines[i] then equal(line, lines[i], "line " .. i) end
  end
  vim.cmd("redraw!")
end

local function rotated(texts, count)
  return vim.list_extend(vim.list_slice(texts, count + 1), vim.list_slice(texts, 1, count))
end

local source = diffable.data_source{ view = false, cell = cell, header = cell }
local view = list.open(source)
api.nvim_set_current_buf(view.buffer)
vim.wo.statusline = "%{getline('.')}" -- as users may have it, whose line is text, too
local before = state()
local ok, message = pcall(function()
  -- Each row becomes another text each time, and the cursor comes to rows of all kinds.
  for count = 0, #hostile, 13 do
    source:apply(snapshot(rotated(hostile, count)))
    shows(view, rotated(hostile, count))
    api.nvim_win_set_cursor(0, { 3 * count % 200 + 1, 0 })
    vim.cmd("redraw! | redrawstatus!")
  end
  equal(before, state(), "state")
  source:apply(diffable.snapshot())
  equal({ "" }, api.nvim_buf_get_lines(view.buffer, 0, -1, true), "lines")
end)
io.stdout:write(("neovim: %d hostile texts, %s\n"):format(#hostile, ok and "each of them a line" or message))
assert(ok)
