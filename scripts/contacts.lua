-- Contacts with a live search: at every keystroke the list is described anew, and changes where it must.
--
--     diffable contacts.lua [people.csv [text]]
--
-- The first line of the file names its columns: first_name, last_name, and friend, where yes stands for a friend.
-- The text is what is typed into the search. Without a file the script has a few contacts of its own. On a terminal you
-- search yourself in the end: `/` and what you look for, and `q` to leave.

local diffable = require "diffable"

local path, text = ...

-- CONTACTS are named by a number, so that two people may have one name.

local contacts = {
  { id = 1, firstName = "Maria", lastName = "Lopez", isFriend = true },
  { id = 2, firstName = "Omar", lastName = "Haddad", isFriend = true },
  { id = 3, firstName = "Ann", lastName = "Marsh", isFriend = true },
  { id = 4, firstName = "Marta", lastName = "Nowak", isFriend = false },
  { id = 5, firstName = "Mona", lastName = "Berg", isFriend = false },
  { id = 6, firstName = "Zoë", lastName = "Martin", isFriend = false },
  { id = 7, firstName = "Wei", lastName = "Li", isFriend = false },
}

-- A field of a CSV file may stand in quotes, and hold commas and line ends then; a quote in it is doubled.
local function parseCSV(csv)
  local rows, row, place = {}, {}, 1
  csv = csv:gsub("^\u{FEFF}", ""):gsub("\r\n", "\n"):gsub("\n*$", "\n")
  while place <= #csv do
    local start = place
    while csv:find('^"', place) do
      place = csv:match('^"[^"]*"()', place) or error("row " .. #rows + 1 .. ": a quote is not closed", 0)
    end
    local isQuoted = place > start
    place = csv:match(isQuoted and "^()[,\n]" or "^[^,\n]*()", place) or error("row " .. #rows + 1 .. ": text behind a quote", 0)
    local field = csv:sub(start, place - 1)
    row[#row + 1] = isQuoted and field:sub(2, -2):gsub('""', '"') or field
    if csv:sub(place, place) == "\n" then rows[#rows + 1], row = row, {} end
    place = place + 1
  end
  return rows
end

local function readContacts(name)
  local file <close> = assert(io.open(name))
  local rows, columns, result = parseCSV(assert(file:read("a"))), {}, {}
  for i, column in ipairs(rows[1]) do columns[column] = i end
  for _, column in ipairs{ "first_name", "last_name" } do
    if not columns[column] then error(("%s: the first line names no column %s"):format(name, column), 0) end
  end
  for i = 2, #rows do
    result[i - 1] = {
      id = i - 1,
      firstName = rows[i][columns.first_name] or "",
      lastName = rows[i][columns.last_name] or "",
      isFriend = rows[i][columns.friend] == "yes",
    }
  end
  return result
end

if path then contacts = readContacts(path) end

-- THE SECTIONS are always the same two. They stay when nobody in them is found.

local sections = {
  { id = "friendsContacts", title = "Friends Contacts", isFriend = true },
  { id = "allContacts", title = "Your Contacts", isFriend = false },
}

local source = diffable.data_source{
  cell = function(contact)
    return { text = contact.firstName .. " " .. contact.lastName }
  end,
  header = function(section)
    return section.title
  end,
}

-- THE LIST that a search finds: all whose first or last name contains what was typed, as it was typed.

local function snapshot(search)
  local list = source:new_snapshot()
  list:append_sections(sections)
  for _, section in ipairs(sections) do
    local found = {}
    for _, contact in ipairs(contacts) do
      local matches = contact.firstName:find(search, 1, true) or contact.lastName:find(search, 1, true)
      if contact.isFriend == section.isFriend and matches then found[#found + 1] = contact end
    end
    list:append_items(found, section.id)
  end
  return list
end

local function searchFor(search)
  print()
  print(("search: %q"):format(search))
  source:apply(snapshot(search))
end

-- 1. At first the list is simply there. From then on its changes can be animated.

print("everyone")
source:apply(snapshot(""), { animating_differences = false })

-- 2. A search is typed, letter by letter, and cleared. Letters may be longer than a byte.

local typed = ""
for letter in (text or not path and "Martz" or ""):gmatch(utf8.charpattern) do
  typed = typed .. letter
  searchFor(typed)
end
if typed ~= "" then searchFor("") end

-- 3. Nobody can be in both sections: a list has an identifier once. The error says where it stands already.

if not path then
  print()
  print("Maria among all contacts, too")
  local list = source:snapshot()
  print(select(2, pcall(list.append_items, list, contacts[1], "allContacts")))
end

-- ON A TERMINAL the search is yours.

if diffable.terminal_is_available() then
  diffable.run{
    source = source,
    on_search = function(search)
      source:apply(snapshot(search))
    end,
  }
end
