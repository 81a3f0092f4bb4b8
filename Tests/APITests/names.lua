-- One name in Swift, C and Lua. Every function of the header is looked for in the core, and in the types of the Lua
-- module (which Tests/DocsTests holds equal to the module and its page), by the name that a rule gives it. Where that
-- is another one it stands in other_names.lua; where there is none, the reason does. And the other way round.

local header = require "header"
local checks = require "checks"
local other_names = require "other_names"
local check = checks.check

-- The nouns of the header, and the types that they are elsewhere. Of two that fit, the longer one comes first.
local nouns = {
  { c = "section_transactions", swift = "SectionTransaction", lua = "SectionTransaction" },
  { c = "data_source", swift = "DataSource", lua = "DataSource" },
  { c = "transaction", swift = "Transaction", lua = "Transaction" },
  { c = "difference", swift = "Difference", lua = "Difference" },
  { c = "ndjson_view", swift = "NDJSONView", lua = "View" },
  { c = "text_view", swift = "TextView", lua = "View" },
  { c = "history", swift = "History", lua = "History" },
  { c = "publisher", swift = "Publisher", lua = "Publisher" },
  { c = "follower", swift = "Follower", lua = "Follower" },
  { c = "snapshot", swift = "Snapshot", lua = "Snapshot" },
  { c = "document", swift = "Document", lua = "diffable" },
  { c = "cell", swift = "Cell", lua = "Cell" },
  { c = "error", swift = "DiffableError", lua = "diffable" },
}

-- The fields and functions of each class in the types of the Lua module; what the module itself has is "diffable".
local function lua_members()
  local classes, class = {}, nil
  for line in checks.read("library/diffable.lua"):gmatch("[^\n]+") do
    local full_name = line:match("^%-%-%-@class ([%w.]+)")
    if full_name then
      class = full_name:gsub("^diffable%.", "")
      classes[class] = {}
    end
    local field = line:match("^%-%-%-@field ([%w_]+)")
    local owner, name = line:match("^function (%w+)[.:]([%w_]+)%(")
    if field then classes[class][field] = true end
    if name then classes[owner][name] = true end
  end
  return classes
end

local swift_types = {}
for i, noun in ipairs(nouns) do swift_types[i] = noun.swift end
local faces = {
  swift = { members = require "swift"(swift_types), reached = {}, only = other_names.only_swift },
  lua = { members = lua_members(), reached = {}, only = other_names.only_lua },
}

local function reach(face, type, member)
  if not face.members[type] or not face.members[type][member] then return false end
  face.reached[type .. "." .. member] = true
  return true
end

local function snake(name)
  return (name:gsub("%u", function(letter) return "_" .. letter:lower() end))
end

-- A function's labels may say more than its name in C does: insertItems(_:beforeItem:) is insert_items_before.
local function is_swift_name_of(verb, member)
  local base, labels = member:match("^(%w+)%(?(.-)%)?$")
  local name = snake(base)
  local whole = name .. "_" .. snake(labels:gsub("^_:", "")):gsub(":", "_")
  return verb == name or (#verb > #name and whole:sub(1, #verb + 1) == verb .. "_")
end

local function reach_by_rule(language, face, noun, verb)
  local type = noun[language]
  verb = verb:gsub("^set_", "")
  if language == "lua" then
    if verb == "new" then return reach(face, "diffable", noun.c) end
    return reach(face, type, verb == "free" and "close" or verb)
  end
  if verb == "free" or verb == "copy" or verb == "equal" then return true end -- the language does it
  local found = false
  for member in pairs(face.members[type]) do
    if is_swift_name_of(verb == "new" and "init" or verb, member) then found = reach(face, type, member) end
  end
  return found
end

local function noun_of(name)
  for _, noun in ipairs(nouns) do
    local verb = name:match("^diffable_" .. noun.c .. "_([%l_]+)$")
    if verb then return noun, verb end
  end
end

local used = {}
header.each(header.read_all(), "function", function(entry)
  local noun, verb = noun_of(entry.name)
  for language, face in pairs(faces) do
    local other = (other_names.of[entry.name] or {})[language]
    if other then used[entry.name] = true end
    if type(other) == "table" then
      for _, name in ipairs(other) do
        local owner, member = name:match("^(%w+)%.(.+)$")
        check(reach(face, owner, member), "%s is to be %s in %s, and there is no such name", entry.name, name, language)
      end
    elseif not other then
      check(noun and reach_by_rule(language, face, noun, verb), "%s has no counterpart in %s", entry.name, language)
    end
  end
end)
for name in pairs(other_names.of) do check(used[name], "other_names.lua tells of %s, which there is not", name) end

for language, face in pairs(faces) do
  for _, noun in ipairs(nouns) do
    for member in pairs(face.members[noun[language]]) do
      local name = noun[language] .. "." .. member
      check(not face.reached[name] == (face.only[name] ~= nil), "%s: %s has %s counterpart in C", language, name,
        face.reached[name] and "a" or "no")
    end
  end
  for name in pairs(face.only) do
    local owner, member = name:match("^(%w+)%.(.+)$")
    check(face.members[owner] and face.members[owner][member],
      "other_names.lua tells of %s in %s, which there is not", name, language)
  end
end

checks.finish("names")
