-- The calls on section snapshots, and those with which a user expands, collapses and drags items.
local diffable = require "diffable"
local words = require "words"

local trees = { t0 = diffable.section_snapshot(), t1 = diffable.section_snapshot() }
local calls = {}

local function done() print("ok") end

function calls.tree(_, register)
  local tree = trees[register]
  for _, item in ipairs(tree:items()) do
    print(("node %d %s%s%s"):format(tree:level(item), words.token(tree:item(item)), tree:is_expanded(item) and " expanded" or "",
      tree:is_visible(item) and "" or " hidden"))
  end
  print(("ok %d %d"):format(#tree, #tree:visible_items()))
end

function calls.copy_tree(_, register, original)
  trees[register] = trees[original]:copy()
  done()
end

function calls.fetch_section(source, register, section)
  trees[register] = source:section_snapshot((words.identifier(section)))
  done()
end

function calls.snapshot_of(_, register, parent, part, whole)
  words.reply(function() trees[part] = trees[register]:snapshot_of((words.identifier(parent)), whole ~= nil) end)
end

function calls.replace_children(_, register, parent, children)
  words.reply(function() trees[register]:replace_children((words.identifier(parent)), trees[children]) end)
end

function calls.apply_section(source, register, section)
  words.reply(function() source:apply_section(trees[register], (words.identifier(section))) end)
end

function calls.toggle_item(source, item)
  words.reply(function() source:toggle_item((words.identifier(item))) end)
end

local function path(word)
  local section, item = word:match("(%d+)%.(%d+)")
  return { section = section + 1, item = item + 1 }
end

function calls.reorder_item(source, from, to)
  words.reply(function() source:reorder_item(path(from), path(to)) end)
end

function calls.delete_all(_, register)
  words.reply(function() trees[register]:delete_all() end)
end

-- Carries out a call if it is one of these; tells whether it was. Every other one that has the register of a
-- section snapshot is a method of it.
return function(source, spoken)
  local name = spoken[1]
  if calls[name] then
    calls[name](source, table.unpack(spoken, 2))
  elseif trees[spoken[2]] then
    words.reply(function()
      local tree = trees[spoken[2]]
      local result = tree[name](tree, words.elements(spoken[3]), (words.identifier(spoken[4])))
      return name == "delete" and result or nil
    end)
  else
    return false
  end
  return true
end
