-- Prints what there is to know of snapshots and differences.
local outlines = require "outlines"
local replay = require "replay"
local words = require "words"

local lists = {}

-- The last line has the numbers of sections, visible items, all items, roots and expanded items.
function lists.state(snapshot, is_tree)
  local counts = { snapshot:number_of_sections(), #snapshot, outlines.print(snapshot, is_tree) }
  for _, mark in ipairs{ "reload", "reconfigure", "reload_sections", "reconfigure_sections" } do
    local verb, noun = mark:match("^(%a+)_?(%a*)$")
    local get = verb:gsub("e$", "") .. "ed" .. (noun == "sections" and "_section_identifiers" or "_item_identifiers")
    local marked = snapshot[get](snapshot)
    if #marked > 0 then print(mark .. " " .. words.tokens(marked)) end
  end
  print("ok " .. table.concat(counts, " "))
end

function lists.find(snapshot, name, is_tree)
  if words.look_up(snapshot, "contains_item", name) then
    local path, index = snapshot:index_path_of_item(name), snapshot:index_of_item(name)
    local section = not is_tree and snapshot:section_containing_item(name) or nil
    print(("item %s %s %s %s %d %s %d%s%s"):format(
      path and words.place(path) or "-", index and index - 1 or "-", words.optional(section),
      words.token(snapshot:item(name)), snapshot:level_of_item(name), words.optional(snapshot:parent_of_item(name)),
      snapshot:number_of_children(name), snapshot:is_expanded(name) and " expanded" or "",
      snapshot:is_visible(name) and "" or " hidden"))
  end
  if is_tree then return print("ok") end
  local index = words.look_up(snapshot, "index_of_section", name)
  if index and snapshot:contains_section(name) then
    print(("section %d %s"):format(index - 1, words.token(snapshot:section(name))))
  end
  words.reply(function() return snapshot:number_of_items(name) end)
end

function lists.at(snapshot, path)
  local section = snapshot:section_identifiers()[path.section]
  local item = section and snapshot:item_identifiers(section)[path.item]
  print("ok " .. words.optional(section) .. " " .. words.optional(item))
end

function lists.items(snapshot, section)
  words.reply(function()
    local items = section == nil and snapshot:item_identifiers() or snapshot:item_identifiers(section)
    return #items > 0 and words.tokens(items) or nil
  end)
end

local kinds = {
  "deleted_sections", "inserted_sections", "updated_sections", "deleted_items", "inserted_items", "reloaded_items",
  "reconfigured_items",
}

function lists.changes(difference, old, new)
  for _, kind in ipairs(kinds) do
    local list = {}
    for i, change in ipairs(difference[kind]) do
      local function at(where)
        if not where then return "-" end
        return type(where) == "table" and words.place(where) or where - 1
      end
      list[i] = ("%s %s>%s%s"):format(words.token(change.id), at(change.from), at(change.to),
        change.with_section and "*" or "")
    end
    if #list > 0 then print(kind .. " " .. table.concat(list, ", ")) end
  end
  local counts = difference:counts()
  print(("moved %d %d"):format(counts.moved_sections, counts.moved_items))
  if not replay.batch(difference, old, new) then print("the batch leads elsewhere") end
  if not replay.steps(difference, old, new) then print("the steps lead elsewhere") end
end

function lists.transaction(transaction)
  if not transaction then return print("ok none") end
  for _, each in ipairs(transaction.section_transactions) do
    local initial, final = each.initial_snapshot, each.final_snapshot
    print(("changed %s:%s >%s"):format(words.token(each.section), outlines.text(initial), outlines.text(final)))
    lists.changes(each.difference, initial, final)
  end
  print(("ok %s %d>%d %s"):format(transaction.animation, #transaction.initial_snapshot, #transaction.final_snapshot,
    tostring(transaction)))
end

return lists
