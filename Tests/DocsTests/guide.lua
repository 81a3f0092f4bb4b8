-- Holds the pages of the guide true. The blocks of a section are one script, which prints what it says. The calls in
-- the table of the guide, and the options in them, are in the Lua reference. What the page about trees says is refused,
-- is.

local checks = require "checks"
local examples = require "examples"
local names = require "lua_names"
local check, read = checks.check, checks.read

local pages = {
  "guide", "content", "trees", "reordering", "derived", "merge", "publishing", "toolkits", "what-can-go-wrong",
}

-- The calls in a table of calls and messages, each after the example of its section, must fail with what the table
-- says.
local function run_refused_calls(path, section, script)
  local text = (read(path) .. "\n## "):match("\n## " .. section .. "\n(.-)\n## ")
  local count = 0
  for call, message in text:gmatch("\n| `([^`]+)` | `([^`]+)` |") do
    local code = ("local _, message = pcall(function() %s end)\n"
      .. "print(message:find(%q, 1, true) ~= nil or message)\n"):format(call, message)
    examples.run(path .. ", " .. call, script .. code .. "--> true\n")
    count = count + 1
  end
  check(count > 0, "%s, %s: there is no table of calls", path, section)
end

for _, name in ipairs(pages) do
  local path = "docs/" .. name .. ".md"
  local scripts, order = {}, {}
  examples.visit(read(path), function(section, _, code, language)
    if not code then return end
    -- Tests/APITests/c_pages.lua compiles it
    if (name == "content" or name == "publishing") and language == "c" then return end
    if name == "publishing" and language ~= "lua" then return end -- watch.lua runs it
    if name == "derived" and language == "js" then return end -- Tests/DiffableWebTests/docs.test.mjs runs it
    if name == "derived" and language == "swift" then return end -- Tests/DiffableTests/SnippetTests.swift runs it
    check(language == "lua", "%s, %s: a block in %q, which nothing runs", path, section, language)
    if not scripts[section] then order[#order + 1] = section end
    scripts[section] = (scripts[section] or "") .. code
  end)
  check(#order > 0, "%s has no examples", path)
  for _, section in ipairs(order) do
    check(scripts[section]:find("-->", 1, true), "%s, %s: an example prints nothing", path, section)
    examples.run(path .. ", " .. section, scripts[section])
    if section == "What is refused" then run_refused_calls(path, section, scripts[section]) end
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
