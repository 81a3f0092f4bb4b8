-- The names that the Lua reference describes, from its headings: `snapshot:append_items`, `source.cell`, `caption`.

local checks = require "checks"

local names = {}
for heading in checks.read("docs/lua.md"):gmatch("\n### ([^\n]+)") do
  names[heading] = true
  names[heading:match("^[%w_.:]+") or heading] = true
end

return names
