-- The registers that hold section snapshots, and the calls on them alone.
local diffable = require "diffable"
local words = require "words"

local registers = { t0 = diffable.section_snapshot(), t1 = diffable.section_snapshot() }
local trees = { registers = registers }
local calls = {}

-- " 6+ .7 ..8": a dot for each level, and a plus sign behind what is expanded, an asterisk behind what is expandable,
-- and a question mark behind what keeps its expansion.
function trees.outline(tree)
  local spelled, above = {}, {}
  for i, item in ipairs(tree:item_identifiers()) do
    local level = tree:level_of_item(item)
    above[level] = item
    assert(tree:index_of_item(item) == i and tree:parent_of_item(item) == above[level - 1], "a tree does not know its item")
    spelled[i] = " " .. ("."):rep(level) .. words.token(tree:item(item)) .. (tree:is_expanded(item) and "+" or "")
      .. (tree:is_expandable(item) and "*" or "") .. (tree:keeps_expansion(item) and "?" or "")
  end
  return table.concat(spelled)
end

local function print_marks(name, marked)
  if #marked > 0 then print(name .. " " .. words.tokens(marked)) end
end

function trees.state(tree)
  if #tree > 0 then print("tree" .. trees.outline(tree)) end
  print_marks("reload", tree:reloaded_item_identifiers())
  print_marks("reconfigure", tree:reconfigured_item_identifiers())
  print(("ok %d %d %d %d"):format(#tree, #tree:visible_item_identifiers(),
    #tree:root_item_identifiers(), #tree:expanded_item_identifiers()))
end

function calls.state(register) trees.state(registers[register]) end
function calls.equal(left, right) print("ok " .. tostring(registers[left] == registers[right])) end

function calls.copy(register, original)
  registers[register] = registers[original]:copy()
  print("ok")
end

function calls.find(register, name)
  local tree, item = registers[register], words.identifier(name)
  words.reply(function()
    local level = tree:level_of_item(item)
    assert(tree:contains_item(item), "an item with a level is not there")
    return ("%d %d %s%s%s"):format(tree:index_of_item(item) - 1, level, words.optional(tree:parent_of_item(item)),
      tree:is_expanded(item) and " expanded" or "", tree:is_visible(item) and "" or " hidden")
  end)
end

function calls.snapshot_of(register, parent, part, whole)
  words.reply(function() registers[part] = registers[register]:snapshot_of((words.identifier(parent)), whole ~= nil) end)
end

function calls.replace_children(register, parent, children)
  words.reply(function() registers[register]:replace_children((words.identifier(parent)), registers[children]) end)
end

function calls.set_expandable(register, items, is_expandable)
  words.reply(function() registers[register]:set_expandable(words.elements(items), is_expandable == "true") end)
end

function calls.delete_all(register)
  words.reply(function() registers[register]:delete_all() end)
end

-- Carries out a call on the section snapshot in a register: where it is none of these, it is a method of that.
function trees.perform(spoken)
  local name = spoken[1]
  if calls[name] then return calls[name](table.unpack(spoken, 2)) end
  words.reply(function()
    local tree = registers[spoken[2]]
    local result
    local anchor = spoken[4] and words.identifier(spoken[4])
    if anchor then
      result = tree[name](tree, words.elements(spoken[3]), anchor)
    else
      result = tree[name](tree, words.elements(spoken[3]))
    end
    return (name == "delete" or name == "update_items") and result or nil
  end)
end

return trees
