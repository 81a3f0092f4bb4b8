-- Animates the rows of the first section of a data source. The steps of an apply change the array of rows. A row that
-- moves stays the same table, so it travels from its current position. A new row slides in, and a deleted row slides
-- out.
--
--     local list = List.new(source, 32)     -- the height of a row
--     list:update(dt)
--     list:draw(width, height, function(row) ... end)
local List = {}
List.__index = List

local DURATION = 0.3
local SLIDE = 48

local function take(rows, from, count)
  local taken = {}
  for i = 1, count do taken[i] = table.remove(rows, from) end
  return taken
end

local function put(rows, to, new)
  for i, row in ipairs(new) do table.insert(rows, to + i - 1, row) end
end

-- The function that carries out each kind of step. Steps of sections are ignored, because there is only one section.
local steps = {}

function steps.delete_items(list, step)
  for _, row in ipairs(take(list.rows, step.from.item, step.count)) do
    list.leaving[row] = true
    list:send(row, { x = SLIDE, y = row.to.y, opacity = 0 })
  end
end

function steps.insert_items(list, step)
  local new = {}
  for i, id in ipairs(step.ids) do new[i] = { id = id, item = list.source:item(id), glow = 0 } end
  put(list.rows, step.to.item, new)
end

function steps.move_items(list, step)
  put(list.rows, step.to.item, take(list.rows, step.from.item, step.count))
end

function steps.reconfigure_items(list, step)
  for i, id in ipairs(step.ids) do
    local row = list.rows[step.from.item + i - 1]
    row.item, row.glow = list.source:item(id), 1
  end
end

steps.reload_items = steps.reconfigure_items

-- Returns a list without rows, which follows a source. Call this function before the first apply of the source.
function List.new(source, row_height)
  local list = setmetatable({ source = source, row_height = row_height, rows = {}, leaving = {}, scroll = 0 }, List)
  source:on_apply(function(transaction) list:follow(transaction) end)
  return list
end

function List:follow(transaction)
  for _, step in ipairs(transaction.difference:steps()) do
    local change = steps[step.kind]
    if change then change(self, step) end
  end
  self:scroll_by(0)
  for i, row in ipairs(self.rows) do
    local y = (i - 1) * self.row_height
    row.now = row.now or { x = -SLIDE, y = y, opacity = 0 }
    self:send(row, { x = 0, y = y, opacity = 1 })
  end
  if transaction.animation == "none" then self:update(math.huge) end
end

-- Starts the animation of a row from its current position, unless the row is on its way to `to` already. If the row is
-- far outside the window, it starts half a window away. Otherwise it would be visible only in the last moment.
function List:send(row, to)
  if row.to and row.to.y == to.y and row.to.opacity == to.opacity then return end
  local margin = (self.height or 0) / 2
  row.now.y = math.max(self.scroll - margin, math.min(row.now.y, self.scroll + 3 * margin))
  row.from, row.to, row.time = { x = row.now.x, y = row.now.y, opacity = row.now.opacity }, to, 0
end

local function advance(row, dt)
  row.time = math.min(row.time + dt, DURATION)
  row.glow = math.max(row.glow - dt, 0)
  local t = row.time / DURATION
  local eased = t * t * (3 - 2 * t)
  for name, to in pairs(row.to) do
    row.now[name] = t == 1 and to or row.from[name] + (to - row.from[name]) * eased
  end
end

function List:update(dt)
  for _, row in ipairs(self.rows) do
    if row.time < DURATION or row.glow > 0 then advance(row, dt) end
  end
  for row in pairs(self.leaving) do
    advance(row, dt)
    if row.time == DURATION then self.leaving[row] = nil end
  end
end

-- Returns whether all animations have ended.
function List:is_at_rest()
  for _, row in ipairs(self.rows) do
    if row.time < DURATION or row.glow > 0 then return false end
  end
  return next(self.leaving) == nil
end

-- Draws the visible rows. Rows that are moving are drawn above the others, and leaving rows below them.
function List:draw(width, height, draw_row)
  self.width, self.height = width, height
  local function draw(row)
    local y = math.floor(row.now.y - self.scroll + 0.5)
    if y <= -self.row_height or y >= height then return end
    love.graphics.push()
    love.graphics.translate(math.floor(row.now.x + 0.5), y)
    draw_row(row)
    love.graphics.pop()
  end
  for row in pairs(self.leaving) do draw(row) end
  for _, row in ipairs(self.rows) do if row.time == DURATION then draw(row) end end
  for _, row in ipairs(self.rows) do if row.time < DURATION then draw(row) end end
end

function List:scroll_by(distance)
  local bottom = #self.rows * self.row_height - (self.height or 0)
  self.scroll = math.max(0, math.min(self.scroll + distance, bottom))
end

-- Scrolls as little as possible until a row is visible.
function List:show(index)
  local top = (index - 1) * self.row_height
  if top < self.scroll then self:scroll_by(top - self.scroll) end
  local hidden = top + self.row_height - self.scroll - self.height
  if hidden > 0 then self:scroll_by(hidden) end
end

function List:row_at(y) return self.rows[math.floor((y + self.scroll) / self.row_height) + 1] end

function List:index_of(id)
  local path = id and self.source:index_path_of_item(id)
  return path and path.item
end

return List
