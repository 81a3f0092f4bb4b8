-- That the C files of the Lua module are in layers: no circle of files that use one another, every shared name declared
-- under "From x.c" of a header, files in the order of these sections. And that lua_gc, which Lua forbids in finalizers,
-- is called only where compat.h has found the collector running: it is not in a finalizer. And that no other file than
-- compat.h knows versions of Lua.

local checks = require "checks"
local check = checks.check

local folder = arg[1] or "Sources/Bindings/Lua"

-- Those at the top come first, and then those in the folders.
local function paths(pattern)
  local list = {}
  for _, where in ipairs{ pattern, "*/" .. pattern } do
    for path in checks.output_of(("ls %s/%s"):format(folder, where)):gmatch("[^\n]+") do list[#list + 1] = path end
  end
  return list
end

-- C without comments and the contents of strings.
local function code_of(path)
  return (checks.read(path):gsub("/%*.-%*/", ""):gsub('\\"', ""):gsub('"[^"\n]*"', '""'))
end

local sources, headers = paths("*.c"), paths("*.h")
-- Which file defines a name that others can use: a function, or data.
local code, owner = {}, {}
for _, path in ipairs(sources) do
  local file = path:match("([%w_]+%.c)$")
  code[file] = "\n" .. code_of(path)
  check(not code[file]:find("%f[%w_]lua_gc%("), "%s calls lua_gc, which Lua forbids in finalizers", file)
  for head in code[file]:gmatch("\n([%a][^\n;={}]*)[\n ][={]") do
    local name = head:match("([%w_]+)%(") or head:match("([%w_]+)[%[%]]*%s*$")
    if name and not head:find("^static") and not head:find("^typedef") and not head:find("^enum") then
      owner[name] = file
    end
  end
end

for _, list in ipairs{ sources, headers } do
  for _, path in ipairs(list) do
    local text = code_of(path)
    if path:find("/compat%.h$") then
      local _, calls = text:gsub("%f[%w_]lua_gc%(", "")
      local _, guarded = text:gsub("if %(lua_gc%(L, LUA_GCISRUNNING, 0%) == 1%) {%s*lua_gc%(", "")
      check(calls == 2 and guarded == 1, "%s calls lua_gc, which Lua forbids in finalizers", path)
    else
      local asks = text:find("LUA_VERSION") or text:find("DIFFABLE_LUA_JIT")
      check(not asks, "%s asks for the version of Lua, which compat.h alone knows", path)
    end
  end
end

-- file -> other file -> a name of the other that it uses
local uses = {}
for file, text in pairs(code) do
  uses[file] = {}
  for name in text:gmatch("[%a_][%w_]*") do
    if owner[name] and owner[name] ~= file then uses[file][owner[name]] = name end
  end
end

local function sorted_keys(set)
  local keys = {}
  for key in pairs(set) do keys[#keys + 1] = key end
  table.sort(keys)
  return keys
end

-- Depth first; `trail` is the way to the file that is being visited.
local state, trail = {}, {}
local function visit(file)
  state[file] = "open"
  trail[#trail + 1] = file
  for _, other in ipairs(sorted_keys(uses[file])) do
    if state[other] == "open" then
      local circle, first = {}, 1
      while trail[first] ~= other do first = first + 1 end
      for i = first, #trail do
        local next_file = trail[i + 1] or other
        circle[#circle + 1] = ("%s uses %s of %s"):format(trail[i], uses[trail[i]][next_file], next_file)
      end
      check(false, "a circle of files: %s", table.concat(circle, ", "))
    elseif not state[other] then
      visit(other)
    end
  end
  trail[#trail] = nil
  state[file] = "done"
end
for _, file in ipairs(sorted_keys(code)) do
  if not state[file] then visit(file) end
end

-- A header, with those that are parts of internal.h or sources.h where these include them.
local parts = { ["contents.h"] = true, ["derivations.h"] = true, ["errors.h"] = true, ["snapshots.h"] = true }
local function header_of(path)
  if parts[path:match("[%w_]+%.h$")] then return "" end
  return (checks.read(path):gsub('#include "([%w_/]+%.h)"', function(name)
    return parts[name:match("[%w_]+%.h$")] and checks.read(path:match(".*/") .. name) or nil
  end))
end

-- The sections of the headers, in order.
local section_of, position, count = {}, {}, 0
for _, path in ipairs(headers) do
  local files = {}
  for line in header_of(path):gmatch("[^\n]+") do
    local title = line:match("^/%* %-+ From (.+) %*/$")
    if title then
      files = {}
      for file in title:gmatch("[%w_]+%.c") do
        count = count + 1
        files[file], position[file] = true, count
      end
    elseif not line:find("^[ /]%*") then
      for name in line:gmatch("[%a_][%w_]*") do
        if owner[name] and not section_of[name] then section_of[name] = files end
      end
    end
  end
end
for name, file in pairs(owner) do
  if name:find("^diffable_lua_") and position[file] then
    check(section_of[name] and section_of[name][file], "%s is not declared under \"From %s\"", name, file)
  end
end
for file, others in pairs(uses) do
  for other, name in pairs(others) do
    check(not position[file] or (position[other] or 0) < position[file],
      "%s uses %s of %s, which comes after it", file, name, other)
  end
end

checks.finish("files of the Lua module")
