-- The jokes app's types, named in one place: what makes its sections, its items, its data source and its list.
local diffable = require "diffable"
local screen = require "Tests.Scenarios.screen"

local jokes = {}

function jokes.favorite_section(count) return { id = "favoriteJokes", count = count } end

function jokes.loading(uuid) return { id = "loading/" .. uuid, kind = "loading" } end
function jokes.joke(dto) return { id = "joke/" .. dto.id, kind = "joke", text = dto.text } end
function jokes.favorite(stored) return { id = "favorite/" .. stored.id, kind = "favorite", text = stored.text } end

function jokes.source()
  return screen{
    cells = {
      loading = function() return "Loading..." end,
      joke = function(item) return { text = item.text, accessory = "star" } end,
      favorite = function(item) return { text = item.text, accessory = "star.fill" } end,
      warning = function(item) return { text = item.text, image = "!" } end,
    },
    header = function(section) return section == "jokes" and "Jokes" or "Favorite jokes: " .. section.count end,
  }
end

-- The whole list from all that the app knows: state has `database`, `network` (nil while it loads) and `denied`.
function jokes.build(state)
  local snapshot = diffable.snapshot()
  if #state.database > 0 then
    snapshot:append_sections(jokes.favorite_section(#state.database))
    for _, stored in ipairs(state.database) do snapshot:append_items(jokes.favorite(stored), "favoriteJokes") end
  end
  snapshot:append_sections("jokes")
  if state.denied then
    snapshot:append_items({ id = "warning", kind = "warning", text = "No location" }, "jokes")
  end
  if state.network then
    for _, dto in ipairs(state.network) do snapshot:append_items(jokes.joke(dto), "jokes") end
  else
    for i = 1, 2 do snapshot:append_items(jokes.loading(i), "jokes") end
  end
  return snapshot
end

return jokes
