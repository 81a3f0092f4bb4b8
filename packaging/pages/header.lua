-- Reads a header that is written like include/diffable.h: comments `/** ... */` in front of declarations, banners
-- between sections, and one declaration in each statement. Anything else is an error, so that nothing is left out.

local header = {}

local function trim(text)
  return (text:gsub("^%s+", ""):gsub("%s+$", ""))
end

-- The text of a comment, without its frame of asterisks.
local function text_of(comment)
  local lines = {}
  for line in (comment:gsub("^/%*%*?", ""):gsub("%*/$", "") .. "\n"):gmatch("([^\n]*)\n") do
    lines[#lines + 1] = (line:gsub("^ %* ?", ""):gsub("%s+$", ""))
  end
  return trim(table.concat(lines, "\n"))
end

-- The end of the declaration that begins at `place`: the first semicolon or closing brace outside of braces.
local function end_of_declaration(text, place)
  local depth = 0
  while true do
    local at, character = text:match("()([{};])", place)
    assert(at, "a declaration does not end")
    if character == "{" then
      depth = depth + 1
    elseif character == "}" then
      depth = depth - 1
      if depth == 0 and not text:find("^[%s%w_]*;", at + 1) then return at end
    elseif depth == 0 then
      return at
    end
    place = at + 1
  end
end

local function without_comments(code)
  return (code:gsub("%s*/%*.-%*/", ""))
end

-- A parameter without its name: "const diffable_id *ids" as "const diffable_id *".
local function type_of(parameter)
  parameter = trim(parameter)
  return parameter == "void" and parameter or trim((parameter:gsub("[%w_]+$", "")))
end

local function parse_function(result, parameters)
  local types = {}
  for parameter in parameters:gmatch("[^,]+") do types[#types + 1] = type_of(parameter) end
  return { result = trim(result), types = types, parameters = trim(parameters) }
end

-- Returns what a declaration declares: a table with `kind`, `name`, and fields that depend on the kind.
local function classify(code)
  local bare = trim(without_comments(code):gsub("%s+", " ")):gsub("^DIFFABLE_API ", "")
  local name, body = bare:match("^typedef int32_t ([%w_]+); enum { (.*) };$")
  if name then
    local enumerators = {}
    for enumerator in body:gmatch("([%w_]+) = ") do enumerators[#enumerators + 1] = enumerator end
    return { kind = "enum", name = name, enumerators = enumerators }
  end
  name, body = bare:match("^typedef struct ([%w_]+) { (.*) } [%w_]+;$")
  if name then
    local fields = {}
    for type, field in body:gsub("union { (.-) } ([%w_]+);", "union %2;"):gmatch("([^;]-)([%w_]+)%[?%d*%]?;") do
      fields[#fields + 1] = { type = trim(type), name = field }
    end
    return { kind = "struct", name = name, fields = fields }
  end
  name = bare:match("^typedef struct ([%w_]+) [%w_]+;$")
  if name then return { kind = "opaque", name = name } end
  local result, parameters
  result, name, parameters = bare:match("^typedef (.-)%(%*([%w_]+)%)%((.*)%);$")
  if name then return { kind = "callback", name = name, signature = parse_function(result, parameters) } end
  result, name, parameters = bare:match("^static inline (.-)([%w_]+)%((.-)%) {")
  if name then return { kind = "inline", name = name, signature = parse_function(result, parameters) } end
  result, name, parameters = bare:match("^([%w_ *]-)([%w_]+)%((.*)%);$")
  if name then return { kind = "function", name = name, signature = parse_function(result, parameters) } end
  error("this is no declaration that can be read: " .. bare)
end

function header.text(path)
  local file <close> = assert(io.open(path))
  return file:read("a")
end

-- Returns { introduction = text, sections = { { title = text, entries = { ... } }, ... } }. An entry is a declaration
-- (`kind`, `name`, `comment`, `code`), or a note between them (kind "note", `comment`).
function header.read(path)
  local text = header.text(path):gsub("/%* clang%-format o[fn]+ %*/\n", "")
  local result = { introduction = nil, sections = {} }
  local section, comment
  local function add(entry)
    entry.comment, comment = comment, nil
    assert(section, "a declaration stands in front of the first section")
    table.insert(section.entries, entry)
    return entry
  end

  local place, macros = 1, {}
  while true do
    place = text:match("^%s*()", place)
    if place > #text then break end
    local last = select(2, text:find("^/%*.-%*/", place))
    if last then
      local raw = text:sub(place, last)
      local title, note = raw:match("^/%* %-%-%-+\n %* ([^\n]+)\n(.*) %* %-%-%-+ %*/$")
      if title then
        section = { title = title, entries = {} }
        table.insert(result.sections, section)
        note = text_of(note)
        if note ~= "" then
          comment = note
          add{ kind = "note" }
        end
      elseif not result.introduction then
        result.introduction = text_of(raw)
      elseif raw:find("^/%*%*") then
        assert(not comment, "a comment stands in front of another one")
        comment = text_of(raw)
      else
        comment = text_of(raw)
        add{ kind = "note" }
      end
    elseif text:find("^#", place) then
      last = text:find("[^\\]\n", place) or #text - 1
      last = last + 1
      local code = trim(text:sub(place, last))
      local name = code:match("^#define (DIFFABLE_[%w_]+)%f[ (].")
      -- The first definition has the comment. Others are for other compilers.
      if name and section and not macros[name] then add{ kind = "macro", name = name, code = code } end
      macros[name or ""] = true
    elseif text:find('^extern "C" {', place) or text:find("^}\n#endif", place) then
      last = text:find("\n", place, true)
    else
      -- An enumeration is a type of four bytes and, right after it, its enumerators.
      last = end_of_declaration(text, text:match("^typedef int32_t [%w_]+;\nenum ()", place) or place)
      -- The macros for compilers are not part of the type.
      local code, warns = text:sub(place, last):gsub("^DIFFABLE_API ", ""):gsub("^DIFFABLE_WARN_UNUSED ", "")
      local entry = classify(code)
      entry.code, entry.warns = code, warns > 0
      add(entry)
    end
    place = last + 1
  end
  assert(not comment, "the last comment stands in front of nothing")
  return result
end

header.paths = { "include/diffable.h", "include/diffable_terminal.h" }

-- Returns the sections of all headers.
function header.read_all()
  local all = { sections = {} }
  for _, path in ipairs(header.paths) do
    for _, section in ipairs(header.read(path).sections) do table.insert(all.sections, section) end
  end
  return all
end

-- Calls `visit(entry)` for every declaration, or, if `kind` is given, for every declaration of that kind.
function header.each(parsed, kind, visit)
  for _, section in ipairs(parsed.sections) do
    for _, entry in ipairs(section.entries) do
      if not kind or entry.kind == kind then visit(entry) end
    end
  end
end

return header
