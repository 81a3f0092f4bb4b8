-- Badges: a list of ten rows. A tap folds it to five rows, and the next tap unfolds it.
--
-- On a terminal you can tap: press Enter or double-click, and `q` to leave. Elsewhere the script taps twice.

local diffable = require "diffable"

local names = {
  "Early bird", "Night owl", "Explorer", "Commuter", "Marathon", "Polyglot", "Mentor", "Curator", "Pioneer", "Legend",
}

local badges = {}
for index, name in ipairs(names) do
  badges[index] = { id = index, title = name, points = index * 10 }
end

local on_terminal = diffable.terminal_is_available()
if on_terminal then diffable.set_default_view(false) end

local source = diffable.data_source{
  cell = function(badge)
    return { image = "★", text = badge.title, detail = badge.points .. " points" }
  end,
  header = function(section)
    return section.title
  end,
  default_row_animation = "top",
}

local is_collapsed = false

-- One function computes the whole list from the state. No code keeps track of rows.
local function show()
  local items = is_collapsed and table.move(badges, 1, 5, 1, {}) or badges
  source:apply(diffable.snapshot{
    { id = "badges", title = is_collapsed and "First badges" or "All badges", items = items },
  })
end

local function tap()
  is_collapsed = not is_collapsed
  show()
end

show()
if on_terminal then
  diffable.run{ source = source, on_select = tap }
else
  tap()
  tap()
end
