-- An inventory. After each change, the program describes the whole list anew, and Diffable computes the steps by which
-- the rows move, appear and disappear. `love examples/love 500` starts with 500 things.
local diffable = require("diffable")
local List = require("list")

local ROW, HEADER = 32, 72
local columns = {
  { title = "Name", x = 16, width = 220, align = "left", before = function(a, b) return a.name < b.name end },
  { title = "Count", x = 236, width = 72, align = "right", before = function(a, b) return a.count > b.count end },
  { title = "Weight", x = 308, width = 72, align = "right", before = function(a, b) return a.weight < b.weight end },
  { title = "Value", x = 380, width = 84, align = "right", before = function(a, b) return a.value > b.value end },
}
local qualities = {
  "Ashen", "Blessed", "Cracked", "Dwarven", "Elder", "Frozen", "Gilded", "Hollow", "Iron", "Jade", "Keen", "Lunar",
}
local nouns = {
  "Amulet", "Bow", "Cloak", "Dagger", "Elixir", "Flask", "Helm", "Key", "Lantern", "Map", "Potion", "Ring", "Shield",
}

local things, names = {}, 0
local order, search, selected = 1, "", nil

local source = diffable.data_source{ view = false }
local list = List.new(source, ROW)

local function show(options)
  local shown = {}
  for _, thing in ipairs(things) do
    if thing.name:lower():find(search:lower(), 1, true) then table.insert(shown, thing) end
  end
  local before = columns[order].before
  table.sort(shown, function(a, b)
    if before(a, b) or before(b, a) then return before(a, b) end
    return a.id < b.id
  end)
  source:apply(diffable.snapshot{ { id = "inventory", items = shown } }, options or {})
end

local function add()
  names = names + 1
  local name = qualities[love.math.random(#qualities)] .. " " .. nouns[love.math.random(#nouns)]
  local count, weight, value = love.math.random(9), love.math.random(90) / 10, love.math.random(500)
  table.insert(things, { id = names, name = name, count = count, weight = weight, value = value })
  selected = names
end

local function select(index)
  local row = list.rows[math.max(1, math.min(index, #list.rows))]
  selected = row and row.id
  if row then list:show(list:index_of(selected)) end
end

local function change_selected(change)
  local index = list:index_of(selected)
  if not index then return end
  for i, thing in ipairs(things) do
    if thing.id == selected then change(thing, i) break end
  end
  show()
  if not list:index_of(selected) then select(index) end
end

local function remove() change_selected(function(_, i) table.remove(things, i) end) end

local function use()
  change_selected(function(thing, i)
    thing.count = thing.count - 1
    if thing.count == 0 then table.remove(things, i) end
  end)
end

local function sort(column)
  order = column
  show()
  if selected then select(list:index_of(selected) or 1) end
end

local keys = {
  up = function() select((list:index_of(selected) or 1) - 1) end,
  down = function() select((list:index_of(selected) or 0) + 1) end,
  tab = function() sort(order % #columns + 1) end,
  insert = function() add() show() select(list:index_of(selected) or 1) end,
  delete = remove,
  ["return"] = use,
  backspace = function() search = search:gsub("[^\128-\191][\128-\191]*$", "") show() end,
  escape = function() if search == "" then love.event.quit() end search = "" show() end,
}

function love.load(arguments)
  love.keyboard.setKeyRepeat(true)
  love.graphics.setFont(love.graphics.newFont(15))
  for _ = 1, tonumber(arguments[1]) or 60 do add() end
  selected = nil
  show{ animating_differences = false }
end

function love.update(dt) list:update(dt) end

function love.keypressed(key) if keys[key] then keys[key]() end end

function love.textinput(text)
  search = search .. text
  show()
end

function love.wheelmoved(_, distance) list:scroll_by(-distance * 2 * ROW) end

-- A click on a title sorts by its column. A click on a row selects the row, and with the right button removes it.
function love.mousepressed(x, y, button)
  if y < HEADER then
    for i, column in ipairs(columns) do
      if y > HEADER / 2 and x >= column.x and x < column.x + column.width then sort(i) end
    end
    return
  end
  local row = list:row_at(y - HEADER)
  selected = row and row.id
  if button == 2 then remove() end
end

-- Returns the beginning of a text that fits into one line of a column. LÖVE cannot draw text that is not valid UTF-8,
-- so in such a text all bytes outside ASCII are replaced.
local function fitting(text, width)
  local font = love.graphics.getFont()
  local start = #text <= 100 and text or text:sub(1, 100):gsub("[\192-\255][\128-\191]*$", "")
  local is_text, _, lines = pcall(font.getWrap, font, start, width)
  if not is_text then _, lines = font:getWrap(start:gsub("[\128-\255]", "?"), width) end
  return lines[1] or ""
end

local function print_column(column, text, y)
  love.graphics.printf(fitting(tostring(text), column.width), column.x, y, column.width, column.align)
end

local function draw_row(row)
  local g, thing, opacity = love.graphics, row.item, row.now.opacity
  local is_selected = row.id == selected
  g.setColor(0.16 + 0.3 * row.glow, 0.17 + 0.25 * row.glow, is_selected and 0.45 or 0.2, opacity)
  g.rectangle("fill", 8, 2, list.width - 16, ROW - 4, 5)
  g.setColor(0.93, 0.93, 0.9, opacity)
  print_column(columns[1], thing.name, 7)
  print_column(columns[2], thing.count, 7)
  print_column(columns[3], ("%.1f"):format(thing.weight), 7)
  print_column(columns[4], thing.value, 7)
end

function love.draw()
  local g = love.graphics
  local width, height = g.getDimensions()
  g.clear(0.1, 0.1, 0.13)
  g.translate(0, HEADER)
  list:draw(width, height - HEADER, draw_row)
  g.origin()
  g.setColor(0.13, 0.13, 0.17)
  g.rectangle("fill", 0, 0, width, HEADER)
  g.setColor(0.93, 0.93, 0.9)
  g.print(search == "" and "Type to search" or search .. "_", 16, 10)
  g.printf(("%d of %d"):format(#list.rows, #things), 0, 10, width - 16, "right")
  for i, column in ipairs(columns) do
    g.setColor(i == order and { 1, 0.8, 0.4 } or { 0.6, 0.6, 0.65 })
    print_column(column, column.title, 44)
  end
end
