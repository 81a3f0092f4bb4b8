-- Holds the Lua reference true. Runs every example of its pages, and compares what it prints with the comments `-->` in
-- it. Then compares the names that the C files (the arguments) register with the names that the pages describe, with
-- their index, and with the types of library/diffable.lua, in both directions.

local checks = require "checks"
local pages = require "lua_pages"
local check, read = checks.check, checks.read

-- Where something stands that the three sides say: an owner of names in docs/lua.md, a class of library/diffable.lua,
-- and in C a type with a metatable (or "module"), or functions that read or fill plain tables.
local kinds = {
  { heading = "Module", class = "diffable", type = "module", functions = { "luaopen_diffable" } },
  { heading = "Snapshot", class = "diffable.Snapshot", type = "diffable_lua_snapshot_name" },
  {
    heading = "Difference", class = "diffable.Difference", type = "diffable_lua_difference_name",
    functions = { "pairs" },
  },
  { class = "diffable.Counts", functions = { "counts" } },
  { heading = "Change", class = "diffable.Change", functions = { "push_change" } },
  { heading = "Conflict", class = "diffable.Conflict", functions = { "push_conflict" } },
  { heading = "Step", class = "diffable.Step", functions = { "push_step" } },
  { heading = "Transaction", class = "diffable.Transaction", type = "diffable_lua_transaction_name" },
  {
    heading = "Section transaction", class = "diffable.SectionTransaction", functions = { "push_section_transactions" },
  },
  { heading = "Data source", class = "diffable.DataSource", type = "diffable_lua_source_name" },
  { heading = "Data source options", class = "diffable.DataSourceOptions", functions = { "diffable_lua_source_new" } },
  { class = "diffable.CellProviders" },
  { class = "diffable.SupplementaryProviders" },
  { heading = "Derivation", class = "diffable.Derivation", functions = { "set_derivation" } },
  { heading = "Snapshot options", class = "diffable.SnapshotOptions", functions = { "diffable_lua_push_key_option" } },
  { heading = "Append options", class = "diffable.AppendOptions", functions = { "check_place" } },
  { class = "diffable.Described", functions = { "push_section", "push_item", "make_table" } },
  { heading = "Delete options", class = "diffable.DeleteOptions", functions = { "must_exist" } },
  { heading = "Apply options", class = "diffable.ApplyOptions", functions = { "read_options" } },
  { heading = "History", class = "diffable.History", type = "diffable_lua_history_name" },
  { heading = "History options", class = "diffable.HistoryOptions", functions = { "diffable_lua_history_new" } },
  { heading = "Encode options", class = "diffable.EncodeOptions", functions = { "push_name" } },
  { class = "diffable.OpaqueContent", functions = { "push_opaque" } },
  { heading = "Publisher", class = "diffable.Publisher", type = "diffable_lua_publisher_name" },
  { heading = "Publisher options", class = "diffable.PublisherOptions", functions = { "diffable_lua_publisher_new" } },
  { heading = "Follower", class = "diffable.Follower", type = "diffable_lua_follower_name" },
  { heading = "View", class = "diffable.View", type = "diffable_lua_view_name" },
  { heading = "Text view options", class = "diffable.TextViewOptions", functions = { "diffable_lua_text_view_new" } },
  {
    heading = "NDJSON view options", class = "diffable.NDJSONViewOptions",
    functions = { "diffable_lua_ndjson_view_new" },
  },
  { heading = "Run options", class = "diffable.RunOptions", functions = { "diffable_lua_run_list" } },
  { heading = "Cell", class = "diffable.Cell", functions = { "push_cell" } },
  { heading = "Index path", class = "diffable.IndexPath", functions = { "diffable_lua_push_index_path", "set_path" } },
  { heading = "Error", class = "diffable.Error", functions = { "diffable_lua_make_error" } },
}

local text_headings = {
  ["Index"] = true, ["Rules that hold everywhere"] = true, ["Versions of Lua"] = true, ["Section snapshot"] = true,
  ["Error codes"] = true,
}

-- What only the reader of the page meets: operators. Types say no more than `len`.
local operators = { __len = true, __eq = true, __tostring = true }

-- Names of the page ---------------------------------------------------------------------------------

-- Returns { owner = { name = true } } for all entries.
local function names_in_pages(entries)
  local owners = {}
  for _, entry in ipairs(entries) do
    local names = owners[entry.owner] or {}
    check(not names[entry.name], "docs/lua.md: %q of %q is there twice", entry.name, entry.owner)
    names[entry.name] = true
    owners[entry.owner] = names
  end
  return owners
end

-- The index has a link to each name, and no others.
local function check_index(page, entries)
  local links, expected = {}, {}
  for label, target in page:match("\n## Index\n(.-)\n## "):gmatch("%[`([^`]+)`%]%(([^)]+)%)") do
    links[("[`%s`](%s)"):format(label, target)] = true
  end
  for _, entry in ipairs(entries) do
    local link = ("[`%s`](%s)"):format(entry.label, entry.link)
    expected[link] = true
    check(links[link], "docs/lua.md: the index lacks %s", link)
  end
  for link in pairs(links) do
    check(expected[link], "docs/lua.md: the index has %s, which no heading or table describes", link)
  end
end

-- Names of the types --------------------------------------------------------------------------------

local function names_in_types(text)
  local classes, narrowed, class_of_variable, class, optional = {}, {}, {}, nil, {}
  for line in text:gmatch("[^\n]+") do
    local new_class, base = line:match("^%-%-%-@class ([%w_.]+)<?T?>?:? ?([%w_.]*)")
    local field = line:match("^%-%-%-@field ([%w_]+)")
    local parameter = line:match("^%-%-%-@param ([%w_]+)%?")
    local variable = line:match("^local ([%w_]+) = {}")
    local owner, name, parameters = line:match("^function ([%w_]+)[.:]([%w_]+)%((.-)%) end")
    if new_class then
      class = {}
      classes[new_class] = class
      if base ~= "" then narrowed[new_class] = base end
    elseif field then
      class[field] = true
    elseif line:find("^%-%-%-@operator len") then
      class.__len = true
    elseif parameter then
      optional[parameter] = true
    elseif variable then
      class_of_variable[variable] = class
    elseif owner then
      parameters = parameters:gsub("[%w_]+", function(each) return each .. (optional[each] and "?" or "") end)
      local names = class_of_variable[owner]
      names[name .. "(" .. parameters .. ")"] = true
      optional = {}
    end
  end
  for narrow, base in pairs(narrowed) do -- it says more of the same fields
    for name in pairs(classes[narrow]) do
      check(classes[base][name], "library/diffable.lua: %s has the field %s, which %s lacks", narrow, name, base)
    end
    classes[narrow] = nil
  end
  return classes
end

-- Names of the C files ------------------------------------------------------------------------------

-- A file as its functions { name = body } and its arrays { name = text }.
local function parse_c(text)
  local file = { functions = {}, arrays = {} }
  -- Without comments, and with each list of arguments in one line.
  text = text:gsub("/%*.-%*/", ""):gsub("%(\n%s+", "("):gsub(",\n%s+", ", ")
  local place = 1
  while true do
    local first, last, head, body = text:find("\n([^\n;#{}(]*)%([^;{}]-%)\n{\n(.-)\n}\n", place)
    if not first then break end
    file.functions[head:match("([%w_]+)$")] = body
    place = last
  end
  for name, content in text:gmatch("([%w_]+)%[[%w_]*%] = (%b{})") do file.arrays[name] = content end
  return file
end

local function add_strings(names, text)
  for name in text:gmatch('"([^"]+)"') do names[name] = true end
end

-- The names that a function compares strings with, those in the arrays that it uses, and the same of functions
-- `..._is_...` that it asks.
local function add_fields(names, files, file, body)
  for name in body:gmatch('diffable_lua_is_string%([^"]-"([%w_]+)"%)') do names[name] = true end
  for word in body:gmatch("[%w_]+") do
    local array = file.arrays[word]
    if array and not array:find("{.*{") then add_strings(names, array) end
    for _, other in ipairs(files) do
      if word:find("_is_") and other.functions[word] then add_fields(names, {}, other, other.functions[word]) end
    end
  end
end

-- The names of the fields that a function sets in a table.
local function add_set_fields(names, body)
  for name in body:gmatch('set[%w_]*%(L, [^"\n;]-"([%w_]+)"[,)]') do
    if not name:find("^__") then names[name] = true end
  end
  -- Names that are kept on the stack are called by their enumerators.
  for name in body:gmatch("%(L, names[ ,]+%+? ?([%u_]+)") do names[name:lower()] = true end
end

local function names_in_c(files)
  local types, tables = { module = {} }, {}

  local function array_of(file, name)
    if file.arrays[name] then return file.arrays[name] end
    for _, other in ipairs(files) do
      if other.arrays[name] then return other.arrays[name] end
    end
    error("there is no array " .. name)
  end

  local function add_registered(names, file, array)
    for name in array_of(file, array):gmatch('{%s*"([%w_]+)",%s*[%w_]+%s*[,}]') do
      if operators[name] then
        names[name] = true
      elseif not name:find("^__") then
        names[name .. "()"] = true
      end
    end
  end

  for _, file in ipairs(files) do
    for name, body in pairs(file.functions) do
      local type, metamethods, members, index = body:match(
        "diffable_lua_new_type%(L, ([%w_]+), ([%w_]+), &([%w_]+), ([%w_]+)%)")
      local methods = type and body:match("diffable_lua_members " .. members .. " = { \"[^\"]+\", ([%w_]+),")
      local names = {}
      if type then
        types[type] = types[type] or names
        names = types[type]
        add_registered(names, file, metamethods)
        add_registered(names, file, methods)
        local setter = file.arrays[metamethods]:match('"__newindex", ([%w_]+)')
        for _, accessor in ipairs{ index, setter } do
          if accessor ~= "NULL" then add_fields(names, files, file, file.functions[accessor]) end
        end
      elseif name == "luaopen_diffable" then
        names = types.module
      end
      if type or names == types.module then
        for array in body:gmatch("diffable_lua_set_functions%(L, ([%w_]+)%)") do add_registered(names, file, array) end
      end
      for _, kind in ipairs{ "methods", "edits" } do
        for added_to, array in body:gmatch("diffable_lua_add_" .. kind .. "%(L, ([%w_]+), ([%w_]+)%)") do
          types[added_to] = types[added_to] or {}
          add_registered(types[added_to], file, array)
        end
      end
      local filled = {}
      local options = body:match("diffable_lua_check_options%(L, [%w_]+, ([%w_]+)%)")
      if options then add_strings(filled, body:match(options .. "%[%] = (%b{})") or array_of(file, options)) end
      add_set_fields(filled, body)
      if body:find("lua_setfield%(L, %-?%d, [%w_]*names%[") then add_fields(filled, files, file, body) end
      if next(filled) then tables[name] = filled end
    end
  end
  return types, tables
end

-- Comparisons ---------------------------------------------------------------------------------------

-- Says which of `names` is not among `others`. C knows no parameters: there only the name counts.
local function compare(what, names, place, others, other_place, is_same)
  local found = {}
  for name in pairs(others) do found[is_same(name)] = true end
  for name in pairs(names) do
    check(found[is_same(name)], "%s: %s is in %s and not in %s", what, name, place, other_place)
  end
end

local function whole(name) return name end
local function bare(name) return (name:gsub("%(.*", "()")) end

local function without_operators(names)
  local result = {}
  for name in pairs(names) do
    if not operators[name] or name == "__len" then result[name] = true end
  end
  return result
end

local page_path, types_path, c_path = "docs/lua.md", "library/diffable.lua", "Sources/Bindings/Lua"

local function compare_names(owners, text_sections, classes, c_types, c_tables)
  for _, kind in ipairs(kinds) do
    local what = kind.heading or kind.class
    local page, types, c = owners[kind.heading], classes[kind.class], {}
    check(page or not kind.heading, "%s: %s names nothing of it", what, page_path)
    check(types, "%s: %s has no class %s", what, types_path, kind.class)
    check(not kind.type or c_types[kind.type], "%s: %s has no type %s", what, c_path, kind.type)
    for name in pairs(c_types[kind.type] or {}) do c[name] = true end
    for _, name in ipairs(kind.functions or {}) do
      check(c_tables[name], "%s: %s has no function %s that names fields", what, c_path, name)
      for field in pairs(c_tables[name] or {}) do c[field] = true end
      c_tables[name] = nil
    end
    if page then
      compare(what, page, page_path, c, c_path, bare)
      compare(what, c, c_path, page, page_path, bare)
    end
    if types then
      compare(what, types, types_path, c, c_path, bare)
      compare(what, without_operators(c), c_path, types, types_path, bare)
    end
    if page and types then
      compare(what, without_operators(page), page_path, types, types_path, whole)
      compare(what, types, types_path, page, page_path, whole)
    end
    owners[kind.heading or 0], classes[kind.class], c_types[kind.type or 0] = nil, nil, nil
  end
  for name in pairs(owners) do check(false, "%s: this test does not know the names of %q", page_path, name) end
  for name in pairs(text_sections) do
    check(text_headings[name], "%s: this test does not know the section %q", page_path, name)
  end
  for name in pairs(classes) do check(false, "%s: this test does not know the class %s", types_path, name) end
  for name in pairs(c_types) do check(false, "%s: this test does not know the type %s", c_path, name) end
  for name in pairs(c_tables) do check(false, "%s: this test does not know whose fields %s names", c_path, name) end
end

-- Words that are no names of functions or fields: error codes, row animations, kinds of steps, accessories.
local function compare_words(page, types, header)
  local in_header, in_page = {}, {}
  for code in header:gmatch("DIFFABLE_ERROR_([A-Z_]+) =") do in_header[code] = true end
  for code in page:match("\n## Error codes\n.*"):gmatch("\n| `([A-Z_]+)` |") do in_page[code] = true end
  compare("error codes", in_header, "the header", in_page, page_path, whole)
  compare("error codes", in_page, page_path, in_header, "the header", whole)

  local function compare_alias(alias, prefix, pattern)
    local constants, words = {}, {}
    for name in header:gmatch("%f[%w_]" .. prefix .. "([A-Z_]+) = %d") do constants[name:lower()] = true end
    constants.default = nil -- what C calls that of the data source; the other languages leave the option out
    local values = types:match("\n%-%-%-@alias " .. alias:gsub("%.", "%%.") .. "\n(.-)\n\n") or ""
    for word in values:gmatch('"([%w_]+)"') do
      words[word] = true
    end
    compare(alias, constants, "the header", words, types_path, whole)
    compare(alias, words, types_path, constants, "the header", whole)
    for name in pairs(constants) do
      check(page:find(pattern:format(name), 1, true), "%s: %s is in the header and not in %s", alias, name, page_path)
    end
  end
  compare_alias("diffable.RowAnimation", "DIFFABLE_ANIMATION_", '`"%s"`')
  compare_alias("diffable.StepKind", "DIFFABLE_STEP_", '`"%s"`')
end

local page, types = read(page_path), read(types_path)
local files = {}
for i, path in ipairs(arg) do files[i] = parse_c(read(path)) end
pages.run_examples()
local entries, text_sections = pages.read()
check_index(page, entries)
compare_names(names_in_pages(entries), text_sections, names_in_types(types), names_in_c(files))
compare_words(page, types, read("include/diffable.h"))
checks.finish("Lua reference")
