-- Holds docs/uikit.md true: it has every member of Apple's diffable data sources, and names that there are, in Lua, C
-- and Swift.

local checks = require "checks"
local members = require "uikit_members"
local names = require "lua_names"
local check, read = checks.check, checks.read

local page, header = read("docs/uikit.md"), read("include/diffable.h")

-- The text of the page below a heading, up to the next one.
local function text_below(heading)
  local text = (page .. "\n## "):match("\n## " .. heading .. "\n(.-)\n## ")
  return check(text, "docs/uikit.md: there is no heading %s", heading) and text or ""
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
for i, type in ipairs(members) do types[i] = type.type end
local swift_members = require "swift"(types, "Sources/Diffable")

local function check_c(type, member, lua_name, remark)
  if remark:find("C: ", 1, true) then return end -- the names in it are looked for with all others
  if type.struct then
    local field = lua_name:match("[%w_]+$")
    local fields = header:match("\ntypedef struct " .. type.struct .. " (%b{})")
    return check(fields and fields:find("%f[%w_]" .. field .. "%f[^%w_]"),
      "docs/uikit.md, %s: C has no %s in %s", member, field, type.struct)
  end
  local name = c_name_of(lua_name)
  check(name and is_c_name(name), "docs/uikit.md, %s: C has no %s", member, name or lua_name)
end

-- Tests/DiffableTests/UIKitTests.swift uses each member of Apple's, and names it in a comment.
local uses = read("Tests/DiffableTests/UIKitTests.swift")

local function check_swift(type, member, name)
  local found = swift_members[type.type][name] or member:find("^%u%a*Provider$")
  check(found, "docs/uikit.md, %s: Swift has no %s in %s", member, name, type.type)
  check(uses:find("// " .. type.name .. ": " .. member .. "\n", 1, true),
    "UIKitTests.swift does not use %s of %s", member, type.name)
end

local function check_row(type, member, swift_name, lua_name, remark)
  check(names[lua_name], "docs/uikit.md, %s: Lua has no %s", member, lua_name)
  for name in remark:gmatch("`([%w_]+[:.][%w_]+)`") do
    check(names[name], "docs/uikit.md, %s: Lua has no %s", member, name)
  end
  for name in remark:gmatch("`(diffable_[%w_]+)`") do
    check(is_c_name(name), "docs/uikit.md, %s: C has no %s", member, name)
  end
  check_c(type, member, lua_name, remark)
  check_swift(type, member, swift_name)
end

for _, type in ipairs(members) do
  local rows = {}
  local pattern = "\n| `([^`]+)` | `([^`]+)` | `([^`]+)` | ([^\n]*)|"
  for member, swift_name, lua_name, remark in text_below(type.name):gmatch(pattern) do
    check(not rows[member], "docs/uikit.md, %s: %s is there twice", type.name, member)
    rows[member] = { swift_name, lua_name, remark }
  end
  for _, member in ipairs(type.members) do
    local row = rows[member]
    if check(row, "docs/uikit.md, %s: %s is missing", type.name, member) then
      check_row(type, member, row[1], row[2], row[3])
    end
    rows[member] = nil
  end
  for member in pairs(rows) do check(false, "docs/uikit.md, %s: Apple has no %s", type.name, member) end
end

-- Members that have no counterpart, and what C and Lua have instead.
local instead = {}
for member, text in text_below("Members without a counterpart"):gmatch("\n| `([^`]+)` | ([^\n]*) |") do
  instead[member] = text
  for name in text:gmatch("`(diffable_[%w_]+)`") do
    check(is_c_name(name), "docs/uikit.md, %s: C has no %s", member, name)
  end
  for name in text:gmatch("`(source:[%w_]+)`") do
    check(names[name], "docs/uikit.md, %s: Lua has no %s", member, name)
  end
end
for _, member in ipairs(members.missing) do
  check(instead[member], "docs/uikit.md: %s, which has no counterpart, is missing", member)
  instead[member] = nil
end
for member in pairs(instead) do check(false, "docs/uikit.md: Apple has no %s", member) end

checks.finish("UIKit")
