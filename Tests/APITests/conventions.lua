-- The rules of docs/conventions.md that the headers show: names, the number and the order of parameters, macros for
-- structs that may grow, and that every object that a function makes has a function that frees it.

local header = require "header"
local checks = require "checks"
local check = checks.check

local entries, callbacks, macros, opaque = {}, {}, {}, {}
for path in checks.output_of("ls include/*.h"):gmatch("[^\n]+") do
  for line in checks.read(path):gmatch("[^\n]+") do
    check(#line <= 120, "%s has a line of %d columns: %s", path, #line, line)
  end
  header.each(header.read(path), nil, function(entry)
    entries[#entries + 1] = entry
    if entry.kind == "callback" then callbacks[entry.name] = true end
    if entry.kind == "macro" then macros[entry.name] = entry end
    if entry.kind == "opaque" then opaque[entry.name] = true end
  end)
end
callbacks.diffable_finalize_fn = nil

local function is_output(type)
  return type:find("%*%*$")
    or (type:find("%*$") and not type:find("^const ") and not opaque[type:match("^([%w_]+)")] and type ~= "void *")
end

-- In what order a parameter comes: object and inputs, callback, user_data, finalize, outputs, error.
local function rank(type, name)
  if callbacks[type] then return 2 end
  if name == "user_data" then return 3 end
  if type == "diffable_finalize_fn" then return 4 end
  if type == "diffable_error **" then return 6 end
  if is_output(type) or name == "capacity" then return 5 end -- the capacity of an array is part of it
  return 1
end

local function parameters_of(entry)
  local parameters = {}
  for parameter in entry.signature.parameters:gmatch("[^,]+") do
    local type, name = parameter:match("^%s*(.-)%s*([%w_]+)%s*$")
    if type ~= "" then parameters[#parameters + 1] = { type = type, name = name } end
  end
  return parameters
end

local function check_order(entry)
  local last = 0
  for _, parameter in ipairs(parameters_of(entry)) do
    local this = rank(parameter.type, parameter.name)
    check(this >= last, "%s: %s comes too late", entry.name, parameter.name)
    last = this
  end
end

-- No function has more than six parameters except for these. A block of strings is two parameters, and so are a place
-- and an array to write to. Its status is what an error says, and no answer of the call.
local needs_no_look = { diffable_error_status = true }
local has_more = {
  diffable_snapshot_append_strings = true, diffable_snapshot_insert_items_at = true,
  diffable_snapshot_insert_items = true, diffable_difference_changes = true,
}

local freed, made = {}, {}
for _, entry in ipairs(entries) do
  local name = entry.name
  if entry.kind == "macro" then
    check(name:find("^DIFFABLE_[%u%d_]+$"), "%s is no name of a macro", name)
  elseif name then
    check(name:find("^diffable_[%l%d_]+$") and not name:find("_t$"), "%s is no name of a function or a type", name)
  end
  if entry.kind == "enum" then
    for _, enumerator in ipairs(entry.enumerators) do
      check(enumerator:find("^DIFFABLE_[%u%d_]+$"), "%s is no name of an enumerator", enumerator)
    end
  elseif entry.kind == "function" then
    check_order(entry)
    local count = #parameters_of(entry)
    check(count <= 6 or has_more[name], "%s has %d parameters", name, count)
    local type = name:match("^(.*)_free$")
    if type then freed[type] = true end
    local result = entry.signature.result:match("^(diffable_[%w_]+) %*$")
    if result then made[result] = name end
    for _, parameter in ipairs(parameters_of(entry)) do
      local out = parameter.type:match("^(diffable_[%w_]+) %*%*$")
      if out then made[out] = name end
    end
    -- Only the result says whether there is an object to free, and whether the call failed.
    local warns = result ~= nil or entry.signature.result == "diffable_status" and not needs_no_look[name]
    check(entry.warns == warns, "%s has DIFFABLE_WARN_UNUSED or lacks it", name)
  elseif entry.kind == "callback" and name ~= "diffable_finalize_fn" then
    local parameters = parameters_of(entry)
    check(parameters[#parameters].name == "user_data", "%s does not end in user_data", name)
  elseif entry.kind == "struct" and entry.fields[1].name == "struct_size" then
    local macro = name:gsub("^diffable_", "DIFFABLE_"):upper() .. "_INIT"
    check(macros[macro] and macros[macro].code:find("sizeof(" .. name .. ")", 1, true),
      "%s has no macro %s", name, macro)
  end
end
for type, by in pairs(made) do check(freed[type], "%s makes a %s, which nothing frees", by, type) end

checks.finish("conventions of the header")
