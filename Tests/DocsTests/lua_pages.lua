-- Reads the pages of the Lua reference. A heading `###` describes one name, or several that are joined by commas and
-- "and": `snapshot:append_items(items [, place])`, `source.cell`, `width = columns`. Any other heading `###` is above a
-- table of names. The first column of a table has names if its head is "field", "function" or "option".

local checks = require "checks"
local examples = require "examples"
local slug = require "slug"
local check = checks.check

local pages = { paths = { "docs/lua.md", "docs/lua-views.md", "docs/lua-screen.md" } }

-- Whose names the words before a dot or a colon stand for.
local owners = {
  diffable = "Module", snapshot = "Snapshot", difference = "Difference", transaction = "Transaction",
  source = "Data source",
  history = "History", publisher = "Publisher", follower = "Follower", view = "View", err = "Error",
}

-- A name is written `name` for a field and `name(parameters)` for a function; optional parameters end in `?`.
local function parameters_of(signature)
  local parameters, is_optional = {}, false
  for bracket, name in signature:gmatch("([%[%]]?)[%s,]*([%a_]*)") do
    if bracket ~= "" then is_optional = bracket == "[" end
    if name ~= "" then parameters[#parameters + 1] = name .. (is_optional and "?" or "") end
  end
  return "(" .. table.concat(parameters, ", ") .. ")"
end

-- Returns the name that a text describes, its owner if the text says it, and how the index calls it; nil if the text is
-- no name.
local function parse_name(text)
  local owner = text:match("^#([%a_]+)$")
  if owner then return "__len", owners[owner], text end
  owner = text:match("^([%a_]+) == ")
  if owner then return "__eq", owners[owner], text end
  owner = text:match("^tostring%(([%a_]+)%)$")
  if owner then return "__tostring", owners[owner], "tostring" end
  local prefix, name, rest = text:match("^([%a_]+)[.:]([%w_]+)(.*)$")
  if prefix and owners[prefix] then
    return name .. (rest == "" and "" or parameters_of(rest:match("^%((.*)%)$") or "?")), owners[prefix], name
  end
  name = text:match("^([%a_]+) = .")
  if name then return name, nil, name end
end

local function texts_of_heading(heading)
  local texts = {}
  for text in (heading:gsub(" and ", "\0"):gsub("%), ", ")\0")):gmatch("%Z+") do texts[#texts + 1] = text end
  return texts
end

-- The names in the first columns of the tables in some lines.
local function texts_of_tables(lines)
  local texts, has_names = {}, false
  for line in lines:gmatch("[^\n]*") do
    local cell = line:match("^| (.-) |")
    if not line:find("^|") then
      has_names = false
    elseif cell == "field" or cell == "function" or cell == "option" then
      has_names = true
    elseif cell and has_names then
      for text in cell:gmatch("`([^`]+)`") do texts[#texts + 1] = text end
    end
  end
  return texts
end

-- Whether an example shows a name. `tostring` is what `print` calls.
local function shows(code, name)
  if name == "__len" then return code:find("#%a") end
  if name == "__eq" then return code:find(" == ", 1, true) end
  if name == "__tostring" then return code:find("print(", 1, true) end
  return code:find("%f[%w_]" .. name:match("^[%w_]+") .. "%f[^%w_]")
end

-- The parts of a page: { section, heading, text, code }. Text is what is outside of blocks of code.
local function parts_of(page)
  local parts, is_code = {}, false
  local part = { section = "", text = {}, code = {} }
  for line in (page .. "\n"):gmatch("([^\n]*)\n") do
    local marks, title = line:match("^(##+) (.*)$")
    if line:find("^```") then
      is_code = not is_code
    elseif is_code then
      table.insert(part.code, line)
    elseif marks then
      part = {
        section = marks == "##" and title or part.section,
        heading = marks == "###" and title or nil,
        text = {}, code = {},
      }
      parts[#parts + 1] = part
    else
      table.insert(part.text, line)
    end
  end
  for _, each in ipairs(parts) do
    each.text, each.code = table.concat(each.text, "\n"), table.concat(each.code, "\n")
  end
  return parts
end

-- Returns the entries of a page, { owner, name, text, label, link }, and the set of its sections.
local function read_page(path)
  local entries, sections, slugs = {}, {}, {}
  for _, part in ipairs(parts_of(checks.read(path))) do
    local title = part.heading or part.section
    check(not slugs[slug(title)], "%s: the heading %q is there twice", path, title)
    slugs[slug(title)] = true
    if not part.heading then sections[title] = true end
    local texts = part.heading and texts_of_heading(part.heading) or {}
    if not (texts[1] and parse_name(texts[1])) then texts = texts_of_tables(part.text) end
    check(texts[1] or not part.heading, "%s: the heading %q names nothing", path, title)
    for _, text in ipairs(texts) do
      local name, owner, label = parse_name(text)
      if not name then name, label = text:match("^[%a_]+$"), text end
      check(name, "%s, %s: %q is no name", path, title, text)
      if name then
        check(shows(part.code, name), "%s, %s: no example has %s", path, title, text)
        entries[#entries + 1] = {
          owner = owner or part.section, section = part.section, name = name, text = text, label = label,
          link = (path == pages.paths[1] and "" or path:match("[^/]+$")) .. "#" .. slug(title),
        }
      end
    end
  end
  return entries, sections
end

-- Returns the entries of all pages, and the sections that describe no names.
function pages.read()
  local entries, text_sections = {}, {}
  for _, path in ipairs(pages.paths) do
    local new, sections = read_page(path)
    for _, entry in ipairs(new) do sections[entry.section] = nil end
    table.move(new, 1, #new, #entries + 1, entries)
    for section in pairs(sections) do text_sections[section] = true end
  end
  return entries, text_sections
end

-- Runs the examples of all pages.
function pages.run_examples()
  -- The lua of 5.1 has strings in place of errors with fields.
  local has_errors = not (os.getenv("LUA") or ""):find("^lua5%.1")
  for _, path in ipairs(pages.paths) do
    examples.visit(checks.read(path), function(section, heading, code)
      if not code then return end
      local place = path .. ", " .. (heading or section)
      check(code:find("-->", 1, true), "%s: an example prints nothing", place)
      if section ~= "Error" or has_errors then examples.run(place, code) end
    end)
  end
end

return pages
