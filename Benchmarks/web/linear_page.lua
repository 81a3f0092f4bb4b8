-- linear_page CASE SIZE: hostile lists of a size, for a page that is recorded.
local diffable = require "diffable"
local name, size = ...
size = tonumber(size)

local function list(count, text)
  local items = {}
  for id = 1, count do items[id] = { id = id, text = text or "Row " .. id } end
  return items
end

local source = diffable.data_source{
  view = false, cell = function(item) return { text = item.text, detail = item.text } end,
}

local function apply(items) source:apply(diffable.snapshot{ { id = "all", items = items } }) end

local cases = {
  recorded_escapes = function()
    apply(list(1, ("\27[2J\0"):rep(20 * size)))
    apply(list(2, ("</script>\u{202e}"):rep(20 * size)))
  end,
  recorded_rows = function()
    local items = list(10 * size)
    apply(items)
    for at = 1, #items // 2 do items[at], items[#items + 1 - at] = items[#items + 1 - at], items[at] end
    apply(items)
  end,
  recorded_applies = function()
    for turn = 1, 10 * size do apply{ { id = 1, text = "Row " .. turn } } end
  end,
}
cases[name]()
