-- Contacts with a live search. The list that is shown is derived from the list of all contacts, and each keystroke sets
-- its filter. Only the rows that differ change.
--
--     diffable contacts.lua [people.csv [text]]
--
-- The first line of the file names its columns. first_name and last_name are required, email and friend are optional; a
-- friend has yes in the column friend. The text is typed into the search. Without a file, the script uses contacts of
-- its own. On a terminal you can search at the end: type `/` and a text, and `q` to leave.

local diffable = require "diffable"

local path, text = ...

-- CONTACTS have a number as identifier, because two people may have the same name.

local contacts = {
  { id = 1, first_name = "Maria", last_name = "Lopez", email = "maria@example.org", is_friend = true },
  { id = 2, first_name = "Omar", last_name = "Haddad", email = "omar@example.org", is_friend = true },
  { id = 3, first_name = "Ann", last_name = "Marsh", email = "ann@example.org", is_friend = true },
  { id = 4, first_name = "Marta", last_name = "Nowak", email = "marta@example.org", is_friend = false },
  { id = 5, first_name = "Mona", last_name = "Berg", email = "mona@example.org", is_friend = false },
  { id = 6, first_name = "Zoë", last_name = "Martin", email = "zoe@example.org", is_friend = false },
  { id = 7, first_name = "Wei", last_name = "Li", email = "wei@example.org", is_friend = false },
}

-- Returns the rows of a CSV text. A field may be quoted. A quoted field may contain commas and line ends, and a quote
-- in it is doubled.
local function parse_csv(csv)
  local rows, row, place = {}, {}, 1
  csv = csv:gsub("^\u{FEFF}", ""):gsub("\r\n", "\n"):gsub("\n*$", "\n")
  while place <= #csv do
    local start = place
    while csv:find('^"', place) do
      place = csv:match('^"[^"]*"()', place) or error("row " .. #rows + 1 .. ": a quote is not closed", 0)
    end
    local is_quoted = place > start
    place = csv:match(is_quoted and "^()[,\n]" or "^[^,\n]*()", place)
      or error("row " .. #rows + 1 .. ": text behind a quote", 0)
    local field = csv:sub(start, place - 1)
    row[#row + 1] = is_quoted and field:sub(2, -2):gsub('""', '"') or field
    if csv:sub(place, place) == "\n" then rows[#rows + 1], row = row, {} end
    place = place + 1
  end
  return rows
end

local function read_contacts(name)
  local file <close> = assert(io.open(name))
  local rows, columns, result = parse_csv(assert(file:read("a"))), {}, {}
  for i, column in ipairs(rows[1]) do columns[column] = i end
  for _, column in ipairs{ "first_name", "last_name" } do
    if not columns[column] then error(("%s: the first line names no column %s"):format(name, column), 0) end
  end
  for i = 2, #rows do
    result[i - 1] = {
      id = i - 1,
      first_name = rows[i][columns.first_name] or "",
      last_name = rows[i][columns.last_name] or "",
      email = rows[i][columns.email],
      is_friend = rows[i][columns.friend] == "yes",
    }
  end
  return result
end

if path then contacts = read_contacts(path) end

-- THE SECTIONS are always the same two. A section stays in the list if the search finds nobody in it.

local sections = {
  { id = "friends_contacts", title = "Friends Contacts", is_friend = true },
  { id = "all_contacts", title = "Your Contacts", is_friend = false },
}

-- A setting: whether last names come first. It is not part of any contact.
local last_name_is_first = false

-- ALL CONTACTS are in a list that no view shows.
local everyone = diffable.data_source{ view = false }

-- THE LIST that is shown is derived from the list of all contacts. A header provider receives the section and its
-- index. Here the index is enough, because the sections never move.
local found = everyone:derive{
  keep_empty_sections = true,
  cell = function(contact)
    local first, last = contact.first_name, contact.last_name
    return { text = last_name_is_first and last .. ", " .. first or first .. " " .. last, detail = contact.email }
  end,
  header = function(_, index)
    return sections[index].title
  end,
}

-- Shows the contacts whose first or last name contains the text. Case matters.
local function search_for(search)
  found:set{ filter = function(contact)
    return contact.first_name:find(search, 1, true) or contact.last_name:find(search, 1, true)
  end }
end

-- 1. The first list is shown without animation.

local list = everyone:new_snapshot()
list:append_sections(sections)
for _, section in ipairs(sections) do
  local items = {}
  for _, contact in ipairs(contacts) do
    if contact.is_friend == section.is_friend then items[#items + 1] = contact end
  end
  list:append_items(items, section.id)
end
print("everyone")
everyone:apply(list, { animating_differences = false })

-- 2. A search is typed letter by letter, and cleared. A letter may have several bytes.

local function type_search(search)
  print()
  print(("search: %q"):format(search))
  search_for(search)
end

local typed = ""
for letter in (text or not path and "Martz" or ""):gmatch(utf8.charpattern) do
  typed = typed .. letter
  type_search(typed)
end
if typed ~= "" then type_search("") end

-- 3. The setting changes all rows, but no contact. So the apply requests all cells again.

if not path then
  print()
  print("last names first")
  last_name_is_first = true
  everyone:apply_using_reload_data(everyone:snapshot())
end

-- 4. Nobody can be in both sections, because an identifier is unique in the whole list. The error says where it is.

if not path then
  print()
  print("Maria among all contacts, too")
  list = everyone:snapshot()
  print(select(2, pcall(list.append_items, list, contacts[1], "all_contacts")))
end

-- ON A TERMINAL the user searches.

if diffable.terminal_is_available() then
  diffable.run{ source = found, on_search = search_for }
end
