-- An outline: a tree of folders and files, which reads a folder when it is opened for the first time.
--
--     diffable outline.lua [directory [folder ...]]
--
-- Shows a directory and opens the folders in it that are named, by their paths below it. Without a directory the
-- script has a small tree of its own.

local diffable = require "diffable"

local directory = arg[1]

-- THE FOLDERS: each has a list of entries, `{ id = path, kind = , name = }`, folders first, by name. The path is
-- the identifier, since two folders may have files of one name.

local own_tree = {
  [""] = { "docs/", "src/", "README" },
  ["docs/"] = { "guide", "README" },
  ["src/"] = { "core/", "lua/", "main" },
  ["src/core/"] = { "list", "view" },
  ["src/lua/"] = {},
}

local function quoted(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

-- The names in a folder; those of folders end in a slash. A name may contain anything but a zero and a slash.
local function names_in(folder)
  if not directory then return own_tree[folder] end
  local place = quoted((directory:find("^/") and "" or "./") .. directory .. "/" .. folder)
  local find <close> = assert(io.popen("find " .. place .. " -mindepth 1 -maxdepth 1 -printf '%y%f\\0'"))
  local names = {}
  for kind, name in find:read("a"):gmatch("(.)([^\0]+)\0") do names[#names + 1] = name .. (kind == "d" and "/" or "") end
  if not find:close() then error("cannot read " .. place, 0) end
  return names
end

local function entries_of(folder)
  local entries = {}
  for i, name in ipairs(names_in(folder)) do
    entries[i] = { id = folder .. name, kind = name:find("/$") and "folder" or "file", name = name }
  end
  table.sort(entries, function(a, b)
    if a.kind ~= b.kind then return a.kind == "folder" end
    return a.name < b.name
  end)
  return entries
end

-- THE DATA SOURCE. A tap on an item asks `should_expand_item`, and `snapshot_for_expanding_parent` makes the
-- children that are not there yet.

local source = diffable.data_source{
  cell = function(entry)
    return { text = entry.name }
  end,
  should_expand_item = function(entry)
    return entry.kind == "folder"
  end,
  snapshot_for_expanding_parent = function(entry, children)
    if #children > 0 then return end
    print("reading " .. entry.id)
    children:append(entries_of(entry.id))
    return children
  end,
}

local function show_folder()
  local tree = diffable.section_snapshot()
  tree:append(entries_of(""))
  source:apply_section(tree, "folder", { animating_differences = false })
end

-- ACTIONS: a tap opens a folder and closes it.

local function tap(path)
  print()
  print("a tap on " .. path)
  if not source:toggle_item(path) then print("nothing to open") end
end

show_folder()

if directory then
  for i = 2, #arg do tap((arg[i]:gsub("/*$", "/"))) end
else
  tap("src/")
  tap("src/core/")
  tap("README")

  -- What a folder has open stays open while the folder itself is closed, and nothing is read twice.
  tap("src/")
  tap("src/")

  -- A folder without anything in it can be opened as well.
  tap("src/lua/")

  print()
  print("the tree, hidden items and all")
  print(source:section_snapshot("folder"))
end
