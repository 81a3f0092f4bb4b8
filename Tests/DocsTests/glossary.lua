-- Holds the glossary true: the types that it and the page about the code name exist, a term has one meaning, and the
-- words that forbids occur nowhere in the sources, the headers and the pages.

local checks = require "checks"
local check, read = checks.check, checks.read

local glossary_path = "docs/glossary.md"
local glossary = read(glossary_path)
local terms, forbidden = glossary:match("^(.-)\n## Words that we do not use\n(.*)$")
check(terms, "%s: its last section is missing", glossary_path)

local function lines_of(command)
  return checks.output_of(command):gmatch("[^\n]+")
end

-- The types of Swift, the classes of JavaScript, and the modules.
local exists = {}
for path in lines_of("find Sources -name '*.swift' -o -name '*.js'") do
  local code = ("\n" .. read(path)):gsub("\n%s*//[^\n]*", "")
  for _, keyword in ipairs{ "struct", "class", "enum", "protocol", "actor", "typealias" } do
    for name in code:gmatch("%f[%w]" .. keyword .. "%s+(%u%w*)") do exists[name] = true end
  end
end
for name in lines_of("ls Sources") do exists[name] = true end

-- Names in code font that begin with a capital letter, and have a small one.
local function check_types(path, text)
  for name in text:gmatch("`(%u%w*)`") do
    if name:find("%l") then check(exists[name], "%s: there is no type %s", path, name) end
  end
end
check_types(glossary_path, terms)
check_types("docs/internals.md", read("docs/internals.md"))

-- A term has one meaning.
local seen = {}
for row, meaning in terms:gmatch("\n| ([^|]+) | ([^|]+) |") do
  if row ~= "term" and not row:find("^%-") then
    for term in row:gmatch("[^,]+") do
      term = term:match("^%s*(.-)%s*$")
      check(not seen[term], "%s: %s is there twice", glossary_path, term)
      seen[term] = true
    end
    check(meaning:find("%S"), "%s: %s has no meaning", glossary_path, row)
  end
end
check(next(seen), "%s has no terms", glossary_path)

-- Words, and phrases of them, between characters that belong to no word.
local words = {}
for row in forbidden:gmatch("\n(| `[^|]*)|") do
  for word in row:gmatch("`([^`]+)`") do
    check(not exists[word], "%s: there is a type %s", glossary_path, word)
    words[#words + 1] = word
  end
end
check(#words > 0, "%s forbids no words", glossary_path)

local exempt = { [glossary_path] = true, ["docs/experiments.md"] = true }
for path in lines_of("find Sources include docs -type f") do
  if not exempt[path] then
    local number = 0
    for line in (read(path) .. "\n"):gmatch("([^\n]*)\n") do
      number = number + 1
      for _, word in ipairs(words) do
        if line:find("%f[%w_]" .. word .. "%f[^%w_]") then
          check(false, "%s:%d: the glossary forbids %q", path, number, word)
        end
      end
    end
    check(number > 0, "%s is empty", path)
  end
end

checks.finish("glossary")
