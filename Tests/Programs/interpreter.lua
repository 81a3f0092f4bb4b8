-- Runs a program (see README.md) on the Lua module and prints what came of it.
--
--   lua5.4 interpreter.lua <program
local diffable = require "diffable"
local lists = require "lists"
local words = require "words"
local perform_on_trees = require "trees"

local snapshots = { s0 = diffable.snapshot(), s1 = diffable.snapshot(), s2 = diffable.snapshot(), s3 = diffable.snapshot() }
local source
local waiting = {}
-- How many callbacks are running: inside one, applies are queued.
local depth = 0

-- Callbacks

local apply

-- Says what a callback was given, and does what it is to do.
local function called(event, arguments, more)
  print(("%s%s of %d"):format(event, arguments, #source:snapshot()))
  if more then more() end
  local due, later = {}, {}
  for _, reaction in ipairs(waiting) do
    if reaction.event == event then reaction.calls = reaction.calls - 1 end
    table.insert(reaction.calls == 0 and due or later, reaction)
  end
  waiting = later
  local fails = false
  depth = depth + 1
  for _, reaction in ipairs(due) do
    if reaction.register then apply(reaction.register) else fails = true end
  end
  depth = depth - 1
  if not fails then return end
  if event == "write" then error("OUTPUT_FAILED") end
  error((event == "cell" or event == "header" or event == "footer") and "PROVIDER_FAILED" or "CALLBACK_FAILED")
end

function apply(register, how, method)
  local options = { completion = function() called("completion", " " .. register) end }
  if how == "still" then options.animating_differences = false else options.animation = how end
  local queued = depth > 0
  local ok, transaction = pcall(source[method or "apply"], source, snapshots[register], options)
  if not ok then return words.failed(transaction) end
  assert((transaction == nil) == queued, "a transaction that should not be there, or none")
  print(queued and "queued" or "ok")
end

local view = diffable.text_view{ context = 100000, write = function() called("write", "") end }
source = diffable.data_source{
  view = view,
  cell = function(item, path)
    called("cell", " " .. words.token(item) .. " " .. words.place(path))
    return words.token(item)
  end,
  header = function(section, index)
    called("header", " " .. words.token(section) .. " " .. index - 1)
    return words.token(section)
  end,
  footer = function(section, index) called("footer", " " .. words.token(section) .. " " .. index - 1) end,
  can_reorder_item = function(item)
    called("can_reorder_item", " " .. words.token(type(item) == "table" and item.id or item))
    return true
  end,
  will_reorder = function() called("will_reorder", "") end,
  did_reorder = function() called("did_reorder", "") end,
}
source:on_apply(function(transaction)
  called("observer", " " .. transaction.animation, function()
    lists.changes(transaction.difference, transaction.initial_snapshot, transaction.final_snapshot)
  end)
end)
source:on_apply(function() called("second", "") end)

-- Calls

local calls = {}

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
function calls.equal(left, right) print("ok " .. tostring(snapshots[left] == snapshots[right])) end
function calls.source() lists.state(source:snapshot()) end
function calls.apply(register, how) apply(register, how) end
function calls.apply_using_reload_data(register) apply(register, nil, "apply_using_reload_data") end

function calls.difference(old, new)
  lists.changes(diffable.difference(snapshots[old], snapshots[new]), snapshots[old], snapshots[new])
  print("ok")
end

function calls.cell(path)
  local section, item = path:match("(%d+)%.(%d+)")
  words.reply(function() return source:cell{ section = section + 1, item = item + 1 }.text end)
end

function calls.when(event, count, what, register)
  waiting[#waiting + 1] = { event = event, calls = tonumber(count), register = what == "apply" and register or nil }
  print("ok")
end

function calls.default_row_animation(name)
  source.default_row_animation = name
  print("ok")
end

-- Every other call is a method of a snapshot: the first argument is a list, and an anchor or a section may follow.
local function edit(name, register, first, second)
  local snapshot = snapshots[register]
  local one = name:find("^move_item_") or name:find("^move_section_")
  local argument
  if first then
    if one then argument = words.identifier(first) else argument = words.elements(first) end
  end
  words.reply(function()
    local result = snapshot[name](snapshot, argument, (words.identifier(second)))
    return name ~= "delete_all_items" and result or nil
  end)
end

for line in io.lines() do
  local call = line:match("^> (.*)")
  if call then
    print(line)
    local spoken = {}
    for word in call:gmatch("%S+") do spoken[#spoken + 1] = word end
    local perform = calls[spoken[1]]
    if perform then
      perform(table.unpack(spoken, 2))
    elseif not perform_on_trees(source, spoken) then
      edit(table.unpack(spoken))
    end
  end
end
