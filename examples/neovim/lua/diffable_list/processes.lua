-- The processes of this machine by user, the busiest first, read again every second. Each user is a section with a
-- header, and each process is a row with its CPU usage at the right. The row moves when another process is busier.
local diffable = require("diffable")
local list = require("diffable_list")

local command = { "ps", "-eo", "user:32=,pid=,pcpu=,args=", "--sort=user,-pcpu,pid" }

-- Returns the output of `ps` as a list with a section for each user.
local function snapshot_of(lines)
  local sections = {}
  for _, line in ipairs(lines) do
    local user, pid, cpu, name = line:match("^(%S+) +(%d+) +(%S+) (.*)$")
    local section = sections[#sections]
    if user and not (section and section.id == user) then
      section = { id = user, items = {} }
      table.insert(sections, section)
    end
    if user and not name:find(table.concat(command, " "), 1, true) then
      table.insert(section.items, { id = tonumber(pid), name = name, cpu = cpu })
    end
  end
  return diffable.snapshot(sections)
end

local M = {}

-- Shows the processes in the current window. The key `q` closes the buffer.
function M.open()
  local source = diffable.data_source{
    view = false,
    cell = function(process)
      return { text = ("%7d %s"):format(process.id, process.name), detail = process.cpu .. " %" }
    end,
    header = function(section) return section.id end,
  }
  local view = list.open(source)
  local function read()
    vim.fn.jobstart(command, {
      stdout_buffered = true,
      on_stdout = function(_, lines)
        if vim.api.nvim_buf_is_valid(view.buffer) then source:apply(snapshot_of(lines)) end
      end,
    })
  end
  local timer = vim.fn.timer_start(1000, read, { ["repeat"] = -1 })
  read()
  vim.api.nvim_create_autocmd("BufWipeout", {
    buffer = view.buffer,
    callback = function() vim.fn.timer_stop(timer) end,
  })
  vim.bo[view.buffer].bufhidden = "wipe"
  vim.api.nvim_win_set_buf(0, view.buffer)
  vim.wo.cursorline, vim.wo.wrap = true, false
  vim.keymap.set("n", "q", "<Cmd>bwipeout<CR>", { buffer = view.buffer, nowait = true })
  return view
end

return M
