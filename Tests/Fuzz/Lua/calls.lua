-- What random programs call: the names of methods, and what makes each argument from the object whose method it is.
local values = require "values"
local one_of, chance = values.one_of, values.chance

local calls = {}

local function maybe(value) return chance(60) and value or nil end

local function must_exist() return maybe{ must_exist = chance(50) } end

-- An identifier that a snapshot, a tree or the list of a data source has; now and then any other.
local function one_in(object, role)
  local ok, list = pcall(function()
    if getmetatable(object) == "diffable.data_source" then object = object:snapshot() end
    return object[role](object)
  end)
  return ok and list[1] and chance(85) and one_of(list) or values.anchor()
end

local function item(object) return one_in(object, chance(50) and "item_identifiers" or "all_item_identifiers") end
local function section(object) return one_in(object, "section_identifiers") end
local function place(source)
  local ok, found = pcall(function() return source:index_path_of_item(item(source)) end)
  return ok and found or values.place()
end
local function maybe_section(object) return maybe(section(object)) end
local function below(object) return { parent = item(object) } end

-- Some of what an object has, by identifier or with other content.
local function those(find)
  return function(object)
    if chance(10) then return values.entries() end
    local list = {}
    for i = 1, math.random(3) do
      local id = find(object)
      list[i] = chance(40) and id or values.content(id)
    end
    return list
  end
end
local items, sections = those(item), those(section)

-- What snapshots and section snapshots do alike.
local of_both = {
  { "append_items", values.branches, below }, { "append_items", values.tree },
  { "insert_items_before", values.branches, item },
  { "insert_items_after", values.branches, item }, { "replace_items", values.branches }, { "replace_items", items },
  { "delete_items", items }, { "clear" }, { "delete_all_items" }, { "move_item_before", item, item },
  { "move_item_after", item, item },
  { "move_items_to_parent", items, item }, { "expand", items }, { "collapse", items }, { "keep_expansion", items },
  { "keep_children", items }, { "set_expandable", items, function() return chance(70) end },
  { "reload_items", items }, { "reconfigure_items", items }, { "update_items", items }, { "update_items", values.used },
  {
    "update_items",
    function(object) return { id = item(object), expanded = chance(50), expandable = maybe(chance(50)) } end,
  },
  { "item_identifiers" }, { "all_item_identifiers" }, { "root_item_identifiers" }, { "children_of_item", item },
  { "expanded_item_identifiers" }, { "number_of_all_items" }, { "number_of_children", item }, { "is_section_snapshot" },
  { "is_expanded", item }, { "is_expandable", item }, { "keeps_expansion", item }, { "is_visible", item },
  { "level_of_item", item },
  { "parent_of_item", item }, { "index_of_item", item }, { "contains_item", item }, { "item", item },
  { "reloaded_item_identifiers" }, { "reconfigured_item_identifiers" }, { "copy" },
  { "snapshot_of", item, function() return maybe(chance(50)) end },
}

calls.snapshot = {
  { "append_sections", values.entries }, { "append_sections", values.sections },
  { "insert_sections_before", values.entries, section },
  { "insert_sections_after", values.sections, section }, { "delete_sections", sections, must_exist },
  { "move_section_before", section, section }, { "move_section_after", section, section },
  { "reload_sections", sections }, { "reconfigure_sections", sections },
  { "append_items", values.entries, maybe_section }, { "append_items", values.entries },
  { "append_items", values.entries, section },
  { "replace_items", values.entries, maybe_section }, { "replace_items", items, section },
  { "insert_items_before", values.entries, item }, { "insert_items_after", values.entries, item },
  { "delete_items", items, must_exist }, { "clear" }, { "delete_all_items" }, { "move_item_before", item, item },
  { "move_item_after", item, item }, { "move_items_to_section", items, section },
  { "reload_items", items }, { "reconfigure_items", items }, { "update_items", items }, { "update_items", values.used },
  { "section_identifiers" }, { "item_identifiers", maybe_section }, { "number_of_sections" },
  { "number_of_items", section },
  { "index_of_section", section }, { "index_of_item", item }, { "index_path_of_item", item },
  { "section_containing_item", item }, { "contains_item", item }, { "contains_section", section },
  { "item", item }, { "section", section }, { "reloaded_item_identifiers" }, { "reconfigured_item_identifiers" },
  { "reloaded_section_identifiers" }, { "reconfigured_section_identifiers" }, { "copy" },
}

-- `some` finds an object of a kind, and `callback` makes a callback.
return function(some, callback)
  local function tree() return some("tree") end

  calls.tree = { { "replace_children", item, tree } }
  for _, call in ipairs(of_both) do
    calls.tree[#calls.tree + 1] = call
    calls.snapshot[#calls.snapshot + 1] = call
  end
  for _, call in ipairs{
    { "replace_children", item, tree }, { "set_section_snapshot", tree, section }, { "section_snapshot", section },
    { "root_item_identifiers", section },
    { "append_items", values.tree, function(object) return { section = section(object) } end },
  } do
    calls.snapshot[#calls.snapshot + 1] = call
  end

  function calls.completion()
    return { animation = maybe(values.animation()), completion = maybe(callback()), caption = maybe(values.text()) }
  end

  local function section_with_content(source)
    local id = section(source)
    return chance(50) and id or values.content(id)
  end

  calls.source = {
    { "apply_section", tree, section_with_content, calls.completion },
    { "apply_section", tree, section_with_content },
    {
      "apply_using_reload_data", function() return some("snapshot") end,
      function() return { completion = maybe(callback()) } end,
    },
    { "toggle_item", item }, { "toggle_item", item }, { "reorder_item", place, place }, { "new_snapshot" },
    { "item_at", place }, { "index_path_of_item", item }, { "section_at", function() return math.random(-1, 4) end },
    { "index_of_section", section }, { "item", item }, { "section", section }, { "cell_at", place }, { "render" },
    {
      "supplementary_cell", function() return one_of{ "header", "footer", "badge", "a\0b" } end,
      function() return math.random(0, 4) end,
    },
    { "section_snapshot", section }, { "last_transaction" }, { "on_apply", function() return callback() end },
  }

  return calls
end
