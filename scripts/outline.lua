-- An outline: a tree of folders and files. A folder is read when it is opened for the first time.
--
--     diffable outline.lua [directory [folder ...]]
--
-- Shows a directory, and opens the given folders, which are paths below it. Without a directory, the script uses a
-- small tree of its own.

local diffable = require "diffable"

local directory = arg[1]

-- THE FOLDERS each have a list of entries, `{ id = path, kind = , name = }`, sorted by name, folders first. The path is
-- the identifier, because two folders may have files of the same name. A folder is expandable before it is read.
-- Afterwards its entries are its children.

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

-- Returns the names in a folder. Names of folders end in a slash. A name may contain any bytes except zero and slash.
local function names_in(folder)
  if not directory then return own_tree[folder] end
  local place = quoted((directory:find("^/") and "" or "./") .. directory .. "/" .. folder)
  local find <close> = assert(io.popen("find " .. place .. " -mindepth 1 -maxdepth 1 -printf '%y%f\\0'"))
  local names = {}
  for kind, name in find:read("a"):gmatch("(.)([^\0]+)\0") do
    names[#names + 1] = name .. (kind == "d" and "/" or "")
  end
  if not find:close() then error("cannot read " .. place, 0) end
  return names
end

local was_read = {}

local function entries_of(folder)
  local entries = {}
  for i, name in ipairs(names_in(folder)) do
    local id, is_folder = folder .. name, name:find("/$") ~= nil
    entries[i] = { id = id, kind = is_folder and "folder" or "file", name = name, expandable = is_folder,
                   children = was_read[id] and entries_of(id) or nil }
  end
  table.sort(entries, function(a, b)
    if a.kind ~= b.kind then return a.kind == "folder" end
    return a.name < b.name
  end)
  return entries
end

-- THE DATA SOURCE. A tap calls `should_expand_item`, and then `snapshot_for_expanding_parent`, which makes the children
-- of a folder that was not read yet.

local source = diffable.data_source{
  cell = function(entry)
    return { text = entry.name }
  end,
  should_expand_item = function(entry)
    return entry.kind == "folder"
  end,
  snapshot_for_expanding_parent = function(entry)
    if was_read[entry.id] then return nil end
    print("reading " .. entry.id)
    local children = diffable.section_snapshot(entries_of(entry.id))
    was_read[entry.id] = true
    return children
  end,
}

-- Describes the whole tree, as far as it was read. Entries have no field `expanded`, so folders that are open stay
-- open.
local function show_folder(options)
  source:apply_section(diffable.section_snapshot(entries_of("")), "folder", options or {})
end

-- ACTIONS: a tap opens a closed folder, and closes an open one.

local function tap(path)
  print()
  print("a tap on " .. path)
  if not source:toggle_item(path) then print("nothing to open") end
end

show_folder{ animating_differences = false }

if directory then
  for i = 2, #arg do tap((arg[i]:gsub("/*$", "/"))) end
else
  tap("src/")
  tap("src/core/")
  tap("README")

  -- Folders below a closed folder stay open. Nothing is read twice.
  tap("src/")
  tap("src/")

  -- An empty folder can be opened, too.
  tap("src/lua/")

  -- A file is new, and another one is gone: the tree is described anew.
  print()
  print("the folders changed")
  own_tree["src/core/"] = { "list", "tree" }
  show_folder()

  print()
  print("the tree, hidden items and all")
  print(source:section_snapshot("folder"))
end

-- On a terminal the tree can be walked by hand: right and left open and close a folder.

if diffable.terminal_is_available() then diffable.run{ source = source } end
