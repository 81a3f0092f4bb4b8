-- Holds the guide true. The blocks of a section are one script, which prints what it says. The table for those who come
-- from UIKit has every member of Apple's, and names that there are, in Lua, C and Swift. Every error code has a script that
-- causes it, or the message that the tests in C cause.

local checks = require "checks"
local examples = require "examples"
local uikit = require "uikit"
local check, read = checks.check, checks.read

local page, header = read("docs/guide.md"), read("include/diffable.h")

local scripts, order, code_of = {}, {}, {}
examples.visit(page, function(section, heading, code, language)
  if not code then return end
  check(language == "lua", "docs/guide.md, %s: a block in %q, which nothing runs", section, language)
  if not scripts[section] then order[#order + 1] = section end
  scripts[section] = (scripts[section] or "") .. code
  if heading then code_of[heading] = (code_of[heading] or "") .. code end
end)
for _, section in ipairs(order) do
  check(scripts[section]:find("-->", 1, true), "docs/guide.md, %s: an example prints nothing", section)
  examples.run("docs/guide.md, " .. section, scripts[section])
end

-- The text of the page below a heading, up to the next one.
local function text_below(heading)
  local text = page:match("\n###? " .. heading .. "\n(.-)\n##") or page:match("\n###? " .. heading .. "\n(.*)$")
  return check(text, "docs/guide.md: there is no heading %s", heading) and text or ""
end

-- Coming from UIKit ---------------------------------------------------------------------------------

local lua_names = {}
for heading in read("docs/lua.md"):gmatch("\n### ([^\n]+)") do
  lua_names[heading] = true
  lua_names[heading:match("^[%w_.:]+") or heading] = true
end

local c_nouns = { source = "data_source" }

-- The name that the rule gives a function in C: `snapshot:append_items` is `diffable_snapshot_append_items`.
local function c_name_of(lua_name)
  local noun, verb = lua_name:match("^([%a_]+)[:.]([%w_]+)$")
  return noun and ("diffable_%s_%s"):format(c_nouns[noun] or noun, verb)
end

local function is_c_name(name)
  return header:find("%f[%w_]" .. name .. "%f[^%w_]") ~= nil
end

local types = {}
for i, type in ipairs(uikit) do types[i] = type.type end
local swift_members = require "swift"(types, "Sources/Diffable")

local function check_c(type, member, lua_name, remark)
  if remark:find("C: ", 1, true) then return end -- the names in it are looked for with all others
  if type.struct then
    local field = lua_name:match("[%w_]+$")
    local fields = header:match("\ntypedef struct " .. type.struct .. " (%b{})")
    return check(fields and fields:find("%f[%w_]" .. field .. "%f[^%w_]"), "docs/guide.md, %s: C has no %s in %s", member, field,
      type.struct)
  end
  local name = c_name_of(lua_name)
  check(name and is_c_name(name), "docs/guide.md, %s: C has no %s", member, name or lua_name)
end

-- Tests/DiffableTests/UIKitTests.swift uses each member of Apple's, with its name behind it.
local uses = read("Tests/DiffableTests/UIKitTests.swift")

local function check_swift(type, member, name)
  local found = swift_members[type.type][name:gsub(" async$", "")]
  check(found or member == "CellProvider", "docs/guide.md, %s: Swift has no %s in %s", member, name, type.type)
  check(uses:find("// " .. type.name .. ": " .. member .. "\n", 1, true), "UIKitTests.swift does not use %s of %s", member, type.name)
end

local function check_row(type, member, swift_name, lua_name, remark)
  check(lua_names[lua_name], "docs/guide.md, %s: Lua has no %s", member, lua_name)
  for name in remark:gmatch("`([%w_]+[:.][%w_]+)`") do
    check(lua_names[name], "docs/guide.md, %s: Lua has no %s", member, name)
  end
  for name in remark:gmatch("`(diffable_[%w_]+)`") do
    check(is_c_name(name), "docs/guide.md, %s: C has no %s", member, name)
  end
  check_c(type, member, lua_name, remark)
  check_swift(type, member, swift_name)
end

for _, type in ipairs(uikit) do
  local rows = {}
  for member, swift_name, lua_name, remark in text_below(type.name):gmatch("\n| `([^`]+)` | `([^`]+)` | `([^`]+)` | ([^\n]*)|") do
    check(not rows[member], "docs/guide.md, %s: %s is there twice", type.name, member)
    rows[member] = { swift_name, lua_name, remark }
  end
  for _, member in ipairs(type.members) do
    local row = rows[member]
    if check(row, "docs/guide.md, %s: %s is missing", type.name, member) then check_row(type, member, row[1], row[2], row[3]) end
    rows[member] = nil
  end
  for member in pairs(rows) do check(false, "docs/guide.md, %s: Apple has no %s", type.name, member) end
end

-- What can go wrong ---------------------------------------------------------------------------------

local c_tests = checks.output_of("cat Tests/DiffableCTests/*.c"):gsub('\\"', '"')

for code in header:gmatch("DIFFABLE_ERROR_([A-Z_]+) =") do
  local message_in_c = text_below(code):gsub("\n", " "):match("`(" .. code .. ": [^`]+)`")
  if message_in_c then
    check(c_tests:find('"' .. message_in_c .. '"', 1, true), "docs/guide.md, %s: no test in C says %s", code, message_in_c)
  else
    local output = examples.expected_output(code_of[code] or "")
    check(("\n" .. output):find("\n" .. code .. ": ", 1, true), "docs/guide.md, %s: no example says so", code)
  end
end

checks.finish("guide")
