-- Plays the inventory of examples/love, which lies beside this file as inventory.lua, by events as the window sends
-- them, and with a clock of its own. After each event rows travel without a jump; then they rest, and the picture must
-- be, pixel for pixel, that of a list which is drawn at once from nothing. `love FOLDER frames` measures frames in
-- place of that, and `love FOLDER hostile` draws hostile texts. Pictures go to the save directory if PICTURES is set.
local diffable = require("diffable")
local List = require("list")

local list -- of the inventory
local new = List.new
function List.new(...)
  list = new(...)
  return list
end
require("inventory")

local FRAME = 1 / 60

local function send(...)
  love.event.push(...)
  love.event.pump()
  for name, a, b, c, d, e, f in love.event.poll() do
    if name == "quit" then error("the inventory was left") end
    love.handlers[name](a, b, c, d, e, f)
  end
end

local pictures = 0

local function picture()
  local data
  love.graphics.origin()
  love.draw()
  love.graphics.captureScreenshot(function(image) data = image end)
  love.graphics.present()
  pictures = pictures + 1
  if os.getenv("PICTURES") then data:encode("png", ("%03d.png"):format(pictures)) end
  return data:getString()
end

local function positions()
  local found = {}
  for _, row in ipairs(list.rows) do found[row] = row.now.y end
  return found
end

-- A change begins where the rows are: none that is visible is anywhere else before time goes on.
local follow = List.follow
function List:follow(transaction)
  local before = {}
  for _, row in ipairs(self.rows) do before[row] = { x = row.now.x, y = row.now.y, opacity = row.now.opacity } end
  follow(self, transaction)
  for row, was in pairs(transaction.animation ~= "none" and before or {}) do
    local y = was.y - self.scroll
    if y > -self.row_height and y < (self.height or 0) then
      for name, value in pairs(was) do assert(row.now[name] == value, "a row jumped at once") end
    end
  end
end

-- No row moves faster than its way and the easing allow: its begin and end are slow, and the middle 1.5 times the
-- average.
local function travel(name)
  local before, frames = positions(), 0
  repeat
    love.update(FRAME)
    frames = frames + 1
    for row, y in pairs(before) do
      local fastest = math.abs(row.to.y - row.from.y) * 1.5 * FRAME / 0.3 + 1e-9
      assert(math.abs(row.now.y - y) <= fastest, name .. ": a row jumped")
    end
    before = positions()
    if frames == 6 or frames == 12 then picture() end
    assert(frames < 200, name .. ": the rows do not come to rest")
  until list:is_at_rest()
  return frames
end

local function draw_at_once()
  list.rows = {}
  list:follow{ difference = diffable.difference(diffable.snapshot(), list.source:snapshot()), animation = "none" }
end

local function type_text(text) for letter in text:gmatch(".") do send("textinput", letter) end end
local function key(name) send("keypressed", name, name, false) end
local function click(x, y, button) send("mousepressed", x, y, button, false, 1) end

-- Each event, and whether rows travel, come, go or glow after it.
local events = {
  { "sort by count", function() key("tab") end, true },
  { "sort by weight with the mouse", function() click(350, 52, 1) end, true },
  { "select with the mouse", function() click(100, 200, 1) end, false },
  { "select the next", function() key("down") end, false },
  { "use one", function() key("return") end, true },
  { "remove", function() key("delete") end, true },
  { "remove with the mouse", function() click(100, 300, 2) end, true },
  { "add", function() key("insert") end, true },
  { "search", function() type_text("bow") end, true },
  { "add while searching", function() key("insert") key("insert") key("insert") end, nil },
  { "sort what was found", function() key("tab") end, true },
  { "search for nothing there is", function() type_text("!") end, true },
  { "remove when nothing is shown", function() key("delete") key("return") key("up") key("down") end, false },
  { "a letter back", function() key("backspace") end, true },
  { "all again", function() key("escape") end, true },
  { "scroll", function() send("wheelmoved", 0, -5) end, false },
  { "use one when others are out of sight", function() click(100, 200, 1) key("return") end, true },
  { "scroll back", function() send("wheelmoved", 0, 4) end, false },
  { "scroll beyond the end", function() send("wheelmoved", 0, -5000) end, false },
  {
    "sort while rows travel",
    function() key("tab") love.update(FRAME * 5) key("tab") love.update(FRAME * 3) key("tab") end,
    true,
  },
}

local function test()
  love.math.setRandomSeed(1)
  love.load{ "80" }
  local before, total = picture(), 0
  for _, event in ipairs(events) do
    local name, send_it, moves = unpack(event)
    send_it()
    assert(moves == nil or moves ~= list:is_at_rest(), name .. (moves and ": nothing travels" or ": something travels"))
    total = total + travel(name)
    for i, row in ipairs(list.rows) do
      assert(row.now.y == (i - 1) * list.row_height, name .. ": a row is elsewhere")
    end
    local at_rest = picture()
    assert(at_rest ~= before or name:find("remove when"), name .. ": the picture stayed")
    draw_at_once()
    assert(picture() == at_rest, name .. ": at rest the picture is not that of a list drawn at once")
    before = at_rest
  end
  print(("love: %d events, %d frames; at rest each picture is that of the list drawn at once"):format(#events, total))
end

-- All rows travel all the time: they are sorted by another column whenever they have rested. The first frames, in which
-- the driver compiles its shaders, do not count.
local function measure()
  love.window.setVSync(0)
  love.math.setRandomSeed(1)
  love.load{ "500" }
  local now = love.timer.getTime
  local frames, sorts, finish = {}, {}, now() + 11
  while now() < finish do
    local begin = now()
    if list:is_at_rest() then
      key("tab")
      table.insert(sorts, now() - begin)
    end
    love.update(FRAME)
    love.graphics.origin()
    love.draw()
    love.graphics.present()
    if begin > finish - 10 then table.insert(frames, now() - begin) end
  end
  table.sort(frames)
  table.sort(sorts)
  local function milliseconds(times, part) return 1000 * times[math.ceil(#times * part)] end
  print(("love: 500 rows, %.0f frames a second; 99 of 100 took less than %.1f ms, the slowest %.1f ms; "
    .. "half of the sorts less than %.1f ms")
    :format(#frames / 10, milliseconds(frames, 0.99), milliseconds(frames, 1), milliseconds(sorts, 0.5)))
end

-- Things get the texts of hostile.txt for names, ten in each picture, those that are searched for as well.
local function draw_hostile_names()
  local hostile = dofile(os.getenv("HOSTILE"))
  local describe, first = diffable.snapshot, 0
  function diffable.snapshot(sections)
    for i, thing in ipairs(sections[1].items) do thing.name = hostile[(first + i) % #hostile + 1] end
    return describe(sections)
  end
  love.load{ "10" }
  for _ = 1, #hostile, 10 do
    first = first + 10
    key("tab")
    travel("sort")
    picture()
  end
  type_text("x")
  travel("search")
  print(("love: %d hostile names are drawn"):format(#hostile))
end

local runs = { frames = measure, hostile = draw_hostile_names }

function love.run()
  local ok, message = xpcall(runs[arg[2]] or test, debug.traceback)
  if not ok then print("love: " .. message) end
  return function() return ok and 0 or 1 end
end
