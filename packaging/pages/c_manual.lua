-- Writes the manual page of the library from its headers: lua5.4 c_manual.lua >diffable.3

local header = require "header"

local page = {}
local function add(line)
  page[#page + 1] = line
end

-- Escapes a line, so that troff reads no character of it as a request.
local function plain(line)
  return (line:gsub("\\", "\\e"):gsub("%-", "\\-"):gsub("^([.'])", "\\&%1"))
end

-- Words in code font become bold.
local function formatted(line)
  return (plain(line):gsub("`([^`]*)`", "\\fB%1\\fR"))
end

local function add_code(code)
  add(".nf")
  for line in (code .. "\n"):gmatch("([^\n]*)\n") do add(plain(line)) end
  add(".fi")
end

-- Adds a comment: paragraphs, numbered lists, and any other indented text as it is.
local function add_text(text)
  -- The block that the line is in: "code", "list" or nil for a paragraph.
  local block
  for line in (text .. "\n"):gmatch("([^\n]*)\n") do
    local number, entry = line:match("^ +(%d+%.) +(.*)$")
    if not number and line:find("^   *%S") and not block then
      add(".PP\n.nf")
      block = "code"
    elseif block == "code" and not line:find("^  ") then
      add(".fi\n.PP")
      block = nil
    elseif block == "list" and line:find("^%S") then
      add(".PP")
      block = nil
    end
    if number then
      add((".IP %s 4\n%s"):format(number, formatted(entry)))
      block = "list"
    elseif line == "" then
      if block ~= "code" then add(".PP") end
      if block == "list" then block = nil end
    elseif block == "code" then
      add(plain(line))
    else
      add(formatted((line:match("^%s*(.*)$"))))
    end
  end
  if block == "code" then add(".fi") end
end

-- Returns a signature in one line. If that has more than 100 columns, each parameter is in a line of its own.
local function signature(entry)
  local code = entry.code:gsub("%s*{.*", ";"):gsub("%s+", " "):gsub("%( ", "(")
  local head, parameters, tail = code:match("^(.-%()([^()]*)(%);)$")
  if #code > 100 and head then return head .. "\n    " .. parameters:gsub(", ", ",\n    ") .. tail end
  return code
end

local function add_section(section)
  add(('.SH "%s"'):format(section.title:upper()))
  for _, entry in ipairs(section.entries) do
    if entry.kind == "note" then
      add(".PP")
      add_text(entry.comment)
    else
      add(".SS " .. entry.name)
      add_code(entry.signature and signature(entry) or entry.code)
      if entry.comment then
        add(".PP")
        add_text(entry.comment)
      end
    end
  end
end

local version = assert(header.text(header.paths[1]):match('#define DIFFABLE_VERSION "([%d.]+)"'))
add('.\\" Made from include/diffable.h and include/diffable_terminal.h.')
add(('.TH DIFFABLE 3 "" "Diffable %s" "Library Functions"'):format(version))
add(".nh\n.ad l")
add(".SH NAME\ndiffable \\- an engine for lists that change")
add(".SH SYNOPSIS\n.nf\n.B #include <diffable.h>\n.PP")
add("cc program.c $(pkg\\-config \\-\\-cflags \\-\\-libs diffable)\n.fi")
add(".PP\nWith lists and motion on a terminal:\n.PP\n.nf\n.B #include <diffable_terminal.h>\n.PP")
add("cc program.c $(pkg\\-config \\-\\-cflags \\-\\-libs diffable\\-terminal)\n.fi")
add(".SH DESCRIPTION")
for index, path in ipairs(header.paths) do
  local parsed = header.read(path)
  if index > 1 then add('.SH "THE TERMINAL LIBRARY"') end
  add_text((parsed.introduction:gsub("^@file [%w_.]+\n", "")))
  for _, section in ipairs(parsed.sections) do add_section(section) end
end
add('.SH "SEE ALSO"\n.BR diffable (1)\n.PP')
add("The pages in share/doc/diffable: c.md, conventions.md, errors.md, threads.md, stability.md.")

-- Several paragraph breaks in a row become one.
local text = table.concat(page, "\n") .. "\n"
local count
repeat text, count = text:gsub("\n%.PP\n%.PP\n", "\n.PP\n") until count == 0
text = text:gsub("\n%.PP\n%.S", "\n.S"):gsub("(\n%.S[HS] [^\n]*)\n%.PP\n", "%1\n"):gsub("%.PP\n%.IP", ".IP")

io.write(text)
