-- Runs a program (see README.md) on the Lua module and prints what came of it.
--
--   lua5.4 interpreter.lua <program
local diffable = require "diffable"
local lists = require "lists"
local print_text = require "texts"
local reactions = require "reactions"
local sources = require "source"
local trees = require "trees"
local words = require "words"

local source = sources.source
local snapshots = { s0 = diffable.snapshot(), s1 = diffable.snapshot(), s2 = diffable.snapshot(), s3 = diffable.snapshot() }
local calls = {}

-- Snapshots

local function become(register, snapshot)
  snapshots[register] = snapshot
  print("ok")
end

function calls.new(register) become(register, diffable.snapshot()) end
function calls.copy(register, original) become(register, snapshots[original]:copy()) end
function calls.fetch(register) become(register, source:snapshot()) end
function calls.new_snapshot(register) become(register, source:new_snapshot()) end
function calls.state(register) lists.state(snapshots[register]) end
function calls.find(register, name) lists.find(snapshots[register], words.identifier(name)) end
function calls.at(register, path) lists.at(snapshots[register], words.path(path)) end
function calls.items(register, section) lists.items(snapshots[register], (words.identifier(section))) end
function calls.equal(left, right) print("ok " .. tostring(snapshots[left] == snapshots[right])) end

function calls.difference(old, new)
  local difference = diffable.difference(snapshots[old], snapshots[new])
  lists.changes(difference, snapshots[old], snapshots[new])
  assert(difference.is_empty == (tostring(difference) == "no changes"), "a difference is empty, or not")
  print("ok " .. tostring(difference))
end

function calls.apply(register, how) sources.change("apply", snapshots[register], sources.options(register, how)) end

function calls.apply_using_reload_data(register)
  sources.change("apply_using_reload_data", snapshots[register], sources.options(register))
end

-- The data source

function calls.source() lists.state(source:snapshot()) end
function calls.transaction() lists.transaction(sources.kept) end

function calls.look_up(name)
  local id = words.identifier(name)
  local path, index = source:index_path_of_item(id), source:index_of_section(id)
  if path then print("item " .. words.place(path) .. " " .. words.token(source:item(id))) end
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

function calls.fetch_section(register, section)
  trees.registers[register] = source:section_snapshot((words.identifier(section)))
  print("ok")
end

function calls.apply_section(register, section, how)
  sources.change("apply_section", trees.registers[register], words.elements(section)[1], sources.options(register, how))
end

function calls.toggle_item(item) sources.change("toggle_item", (words.identifier(item))) end
function calls.reorder_item(from, to) sources.change("reorder_item", words.path(from), words.path(to)) end

-- Every other call is a method of a snapshot: the first argument is a list, and an anchor or a section may follow.
local function edit(name, register, first, second)
  local snapshot = snapshots[register]
  local one = name:find("^move_item_") or name:find("^move_section_")
  local argument
  if first then
    if one then argument = words.identifier(first) else argument = words.elements(first) end
  end
  words.reply(function()
    local result
    local anchor = second and words.identifier(second)
    if anchor then
      result = snapshot[name](snapshot, argument, anchor)
    else
      result = snapshot[name](snapshot, argument)
    end
    return name ~= "delete_all_items" and result or nil
  end)
end

local is_of_source = { fetch_section = true, apply_section = true }

function reactions.perform(spoken)
  local name, register = spoken[1], spoken[2]
  if trees.registers[register] and not is_of_source[name] then
    trees.perform(spoken)
  elseif calls[name] then
    calls[name](table.unpack(spoken, 2))
  else
    edit(table.unpack(spoken))
  end
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
