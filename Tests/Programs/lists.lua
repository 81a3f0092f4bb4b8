-- Prints what there is to know of snapshots and differences.
local diffable = require "diffable"
local replay = require "replay"
local trees = require "trees"
local words = require "words"

local lists = {}

function lists.state(snapshot)
  for _, section in ipairs(snapshot:section_identifiers()) do
    local items = words.tokens(snapshot:item_identifiers(section), function(item) return words.token(snapshot:item(item)) end)
    print("section " .. words.token(snapshot:section(section)) .. ":" .. (items == "" and "" or " " .. items))
  end
  for _, mark in ipairs{ "reload", "reconfigure", "reload_sections", "reconfigure_sections" } do
    local verb, noun = mark:match("^(%a+)_?(%a*)$")
    local get = verb:gsub("e$", "") .. "ed" .. (noun == "sections" and "_section_identifiers" or "_item_identifiers")
    local marked = snapshot[get](snapshot)
    if #marked > 0 then print(mark .. " " .. words.tokens(marked)) end
  end
  print("ok " .. snapshot:number_of_sections() .. " " .. #snapshot)
end

function lists.find(snapshot, name)
  local path = snapshot:index_path_of_item(name)
  if path and snapshot:contains_item(name) then
    print(("item %s %d %s %s"):format(words.place(path), snapshot:index_of_item(name) - 1,
      words.token(snapshot:section_containing_item(name)), words.token(snapshot:item(name))))
  end
  local index = snapshot:index_of_section(name)
  if index and snapshot:contains_section(name) then
    print(("section %d %s"):format(index - 1, words.token(snapshot:section(name))))
  end
  words.reply(snapshot.number_of_items, snapshot, name)
end

function lists.at(snapshot, path)
  local section = snapshot:section_identifiers()[path.section]
  local item = section and snapshot:item_identifiers(section)[path.item]
  print("ok " .. words.optional(section) .. " " .. words.optional(item))
end

function lists.items(snapshot, section)
  words.reply(function()
    local items = snapshot:item_identifiers(section)
    return #items > 0 and words.tokens(items) or nil
  end)
end

local kinds = {
  "deleted_sections", "inserted_sections", "updated_sections", "deleted_items", "inserted_items", "reloaded_items", "reconfigured_items",
}

function lists.changes(difference, old, new)
  for _, kind in ipairs(kinds) do
    local list = {}
    for i, change in ipairs(difference[kind]) do
      local function at(where)
        if not where then return "-" end
        return type(where) == "table" and words.place(where) or where - 1
      end
      list[i] = ("%s %s>%s%s"):format(words.token(change.id), at(change.from), at(change.to), change.with_section and "*" or "")
    end
    if #list > 0 then print(kind .. " " .. table.concat(list, ", ")) end
  end
  local counts = difference:counts()
  print(("moved %d %d"):format(counts.moved_sections, counts.moved_items))
  if not replay.batch(difference, old, new) then print("the batch leads elsewhere") end
  if not replay.steps(difference, old, new) then print("the steps lead elsewhere") end
end

-- A list of one section that shows a tree.
local function list_of(tree, section)
  local list = diffable.snapshot{ section }
  local items = {}
  for i, item in ipairs(tree:visible_item_identifiers()) do items[i] = tree:item(item) end
  list:append_items(items)
  return list
end

function lists.transaction(transaction)
  if not transaction then return print("ok none") end
  for _, each in ipairs(transaction.section_transactions) do
    local initial, final = each.initial_snapshot, each.final_snapshot
    print(("changed %s:%s >%s"):format(words.token(each.section), trees.outline(initial), trees.outline(final)))
    local old = list_of(initial, transaction.initial_snapshot:section(each.section))
    local new = list_of(final, transaction.final_snapshot:section(each.section))
    lists.changes(each.difference, old, new)
  end
  print(("ok %s %d>%d %s"):format(transaction.animation, #transaction.initial_snapshot, #transaction.final_snapshot,
    tostring(transaction)))
end

return lists
