-- Writes the reference of the library from its headers: lua5.4 c_reference.lua >c.md

local header = require "header"

local page = {}
local function add(format, ...)
  page[#page + 1] = select("#", ...) > 0 and format:format(...) or format
end

-- Adds a comment as Markdown. Numbered lists stay lists, and any other indented text is shown as code.
local function add_text(text)
  local was
  for line in (text .. "\n"):gmatch("([^\n]*)\n") do
    local is = line:find("^ +%d+%. ") and "list" or line:find("^  ") and (was == "list" and "list" or "code") or nil
    if is ~= was and line ~= "" and page[#page] ~= "" then add("") end
    local bare = line:match("^%s*(.*)$")
    add(is == "code" and "    " .. bare or is == "list" and not bare:find("^%d") and "   " .. bare or bare)
    was = is
  end
  add("")
end

local function add_code(entry)
  local code = entry.code
  if entry.signature then
    code = code:gsub("%s*{.*", ";"):gsub("%s+", " "):gsub("%( ", "(")
    local head, parameters, tail = code:match("^(.-%()([^()]*)(%);)$")
    if #code > 100 and head then code = head .. "\n    " .. parameters:gsub(", ", ",\n    ") .. tail end
  end
  add("```c\n%s\n```\n", code)
end

local function slug(title)
  return (title:lower():gsub("[^%w%- _]", ""):gsub(" ", "-"))
end

local parsed = header.read(header.paths[1])
local terminal = header.read(header.paths[2])
add("# The C library\n")
add("This page is made from the comments of [include/diffable.h](../include/diffable.h), "
  .. "the engine and its views, and of")
add("[include/diffable_terminal.h](../include/diffable_terminal.h), [the terminal](#the-terminal-library).")
add("[Conventions](conventions.md), [errors](errors.md), [threads](threads.md) "
  .. "and [stability](stability.md) have pages of")
add("their own.\n")
local links = {}
for i, section in ipairs(parsed.sections) do links[i] = ("[%s](#%s)"):format(section.title, slug(section.title)) end
add(table.concat(links, " · ") .. "\n")
add_text(parsed.introduction:gsub("^@file diffable.h\n", ""))

table.insert(parsed.sections, { title = "The terminal library", entries = {
  { kind = "note", comment = (terminal.introduction:gsub("^@file diffable_terminal.h\n", "")) },
} })
for _, section in ipairs(terminal.sections) do table.insert(parsed.sections, section) end

for _, section in ipairs(parsed.sections) do
  add("## %s\n", section.title)
  for _, entry in ipairs(section.entries) do
    if entry.kind == "note" and not entry.comment:find("[.:]") then
      add("**%s**\n", entry.comment)
    elseif entry.kind == "note" then
      add_text(entry.comment)
    else
      add("### %s\n", entry.name)
      add_code(entry)
      if entry.comment then add_text(entry.comment) end
    end
  end
end

io.write((table.concat(page, "\n"):gsub("\n+$", "\n")))
