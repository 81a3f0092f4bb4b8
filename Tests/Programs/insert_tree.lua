-- Inserts all items of a section snapshot into a snapshot. In Lua trees are described instead, so this takes an edit
-- for each item. But the children that items keep are lost, because nothing tells which items keep them; programs do
-- not insert such trees.
local diffable = require "diffable"
local words = require "words"

local function contents(tree, items)
  local list = {}
  for i, item in ipairs(items) do list[i] = tree:item(item) end
  return list
end

local function insert(snapshot, items, placement, id)
  if not id then return snapshot:append_items(items) end
  if placement == "section" then return snapshot:append_items(items, id) end
  if placement == "parent" then return snapshot:append_items(items, { parent = id }) end
  snapshot["insert_items_" .. placement](snapshot, items, id)
end

-- The snapshot after the edit. Raises an error that names another call.
return function(snapshot, tree, placement, id)
  diffable.snapshot():set_section_snapshot(tree, "only a section snapshot")
  local all = tree:all_item_identifiers()
  local copy = snapshot:copy()
  insert(copy, {}, placement, id)
  for _, item in ipairs(all) do
    if words.look_up(copy, "contains_item", item) then copy:append_items(contents(tree, all)) end
  end
  insert(copy, contents(tree, tree:root_item_identifiers()), placement, id)
  for _, item in ipairs(all) do
    copy:append_items(contents(tree, tree:children_of_item(item)), { parent = item })
    if tree:is_expanded(item) then copy:expand{ item } end
    if tree:is_expandable(item) then copy:set_expandable({ item }, true) end
    if tree:keeps_expansion(item) then copy:keep_expansion{ item } end
  end
  copy:reload_items(tree:reloaded_item_identifiers())
  copy:reconfigure_items(tree:reconfigured_item_identifiers())
  return copy
end
