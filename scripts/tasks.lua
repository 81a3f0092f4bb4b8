-- Tasks: a list that is filtered, grouped, sorted and limited, and follows the list of all tasks.
--
--     diffable tasks.lua
--
-- The program changes the list of all tasks, which no view shows. The list that is shown is derived from it: open
-- tasks, grouped by day, the most urgent first, and at most three a day. On a terminal, `h` holds the rows, a second
-- `h` shows the changes that waited, and `d` finishes a task.

local diffable = require "diffable"

local tasks = diffable.data_source{ view = false, name = "tasks" }

local open = tasks:derive{
  filter = function(task) return not task.done end,
  section = function(task) return { id = task.day, title = ("Day %d"):format(task.day) } end,
  section_sort = function(day) return day.id end,
  sort = { "-urgency", "title" },
  section_limit = 3,
  cell = function(task) return { text = task.title, detail = ("!"):rep(task.urgency) } end,
  header = function(day) return day.title end,
}

local function change(caption, edit)
  local snapshot = tasks:snapshot()
  edit(snapshot)
  print("\n" .. caption)
  tasks:apply(snapshot, { caption = caption })
end

change("all tasks", function(snapshot)
  snapshot:append_sections{ "tasks" }
  snapshot:append_items{
    { id = 1, title = "Buy milk", day = 2, urgency = 1 }, { id = 2, title = "Call Ann", day = 1, urgency = 2 },
    { id = 3, title = "Fix the bike", day = 1, urgency = 1 }, { id = 4, title = "Pay rent", day = 1, urgency = 3 },
    { id = 5, title = "Read", day = 1, urgency = 1 }, { id = 6, title = "Sweep", day = 2, urgency = 1, done = true },
  }
end)
change("the rent is paid", function(snapshot) snapshot:update_items{ { id = 4, done = true } } end)
change("milk is urgent, today", function(snapshot) snapshot:update_items{ { id = 1, day = 1, urgency = 3 } } end)

print("\nheld: nothing moves, and what changes is seen")
open:hold()
change("bikes are urgent", function(snapshot)
  snapshot:update_items{ { id = 2, title = "Call Ann!" }, { id = 3, urgency = 3 }, { id = 1, done = true } }
end)
local pending = open:pending()
print(("\nreleased: %d inserted, %d deleted, %d moved"):format(pending.inserted, pending.deleted, pending.moved))
open:release()

if diffable.terminal_is_available() then
  local is_held = false
  diffable.run{ source = open, title = "Open tasks", keys = "h hold\nd done", on_key = function(key, task)
    if key == "d" and task then
      change("done", function(snapshot) snapshot:update_items{ { id = task.id, done = true } } end)
    end
    if key == "h" then
      is_held = not is_held
      if is_held then open:hold() else open:release() end
    end
    return (key == "h" or key == "d") and "handled" or nil
  end }
end
