-- The jokes app: one list from a database, a network and a permission of the phone.
--
-- A controller holds everything that the list depends on. One method describes the whole list from this state. To
-- change the list, the script changes the controller, describes the list anew, and applies it. On a terminal you can
-- tap the stars at the end: press `a` or click a star, and `q` to leave.

local diffable = require "diffable"

local answer_of_the_network = {
  { id = 1, setup = "Why do two lists never quarrel?", punchline = "They settle their differences." },
  { id = 2, setup = "Why is the array so calm?", punchline = "All its elements are in order." },
  { id = 3, setup = "How does a set invite twins?", punchline = "It invites one of them." },
  { id = 4, setup = "What did the anchor say to the item?", punchline = "Before or after, we stay close." },
}

-- THE ITEMS are of four kinds. A joke can be in the list twice, as a joke and as a favorite. So the kind is a part of
-- the identifier. Each placeholder has an identifier, too.

local function joke_item(joke, is_favorite)
  return { id = "joke " .. joke.id, kind = "joke", joke = joke, is_favorite = is_favorite }
end

local function favorite_item(joke)
  return { id = "favorite " .. joke.id, kind = "favorite", joke = joke }
end

local function loading_item(number)
  return { id = "loading " .. number, kind = "loading" }
end

local warning_item = { id = "warning", kind = "warning", text = "Jokes from nearby need your location" }

-- THE CONTROLLER. Jokes come from the network. Favorites are kept in a database. A refused permission is a warning.

local Controller = {}
Controller.__index = Controller

-- Cells depend on the item alone. A provider that looks up another array by index path could find the wrong element
-- while the list changes.
local cells = {
  joke = function(item)
    local joke = item.joke
    local accessory = item.is_favorite and "star.fill" or "star"
    return { text = joke.setup, secondary_text = joke.punchline, accessory = accessory }
  end,
  favorite = function(item) return { text = item.joke.setup, accessory = "star.fill" } end,
  loading = function() return { text = "..." } end,
  warning = function(item) return { image = "!", text = item.text } end,
}

-- The providers of headers and footers are methods of the controller. The controller and its data source refer to each
-- other, and the garbage collector frees both.
function Controller.new()
  local self = setmetatable({
    jokes = {}, favorites = {}, is_loading = false, is_online = true, location_is_denied = false,
  }, Controller)
  self.source = diffable.data_source{
    cells = cells,
    header = function(section) return self:header(section) end,
    footer = function(section) return self:footer(section) end,
  }
  return self
end

-- Headers and footers depend on the content of the section, and on the field `is_online` of the controller.

function Controller:header(section)
  local title = section.count and ("%s (%d)"):format(section.title, section.count) or section.title
  return title and not self.is_online and title .. ", offline" or title
end

function Controller:footer(section)
  if section.footer then return section.footer .. (self.is_online and " for today" or " from before") end
end

-- Returns the index of a joke among the favorites, or nil.
function Controller:index_of_favorite(joke)
  for i, favorite in ipairs(self.favorites) do
    if favorite.id == joke.id then return i end
  end
end

-- THE WHOLE LIST. A section without items is left out.
function Controller:snapshot()
  local list = self.source:new_snapshot()
  if self.location_is_denied then
    list:append_sections{ { id = "warnings", items = { warning_item } } }
  end
  if #self.favorites > 0 then
    list:append_sections{ { id = "favorites", title = "Favorites", count = #self.favorites } }
    for _, joke in ipairs(self.favorites) do list:append_items(favorite_item(joke)) end
  end
  local footer = not self.is_loading and #self.jokes .. " jokes" or nil
  list:append_sections{ { id = "jokes", title = "Jokes", footer = footer } }
  for _, joke in ipairs(self.jokes) do
    list:append_items(joke_item(joke, self:index_of_favorite(joke) ~= nil))
  end
  for number = 1, self.is_loading and 10 or 0 do list:append_items(loading_item(number)) end
  return list
end

-- The caption is the title of the apply in streams of events and in recordings.
function Controller:update(caption)
  self.source:apply(self:snapshot(), { caption = caption })
end

-- ACTIONS of the user and of the network.

function Controller:start_loading()
  self.jokes, self.is_loading = {}, true
end

function Controller:finish_loading(jokes)
  self.jokes, self.is_loading = jokes, false
end

function Controller:toggle_star(item)
  local index = self:index_of_favorite(item.joke)
  if index then
    table.remove(self.favorites, index)
  else
    table.insert(self.favorites, item.joke)
  end
end

-- The user taps a place, which is given by its index path. The data source returns the item there.
function Controller:tap_star(index_path)
  self:toggle_star(self.source:item(self.source:item_at(index_path)))
end

local controller = Controller.new()

local function update(title)
  print(title)
  controller:update(title)
  print()
end

controller:start_loading()
update("1. Ten placeholders, until the network answers")

controller:finish_loading(answer_of_the_network)
update("2. The answer takes the place of all of them, in one apply")

controller:tap_star{ section = 1, item = 3 }
update("3. The first favorite brings the section of favorites along")

-- The count is part of the content of the section, and not of its identifier. So the header is updated, and the section
-- stays.

controller:tap_star{ section = 2, item = 1 }
update("4. The second one changes the count in its header")

controller.location_is_denied = true
update("5. The location is denied")

controller:finish_loading{
  { id = 1, setup = "Why do two lists never quarrel?", punchline = "They work out their differences." },
  answer_of_the_network[2], answer_of_the_network[3], answer_of_the_network[4],
}
update("6. The network sends a better punchline: a joke is the same joke as long as its id is")

controller:tap_star{ section = 2, item = 1 }
controller:tap_star{ section = 2, item = 2 }
update("7. Without favorites there is no section of favorites")

-- Whether the controller is online is not in the list, so no difference shows it. The section must be marked.

controller.is_online = false
print("8. The network is lost: header and footer are made again, and no row is")
local list = controller.source:snapshot()
list:reconfigure_sections("jokes")
controller.source:apply(list, { caption = "the network is lost" })

print()
print("9. Placeholders without identifiers of their own would be duplicates")
list = controller:snapshot()
print(select(2, pcall(list.append_items, list, { loading_item("row"), loading_item("row") })))

-- ON A TERMINAL the user taps stars. The warning has none.

if diffable.terminal_is_available() then
  diffable.run{
    source = controller.source,
    on_accessory = function(item)
      if not item.joke then return end
      controller:toggle_star(item)
      controller:update("a tap on a star")
    end,
  }
end
