-- The names that the Lua reference describes: `snapshot:append_items(items [, place])` and `snapshot:append_items`,
-- `source.cell`, `caption`.

local names = {}
for _, entry in ipairs((require "lua_pages".read())) do
  names[entry.text] = true
  names[entry.text:match("^[%w_.:]+") or entry.text] = true
end

return names
