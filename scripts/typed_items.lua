-- Typed items: three ways to write rows of different types in Lua.
--
-- All three show the same list: headers that are as high as their text, and an empty space of a fixed height.

local diffable = require "diffable"

-- 1. TAGS, as in an enumeration. A function for each case makes the item, the field `kind` names the case, and `cells`
-- has a provider for each case. A case without a provider raises an error that names the case.

local function header(id, title)
  return { id = id, kind = "header", title = title }
end

local function empty(id, height)
  return { id = id, kind = "empty", height = height }
end

local tagged = diffable.data_source{
  cells = {
    header = function(item) return { text = item.title } end,
    empty = function(item) return { text = "", height = item.height } end,
  },
}

local function snapshot_of_tags()
  return diffable.snapshot{
    { id = "main", items = { header("top", "Tags"), empty("space", 2), header("end", "The end") } },
  }
end

print("1. Tags")
tagged:apply(snapshot_of_tags())

print()
print("   Two spaces of the same height must have two identifiers:")
local _, message = pcall(diffable.snapshot, { { id = "main", items = { empty("space", 2), empty("space", 2) } } })
print("   " .. message)

print()
print("   A case that nobody handles:")
_, message = pcall(tagged.apply, tagged, diffable.snapshot{ { id = "main", items = { { id = 1, kind = "button" } } } })
print("   " .. message)

-- 2. CLASSES. Each class of items has a method that makes the cell, and the provider calls it. The fields of the object
-- are its content. Its metatable is not compared.

local SectionItem = {}
SectionItem.__index = SectionItem

function SectionItem.subclass()
  local class = setmetatable({}, SectionItem)
  class.__index = class
  return class
end

function SectionItem:new(fields)
  return setmetatable(fields, self)
end

function SectionItem:cell()
  error(("item %q: cell needs to be overridden"):format(self.id), 0)
end

local HeaderItem = SectionItem.subclass()

function HeaderItem:cell()
  return { text = self.title }
end

local EmptyItem = SectionItem.subclass()

function EmptyItem:cell()
  return { text = "", height = self.height }
end

local classes = diffable.data_source{
  cell = function(item) return item:cell() end,
}

local function snapshot_of_objects(title)
  return diffable.snapshot{ { id = "main", items = {
    HeaderItem:new{ id = "top", title = title },
    EmptyItem:new{ id = "space", height = 2 },
    HeaderItem:new{ id = "end", title = "The end" },
  } } }
end

print()
print("2. Classes")
classes:apply(snapshot_of_objects("Classes"))

print()
print("   A new object with the same id and another title is an update of the row:")
classes:apply(snapshot_of_objects("Objects"))

print()
print("   A class that overrides nothing:")
local FooterItem = SectionItem.subclass()
_, message = pcall(classes.apply, classes,
  diffable.snapshot{ { id = "main", items = { FooterItem:new{ id = "foot" } } } })
print("   " .. message:match("[^\n]*"))

-- 3. ERASED TYPES. An item has the name of its type and a value. The key of the list is a function that puts the type
-- before the id of the value, so items of different types are never the same. The functions that make cells are kept in
-- a table by type, because functions do not belong in content.

local make_cell_of_type = {}

local function erase(type_name, make_cell)
  make_cell_of_type[type_name] = make_cell
  return function(value)
    return { type = type_name, value = value }
  end
end

local function identifier(item)
  return item.type .. " " .. item.value.id
end

local function cell(item)
  return make_cell_of_type[item.type](item.value)
end

local erased_header = erase("header", function(value) return { text = value.title } end)
local erased_empty = erase("empty", function(value) return { text = "", height = value.height } end)

local erased = diffable.data_source{ key = identifier, cell = cell }

print()
print("3. Erased types: the header and the space are both called 1")
erased:apply(diffable.snapshot({ { id = "main", items = {
  erased_header{ id = 1, title = "Erased types" },
  erased_empty{ id = 1, height = 2 },
  erased_header{ id = 2, title = "The end" },
} } }, { key = identifier }))

-- SECTIONS CAN OWN THEIR ITEMS. The list is made from an array of sections. The id alone identifies a section, so
-- another title updates its header. If another title should make it another section, make the title a part of its id.

local owners = diffable.data_source{
  key = identifier,
  cell = cell,
  header = function(section) return section.title end,
}

local function section(id, title, ...)
  return { id = id, title = title, items = { ... } }
end

local function apply_to_owners(...)
  owners:apply(diffable.snapshot({ ... }, { key = identifier }))
end

print()
print("4. Sections that own their items")
local fruit = erase("fruit", function(value) return { text = value.id, detail = value.price } end)
apply_to_owners(
  section(1, "Fruit", fruit{ id = "Apple", price = "1.20" }, fruit{ id = "Pear", price = "1.50" }),
  section(2, "Nuts", fruit{ id = "Hazelnut", price = "3.00" })
)

print()
print("   Another title and another item, in the same section:")
apply_to_owners(
  section(1, "Fresh fruit", fruit{ id = "Apple", price = "1.20" }, fruit{ id = "Plum", price = "1.80" }),
  section(2, "Nuts", fruit{ id = "Hazelnut", price = "3.00" })
)

print()
print("   The title as a part of the id, another section:")
apply_to_owners(
  section("1 Fresh fruit", "Fresh fruit", fruit{ id = "Apple", price = "1.20" }, fruit{ id = "Plum", price = "1.80" }),
  section(2, "Nuts", fruit{ id = "Hazelnut", price = "3.00" })
)
