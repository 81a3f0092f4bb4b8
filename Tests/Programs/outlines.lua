-- Prints the forests of a snapshot, and checks that its look-ups agree.
local words = require "words"

local outlines = {}

local function same(left, right)
  return words.tokens(left) == words.tokens(right)
end

-- A dot for each level, and a plus sign behind what is expanded, an asterisk behind what is expandable, and a question
-- mark behind what keeps its expansion.
local function add_node(snapshot, item, parent, level, is_visible, found)
  local is_expanded = snapshot:is_expanded(item)
  assert(snapshot:contains_item(item)
    and snapshot:level_of_item(item) == level and snapshot:parent_of_item(item) == parent
    and snapshot:is_visible(item) == is_visible and (snapshot:index_of_item(item) ~= nil) == is_visible,
    "an item is elsewhere in its tree")
  found.spelled[#found.spelled + 1] = " " .. ("."):rep(level) .. words.token(snapshot:item(item))
    .. (is_expanded and "+" or "")
    .. (snapshot:is_expandable(item) and "*" or "") .. (snapshot:keeps_expansion(item) and "?" or "")
  found.all[#found.all + 1] = item
  if is_visible then found.visible[#found.visible + 1] = item end
  if is_expanded then found.expanded[#found.expanded + 1] = item end
  local children = snapshot:children_of_item(item)
  assert(#children == snapshot:number_of_children(item), "an item has other children")
  for _, child in ipairs(children) do add_node(snapshot, child, item, level + 1, is_visible and is_expanded, found) end
end

-- The items of a section, or of a section snapshot, and how they are spelled.
local function outline(snapshot, section)
  local roots = section == nil and snapshot:root_item_identifiers() or snapshot:root_item_identifiers(section)
  local visible = section == nil and snapshot:item_identifiers() or snapshot:item_identifiers(section)
  local found = { spelled = {}, all = {}, visible = {}, expanded = {}, roots = roots }
  for _, root in ipairs(found.roots) do add_node(snapshot, root, nil, 0, true, found) end
  assert(same(visible, found.visible), "a section has other items")
  found.text = table.concat(found.spelled)
  return found
end

-- The items of a section snapshot as they are spelled.
function outlines.text(tree) return outline(tree).text end

-- Prints the sections of a list, or a section snapshot. Returns the numbers of all items, roots and expanded items.
function outlines.print(snapshot, is_tree)
  local all, roots, expanded = {}, 0, {}
  local function add(name, section)
    local found = outline(snapshot, section)
    print(name .. ":" .. found.text)
    table.move(found.all, 1, #found.all, #all + 1, all)
    table.move(found.expanded, 1, #found.expanded, #expanded + 1, expanded)
    roots = roots + #found.roots
  end
  if is_tree then
    add("tree")
  else
    for _, section in ipairs(snapshot:section_identifiers()) do
      add("section " .. words.token(snapshot:section(section)), section)
    end
  end
  assert(same(snapshot:all_item_identifiers(), all) and same(snapshot:expanded_item_identifiers(), expanded),
    "a list has other items")
  return snapshot:number_of_all_items(), roots, #expanded
end

return outlines
