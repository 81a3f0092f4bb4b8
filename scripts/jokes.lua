-- The jokes app: one list out of a database, the network, and what the phone permits.
--
-- All that the list depends on is kept in one place, and one function makes the whole list of it. Whatever
-- changes, the answer is the same: note it in the state, make the list anew, apply it.

local diffable = require "diffable"

-- THE STATE. Jokes come from the network. Favorites are kept in a database. A refused permission is a warning.

local state = {
  jokes = {},
  favorites = {},
  isLoading = false,
  locationIsDenied = false,
}

local answerOfTheNetwork = {
  { id = 1, setup = "Why do two lists never quarrel?", punchline = "They settle their differences." },
  { id = 2, setup = "Why is the array so calm?", punchline = "All its elements are in order." },
  { id = 3, setup = "How does a set invite twins?", punchline = "It invites one of them." },
  { id = 4, setup = "What did the anchor say to the item?", punchline = "Before or after, we stay close." },
}

-- THE ITEMS are of four kinds. A joke may stand in the list twice, as a joke and as a favorite, so the kind is a
-- part of the identifier. Placeholders show nothing of their own, and have identifiers all the same.

local function jokeItem(joke)
  return { id = "joke " .. joke.id, kind = "joke", setup = joke.setup, punchline = joke.punchline }
end

local function favoriteItem(joke)
  return { id = "favorite " .. joke.id, kind = "favorite", setup = joke.setup }
end

local function loadingItem(number)
  return { id = "loading " .. number, kind = "loading" }
end

local warningItem = { id = "warning", kind = "warning", text = "Jokes from nearby need your location" }

local function map(list, make)
  local result = {}
  for i, each in ipairs(list) do result[i] = make(each) end
  return result
end

-- THE DATA SOURCE. Cells are made of the item alone, and never of what stands at an index path elsewhere: then
-- they cannot be wrong while the list changes. Headers and footers are made of what the section carries.

local source = diffable.data_source{
  cells = {
    joke = function(item) return { text = item.setup, secondary_text = item.punchline } end,
    favorite = function(item) return { text = item.setup, accessory = "star.fill" } end,
    loading = function() return { text = "..." } end,
    warning = function(item) return { image = "!", text = item.text } end,
  },
  supplementary = {
    header = function(section)
      return section.count and ("%s (%d)"):format(section.title, section.count) or section.title
    end,
    footer = function(section) return section.footer end,
  },
}

-- THE LIST, all of it, from the state. A section that has nothing to show is not there.

local function snapshot()
  local list = source:new_snapshot()
  if state.locationIsDenied then
    list:append_sections("warnings")
    list:append_items(warningItem)
  end
  if #state.favorites > 0 then
    list:append_sections{ id = "favorites", title = "Favorites", count = #state.favorites }
    list:append_items(map(state.favorites, favoriteItem))
  end
  local footer = not state.isLoading and #state.jokes .. " jokes for today" or nil
  list:append_sections{ id = "jokes", title = "Jokes", footer = footer }
  list:append_items(map(state.jokes, jokeItem))
  if state.isLoading then
    list:append_items(map({ 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 }, loadingItem))
  end
  return list
end

local function update(title)
  print(title)
  source:apply(snapshot())
  print()
end

-- ACTIONS: what a user and the world do.

local function startLoading()
  state.jokes, state.isLoading = {}, true
end

local function finishLoading(jokes)
  state.jokes, state.isLoading = jokes, false
end

local function toggleFavorite(joke)
  for i, favorite in ipairs(state.favorites) do
    if favorite.id == joke.id then return table.remove(state.favorites, i) end
  end
  table.insert(state.favorites, joke)
end

startLoading()
update("1. Ten placeholders, until the network answers")

finishLoading(answerOfTheNetwork)
update("2. The answer takes the place of all of them, in one apply")

toggleFavorite(state.jokes[3])
update("3. The first favorite brings the section of favorites along")

-- The count is content of the section, and not its identity: the header is refreshed, and no row is touched.

toggleFavorite(state.jokes[1])
update("4. The second one changes the count in its header")

state.locationIsDenied = true
update("5. The location is denied")

finishLoading{
  { id = 1, setup = "Why do two lists never quarrel?", punchline = "They work out their differences." },
  answerOfTheNetwork[2], answerOfTheNetwork[3], answerOfTheNetwork[4],
}
update("6. The network sends a better punchline: a joke is the same joke as long as its id is")

toggleFavorite(state.jokes[3])
toggleFavorite(state.jokes[1])
update("7. Without favorites there is no section of favorites")

print("8. Placeholders without identifiers of their own would be duplicates")
local list = snapshot()
print(select(2, pcall(list.append_items, list, { loadingItem("row"), loadingItem("row") })))
