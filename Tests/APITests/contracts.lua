-- That the header says of every declaration what its reader must know, and that what it says agrees with the types:
-- effect mark, cost, ownership, errors.

local header = require "header"
local checks = require "checks"
local check = checks.check

local parsed = header.read_all()
local opaque, codes = {}, {}
header.each(parsed, "opaque", function(entry) opaque[entry.name] = true end)
header.each(parsed, "enum", function(entry)
  for _, enumerator in ipairs(entry.enumerators) do codes[enumerator:gsub("^DIFFABLE_ERROR_", "")] = true end
end)

-- The opaque type a parameter or a result points to, and whether what it points to is const.
local function object(type)
  local const, name, stars = type:match("^(c?o?n?s?t?) ?([%w_]+) (%*+)$")
  if opaque[name] and stars == "*" then return name, const == "const" end
end

-- What frees its argument, and is not called *_free; what makes a status and cannot fail.
local frees = { diffable_error_format = true }
local makes_status = { diffable_callback_failed = true }

-- What makes an object that observes its argument, or keeps it alive, or changes it later.
local observes = { diffable_history_new = true, diffable_publisher_new = true, diffable_follower_new = true }

local marks = { pure = true, make = true, edit = true, free = true, calls = true, process = true }

local function check_function(entry)
  local name, comment, types = entry.name, entry.comment, entry.signature.types
  local mark, count = nil, 0
  for word in comment:gmatch("%[(%l+)%]") do
    if marks[word] then mark, count = word, count + 1 end
  end
  if not check(count == 1, "%s has %d effect marks and should have one", name, count) then return end
  check(mark == "free" or comment:find("[" .. mark .. "] O(", 1, true), "%s says no cost behind its effect mark", name)

  -- The rule for threads is told by the types, so the types must tell the truth.
  local first, is_const = object(types[1])
  if first and not is_const then
    local changes = mark == "edit" or mark == "free" or mark == "calls" or observes[name]
    check(changes, "%s is [%s], and may change its first argument", name, mark)
  else
    check(mark == "pure" or mark == "make" or mark == "process",
      "%s is [%s], and changes none of its arguments", name, mark)
  end
  check((mark == "free") == (frees[name] or name:find("_free$") ~= nil), "%s is [%s]", name, mark)

  local result, result_is_const = object(entry.signature.result)
  check(not result or (mark == "make") == not result_is_const,
    "%s is [%s], and returns %s", name, mark, entry.signature.result)
  if first and entry.kind == "function" and (result_is_const or entry.signature.result:find("char")
      or entry.signature.result == "diffable_id") then
    check(comment:find("Borrowed", 1, true), "%s does not say of what its result is borrowed", name)
  end

  local takes_error = types[#types] == "diffable_error **"
  local must_take = entry.signature.result == "diffable_status" and first ~= "diffable_error" and not makes_status[name]
  check(takes_error == must_take, "%s returns %s, and takes an error or not", name, entry.signature.result)
  check(takes_error or not comment:find("Errors:", 1, true), "%s names errors, and takes none", name)
  for code in (comment:match("Errors:.*") or ""):gmatch("%f[%w_]%u[%u_]+_%u+%f[^%w_]") do
    check(codes[code] or codes["DIFFABLE_" .. code], "%s names an error %s, which there is not", name, code)
  end
end

header.each(parsed, nil, function(entry)
  if entry.kind == "note" then return end
  check(entry.comment, "%s has no comment", entry.name)
  if entry.comment and entry.signature and entry.kind ~= "callback" then check_function(entry) end
end)
-- What a struct holds is told field by field, or all in the comment above it.
header.each(parsed, "struct", function(entry)
  for _, field in ipairs(entry.fields) do
    if field.name == "struct_size" then
      check(entry.fields[1] == field, "%s: struct_size is not the first field", entry.name)
      check(entry.code:find("sizeof(" .. entry.name .. ")", 1, true), "%s does not say what struct_size is", entry.name)
    end
  end
end)

local errors = checks.read("docs/errors.md")
for code in pairs(codes) do
  local status = "DIFFABLE_ERROR_" .. code
  check(code:find("^DIFFABLE_") or errors:find("\n| `" .. status .. "` |", 1, true), "docs/errors.md lacks %s", status)
end

checks.finish("contracts of the header")
