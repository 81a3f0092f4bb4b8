-- Runs a program (see README.md) on the Lua module and prints what came of it.
--
--   lua5.4 interpreter.lua <program
local diffable = require "diffable"
local insert_tree = require "insert_tree"
local lists = require "lists"
local print_text = require "texts"
local reactions = require "reactions"
local registers = require "registers"
local sources = require "source"
local words = require "words"

local source = sources.source
local calls = {}

-- Snapshots

local function become(register, snapshot)
  registers[register] = snapshot
  print("ok")
end

local function is_tree(register) return register:find("^t") ~= nil end

function calls.new(register)
  become(register, is_tree(register) and diffable.section_snapshot() or diffable.snapshot())
end
function calls.copy(register, original) become(register, registers[original]:copy()) end
function calls.fetch(register) become(register, source:snapshot()) end
-- The tree of a section of a list; an empty one if there is no such section, which is an error in Lua alone.
local function tree_of(list, section)
  local id = (words.identifier(section))
  if words.look_up(list, "section", id) == nil then return diffable.section_snapshot() end
  return list:section_snapshot(id)
end

function calls.fetch_section(register, section) become(register, tree_of(source, section)) end
function calls.new_snapshot(register) become(register, source:new_snapshot()) end

function calls.section_snapshot(register, section, tree)
  become(tree, tree_of(registers[register], section))
end

function calls.snapshot_of(register, parent, part, whole)
  words.reply(function()
    registers[part] = registers[register]:snapshot_of((words.identifier(parent)), whole ~= nil)
  end)
end

function calls.state(register) lists.state(registers[register], is_tree(register)) end
function calls.find(register, name) lists.find(registers[register], (words.identifier(name)), is_tree(register)) end
function calls.at(register, path) lists.at(registers[register], words.path(path)) end
function calls.items(register, section) lists.items(registers[register], (words.identifier(section))) end
function calls.equal(left, right) print("ok " .. tostring(registers[left] == registers[right])) end

function calls.difference(old, new)
  local difference = diffable.difference(registers[old], registers[new])
  lists.changes(difference, registers[old], registers[new])
  assert(difference.is_empty == (tostring(difference) == "no changes"), "a difference is empty, or not")
  print("ok " .. tostring(difference))
end

function calls.apply(register, how) sources.change("apply", registers[register], sources.options(register, how)) end

function calls.undo()
  if not sources.kept then return print("ok none") end
  sources.change("apply", sources.kept.initial_snapshot, sources.options("undo"))
end

function calls.apply_using_reload_data(register)
  sources.change("apply_using_reload_data", registers[register], sources.options(register))
end

-- The data source

function calls.source() lists.state(source:snapshot()) end
function calls.transaction() lists.transaction(sources.kept) end

function calls.look_up(name)
  local id = words.identifier(name)
  local path, index = words.look_up(source, "index_path_of_item", id), words.look_up(source, "index_of_section", id)
  local item = words.look_up(source, "item", id)
  if item then print("item " .. (path and words.place(path) or "-") .. " " .. words.token(item)) end
  if index then print("section " .. index - 1 .. " " .. words.token(source:section(id))) end
  print("ok")
end

function calls.row(word)
  local path = words.path(word)
  print("ok " .. words.optional(source:section_at(path.section)) .. " " .. words.optional(source:item_at(path)))
end

function calls.cell(path)
  words.reply(function()
    local cell, failure = source:cell_at(words.path(path))
    return cell.text, failure
  end)
end

function calls.supplementary(kind, index)
  words.reply(function()
    local cell, failure = source:supplementary_cell(kind, index + 1)
    return cell and cell.text or "-", failure
  end)
end

function calls.render()
  words.reply(function()
    local text, failure = source:render()
    print_text(text)
    return nil, failure
  end)
end

function calls.default_row_animation(name)
  words.reply(function()
    if name then source.default_row_animation = name else return source.default_row_animation end
  end)
end

function calls.handler(name, how)
  sources.set_handler(name, how == "on")
  print("ok")
end

function calls.when(event, count, ...)
  reactions.add(event, count, { ... })
  print("ok")
end

function calls.apply_section(register, section, how)
  sources.change("apply_section", registers[register], words.elements(section)[1], sources.options(register, how))
end

function calls.toggle_item(item) sources.change("toggle_item", (words.identifier(item))) end
function calls.reorder_item(from, to) sources.change("reorder_item", words.path(from), words.path(to)) end

-- Edits with arguments of their own

function calls.append_items_to_parent(register, items, parent)
  words.reply(function()
    registers[register]:append_items(words.elements(items), { parent = (words.identifier(parent)) })
  end,
    "append_items_to_parent")
end

function calls.prepend_items_to_parent(register, items, parent)
  words.reply(function()
    registers[register]:prepend_items(words.elements(items), { parent = (words.identifier(parent)) })
  end,
    "prepend_items_to_parent")
end

function calls.insert_items_at(register, items, index, section)
  words.reply(function()
    local place = { math.tointeger(tonumber(index)) + 1, (words.identifier(section)) }
    registers[register]:insert_items_at(words.elements(items), table.unpack(place))
  end)
end

function calls.rename_item(register, item, new)
  words.reply(function() registers[register]:rename_item((words.identifier(item)), (words.identifier(new))) end)
end

function calls.set_expandable(register, items, is_expandable)
  words.reply(function() registers[register]:set_expandable(words.elements(items), is_expandable == "true") end)
end

function calls.replace_children(register, parent, tree)
  words.reply(function() registers[register]:replace_children((words.identifier(parent)), registers[tree]) end)
end

function calls.insert_tree(register, tree, placement, id)
  words.reply(function()
    registers[register] = insert_tree(registers[register], registers[tree], placement, (words.identifier(id)))
  end, "insert_tree")
end

function calls.set_section_snapshot(register, section, tree)
  words.reply(function() registers[register]:set_section_snapshot(registers[tree], (words.identifier(section))) end)
end

-- Every other call is a method of a snapshot: the first argument is a list, and an anchor or a section may follow.
local function edit(name, register, first, second)
  local snapshot = registers[register]
  local one = name:find("^move_item_") or name:find("^move_section_")
  local argument
  if first then
    if one then argument = (words.identifier(first)) else argument = words.elements(first) end
  end
  words.reply(function()
    local anchor = second and words.identifier(second)
    local result
    if anchor then
      result = snapshot[name](snapshot, argument, anchor)
    elseif not first then
      result = snapshot[name](snapshot)
    else
      result = snapshot[name](snapshot, argument)
    end
    return name ~= "delete_all_items" and result or nil
  end)
end

function reactions.perform(spoken)
  if calls[spoken[1]] then calls[spoken[1]](table.unpack(spoken, 2)) else edit(table.unpack(spoken)) end
end

for line in io.lines() do
  local call = line:match("^> (.*)")
  if call then
    print(line)
    local spoken = {}
    for word in call:gmatch("%S+") do spoken[#spoken + 1] = word end
    reactions.perform(spoken)
  end
end
