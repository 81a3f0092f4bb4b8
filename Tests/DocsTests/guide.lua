-- Holds the pages of the guide true. The blocks of a section are one script, which prints what it says. The calls in the table
-- of the guide, and the options in them, are in the Lua reference.

local checks = require "checks"
local examples = require "examples"
local names = require "lua_names"
local check, read = checks.check, checks.read

local pages = { "guide", "content", "trees", "reordering", "toolkits", "what-can-go-wrong" }

for _, name in ipairs(pages) do
  local path = "docs/" .. name .. ".md"
  local scripts, order = {}, {}
  examples.visit(read(path), function(section, _, code, language)
    if not code then return end
    check(language == "lua", "%s, %s: a block in %q, which nothing runs", path, section, language)
    if not scripts[section] then order[#order + 1] = section end
    scripts[section] = (scripts[section] or "") .. code
  end)
  check(#order > 0, "%s has no examples", path)
  for _, section in ipairs(order) do
    check(scripts[section]:find("-->", 1, true), "%s, %s: an example prints nothing", path, section)
    examples.run(path .. ", " .. section, scripts[section])
  end
end

-- I want to ... -------------------------------------------------------------------------------------

local table_of_calls = read("docs/guide.md"):match("\n## I want to %.%.%.\n(.-)\n## ")
local count = 0
for wish, call in (table_of_calls or ""):gmatch("\n| ([^|`]+) | (`[^|]+) |") do
  count = count + 1
  for code in call:gmatch("`([^`]+)`") do
    local found = false
    for name in code:gmatch("%f[%w_][%a_]+[:.][%a_][%w_]*") do
      found = true
      check(names[name], "docs/guide.md, %s: the reference has no %s", wish, name)
    end
    for option in code:gmatch("{ ([%a_]+) =") do
      check(names[option], "docs/guide.md, %s: the reference has no option %s", wish, option)
    end
    check(found or names[code], "docs/guide.md, %s: the reference has no %s", wish, code)
  end
end
check(count >= 30, "docs/guide.md: the table of calls has %d rows", count)

checks.finish("guide")
