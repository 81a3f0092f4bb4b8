-- Random applies to a list of sections and items that a buffer of Neovim shows in two windows. After each apply: the
-- buffer is what the model says; extmarks, the marks 'a to 'z, details and cursors are on their rows; nothing can be
-- undone; and no line was touched that did not have to be. APPLIES and SEED choose others than those of `make
-- test-hosts`.
local diffable = require("diffable")
local list = require("diffable_list")
local api = vim.api

local applies, seed = tonumber(vim.env.APPLIES) or 1000, tonumber(vim.env.SEED) or 1
math.randomseed(seed)
local random = math.random

-- The model: an array of sections with items. An edit changes it in place.
local model, names = {}, 0
local texts = { "Fare", "Tolls", "Total", "naïve", "", "Bus 7", "tab\tand\nline" }

local function any(array) return array[random(#array)] end
local function new_text() return any(texts) .. random(3) end

local function item(id) return { id = id, text = new_text(), detail = random(2) == 1 and new_text() or nil } end

local function new_item()
  names = names + 1
  return item(names)
end

local function with_items()
  local found = {}
  for _, section in ipairs(model) do if #section.items > 0 then found[#found + 1] = section end end
  return found
end

local function take(items, count)
  local at, taken = random(#items), {}
  for i = 1, math.min(count, #items - at + 1) do taken[i] = table.remove(items, at) end
  return taken
end

local function put(items, new)
  local at = random(#items + 1)
  for i, each in ipairs(new) do table.insert(items, at + i - 1, each) end
end

local function insert_section()
  names = names + 1
  local section = { id = names, text = new_text(), items = {} }
  for i = 1, random(0, 6) do section.items[i] = new_item() end
  put(model, { section })
end

local function insert_items()
  local new = {}
  for i = 1, random(5) do new[i] = new_item() end
  put(any(model).items, new)
end

local function shuffle(items)
  for i = #items, 2, -1 do
    local other = random(i)
    items[i], items[other] = items[other], items[i]
  end
end

local function update(items)
  local at = random(#items)
  items[at] = item(items[at].id)
end

local edits_of_sections = {
  function() if #model > 4 then take(model, 1) end end,
  function() put(model, take(model, random(2))) end,
  function() any(model).text = new_text() end,
  insert_items, insert_items,
}
local edits_of_items = {
  function(section) take(section.items, random(4)) end,
  function(section) put(any(model).items, take(section.items, random(4))) end,
  function(section) update(section.items) end,
  function(section) shuffle(section.items) end,
}

local function edit()
  if #model == 0 or random(10) == 1 then return insert_section() end
  if random(200) == 1 then model = {} return end
  local section = any(with_items())
  if not section or random(2) == 1 then return any(edits_of_sections)() end
  any(edits_of_items)(section)
end

local function printable(text) return text and (text:gsub("%c", " ")) end

-- The rows that the model says, by line. Sections and items have separate namespaces, so each key says which it is.
local function rows_of_model()
  local rows = {}
  for _, section in ipairs(model) do
    rows[#rows + 1] = { key = "section " .. section.id, text = printable(section.text) }
    for _, each in ipairs(section.items) do
      rows[#rows + 1] = {
        key = "item " .. each.id, id = each.id, text = printable(each.text), detail = printable(each.detail),
      }
    end
  end
  return rows
end

local source = diffable.data_source{
  view = false,
  cell = function(each) return { text = each.text, detail = each.detail } end,
  header = function(section) return { text = section.text } end,
}
local view = list.open(source)
local buffer = view.buffer
api.nvim_set_current_buf(buffer)
vim.cmd("split")

-- The lines that the editor says changed. Lines that move are announced twice: where they come, and where they go.
local touched = 0
api.nvim_buf_attach(buffer, false, {
  on_lines = function(_, _, _, first, last, new_last) touched = touched + math.max(last, new_last) - first end,
})

-- What must be touched: with sections that move, no more than this.
local function optimum(difference)
  local lines = #difference.deleted_sections + #difference.inserted_sections + #difference.deleted_items
    + #difference.inserted_items + 2 * #difference.moved_items
  for _, changes in ipairs{ difference.updated_sections, difference.reconfigured_items } do
    for _, change in ipairs(changes) do
      if printable(change.old.text) ~= printable(change.new.text) then lines = lines + 1 end
    end
  end
  return lines
end

local function size_of_moved_sections(transaction)
  local lines, before = 0, transaction.initial_snapshot
  for _, change in ipairs(transaction.difference.moved_sections) do
    lines = lines + 2 * (1 + before:number_of_items(change.id))
  end
  return lines
end

-- Each row has an extmark of another plugin at its begin, one inside, and perhaps a mark of the user.
local namespace = api.nvim_create_namespace("another plugin")
local marks, letters = {}, {}

local function mark_rows(rows)
  for line, row in ipairs(rows) do
    if not marks[row.key] then
      local column = random(0, #api.nvim_buf_get_lines(buffer, line - 1, line, true)[1])
      marks[row.key] = {
        api.nvim_buf_set_extmark(buffer, namespace, line - 1, 0, {}),
        api.nvim_buf_set_extmark(buffer, namespace, line - 1, column, {}),
      }
    end
  end
  local letter, line = string.char(96 + random(26)), random(#rows)
  api.nvim_buf_set_mark(buffer, letter, line, 0, {})
  letters[letter] = rows[line].key
end

-- Neovim 0.7 removes the letters of a line whose text changes.
local function forget_letters(difference)
  local updated = {}
  for _, change in ipairs(difference.updated_sections) do updated["section " .. change.id] = true end
  for _, change in ipairs(difference.reconfigured_items) do updated["item " .. change.id] = true end
  for letter, key in pairs(letters) do if updated[key] then letters[letter] = nil end end
end

local function details_of_lines()
  local details = {}
  for _, mark in ipairs(api.nvim_buf_get_extmarks(buffer, view.namespace, 0, -1, { details = true })) do
    local text = mark[4].virt_text[1][1]
    assert(not details[mark[2] + 1], "two details in one line")
    if text ~= "" then details[mark[2] + 1] = text:sub(2) end
  end
  return details
end

local function check_rows(rows)
  local lines, details, keys = {}, details_of_lines(), {}
  for line, row in ipairs(rows) do
    lines[line], keys[row.key] = row.text, line
    assert(details[line] == row.detail, "the detail of line " .. line)
    assert(view:item_at(line) == row.id, "the item of line " .. line)
  end
  assert(vim.deep_equal(api.nvim_buf_get_lines(buffer, 0, -1, true), #lines > 0 and lines or { "" }), "the lines")
  for key, pair in pairs(marks) do
    for _, mark in ipairs(pair) do
      if keys[key] then
        assert(api.nvim_buf_get_extmark_by_id(buffer, namespace, mark, {})[1] + 1 == keys[key],
          "the extmark of " .. key)
      else
        api.nvim_buf_del_extmark(buffer, namespace, mark)
      end
    end
    if not keys[key] then marks[key] = nil end
  end
  for letter, key in pairs(letters) do
    if not keys[key] then letters[letter] = nil end
    assert(not keys[key] or api.nvim_buf_get_mark(buffer, letter)[1] == keys[key],
      "the mark '" .. letter .. " of " .. key)
  end
  return keys
end

-- Closes a fold on one row, in the current window, and returns a function that looks whether that row is closed and no
-- other.
vim.wo.foldmethod, vim.wo.foldminlines = "manual", 0
local function fold_row(rows)
  local line = random(#rows)
  vim.cmd("normal! zE")
  vim.cmd(line .. "fold")
  local key = rows[line].key
  return function(keys)
    for each, number in pairs(keys) do
      local expected = each == key and number or -1
      assert(vim.fn.foldclosed(number) == expected, "the fold of " .. key .. " is not right for " .. each)
    end
  end
end

-- Puts the cursor of each window on a row, and returns a function that looks whether it stayed.
local function place_cursors(rows)
  local placed = {}
  for _, window in ipairs(vim.fn.win_findbuf(buffer)) do
    local line = random(#rows)
    api.nvim_win_set_cursor(window, { line, 0 })
    api.nvim_win_call(window, function() vim.fn.winrestview({ topline = math.max(1, line - random(0, 4)) }) end)
    placed[window] = { key = rows[line].key, view = api.nvim_win_call(window, vim.fn.winsaveview) }
  end
  return function(keys)
    for window, before in pairs(placed) do
      local line, after = keys[before.key], api.nvim_win_call(window, vim.fn.winsaveview)
      if line then
        assert(after.lnum == line, "the cursor left " .. before.key)
        local topline = math.max(1, before.view.topline + line - before.view.lnum)
        assert(after.topline == topline, "the window scrolled")
      end
    end
  end
end

local total, least = 0, 0
for apply = 1, applies do
  local before = rows_of_model()
  local check_cursors = #before > 0 and place_cursors(before) or function() end
  local check_fold = #before > 0 and fold_row(before) or function() end
  for _ = 1, random(4) do edit() end
  touched = 0
  local transaction = source:apply(diffable.snapshot(model))
  local ok, message = pcall(function()
    local rows = rows_of_model()
    forget_letters(transaction.difference)
    local keys = check_rows(rows)
    check_cursors(keys)
    check_fold(keys)
    local must, may = optimum(transaction.difference), size_of_moved_sections(transaction)
    assert(touched <= must + may, touched .. " lines touched in place of " .. must + may)
    assert(touched == must or may > 0, touched .. " lines touched in place of " .. must)
    total, least = total + touched, least + must + may
    if #rows > 0 then mark_rows(rows) end
    assert(vim.fn.undotree().seq_last == 0, "something can be undone")
    assert(not vim.bo[buffer].modifiable, "the buffer can be changed")
  end)
  if not ok then error(("SEED=%d, apply %d: %s"):format(seed, apply, message), 0) end
end
io.stdout:write(("neovim: %d random applies, %d lines touched, at most %d had to be\n"):format(applies, total, least))
