-- The data source of a program: its callbacks, which say that they were called and do what they are to do, and its
-- applies.
local diffable = require "diffable"
local lists = require "lists"
local print_text = require "texts"
local reactions = require "reactions"
local registers = require "registers"
local words = require "words"

local sources = {}
local source

local codes = { write = "OUTPUT_FAILED" }
for _, provider in ipairs{ "cell", "framed", "header", "footer", "badge" } do codes[provider] = "PROVIDER_FAILED" end

-- Says what a callback was given, and does what it is to do.
local function called(event, arguments, more)
  print(("%s%s of %d"):format(event, arguments, #source:snapshot()))
  if more then more() end
  local answer = reactions.take(event)
  if answer.fail then error(codes[event] or "CALLBACK_FAILED") end
  return answer
end

local function keep(event)
  return function(transaction)
    sources.kept = transaction
    called(event, "")
  end
end

local function cell(event, before, behind)
  return function(item, path)
    local answer = called(event, " " .. words.token(item) .. " " .. words.place(path))
    return { text = before .. words.token(item) .. behind, height = answer.spoil and -1 or 0 }
  end
end

local function supplementary(event, text)
  return function(section, index)
    local answer = called(event, " " .. words.token(section) .. " " .. index - 1)
    if answer.spoil then return { text = text(section), height = -1 } end
    return text(section)
  end
end

-- A handler is given the content of an item; it says the identifier.
local function of_item(event)
  return function(item)
    return not called(event, " " .. words.token(type(item) == "table" and item.id or item)).refuse
  end
end

local handlers = {
  should_expand_item = of_item("should_expand_item"),
  will_expand_item = of_item("will_expand_item"),
  should_collapse_item = of_item("should_collapse_item"),
  will_collapse_item = of_item("will_collapse_item"),
  snapshot_for_expanding_parent = function(item, children)
    local event = "snapshot_for_expanding_parent"
    local id = type(item) == "table" and item.id or item
    local answer = called(event, " " .. words.token(id), function() lists.state(children, true) end)
    return answer.children and registers[answer.children] or children
  end,
  can_reorder_item = of_item("can_reorder_item"),
  will_reorder = keep("will_reorder"),
  did_reorder = keep("did_reorder"),
}

source = diffable.data_source{
  view = diffable.text_view{
    context = 100000,
    write = function(text) called("write", "", function() print_text(text) end) end,
  },
  cell = cell("cell", "", ""),
  cells = { framed = cell("framed", "[", "]") },
  header = supplementary("header", words.token),
  footer = supplementary("footer", function(section)
    return type(section) == "table" and "(" .. words.token(section) .. ")" or nil
  end),
  supplementary = { badge = supplementary("badge", function(section) return "#" .. words.token(section) end) },
}
source:on_apply(function(transaction)
  called("observer", " " .. transaction.animation, function()
    lists.changes(transaction.difference, transaction.initial_snapshot, transaction.final_snapshot)
  end)
end)
source:on_apply(keep("second"))

-- A drag without a handler is an error in Lua alone. In programs it is refused.
local function refuse() return false end

function sources.set_handler(name, is_on)
  source[name] = is_on and handlers[name] or name == "can_reorder_item" and refuse or nil
end

for name in pairs(handlers) do sources.set_handler(name, true) end

-- Calls what may change the list, and says how that ended.
function sources.change(method, ...)
  local is_queued = reactions.depth > 0
  -- An argument that is refused leaves the transaction of the apply before.
  local before = source:last_transaction()
  local ok, transaction = pcall(source[method], source, ...)
  if not ok then
    local last = source:last_transaction()
    return words.failed(transaction, last and last ~= before and "applied")
  end
  assert(is_queued or source:last_transaction() == nil, "a transaction that was returned is kept")
  assert(not (is_queued and transaction), "what waits has a transaction")
  print(is_queued and "queued" or transaction and "ok" or "refused")
end

-- The options of an apply of what is in a register.
function sources.options(register, how)
  local options = { completion = function() called("completion", " " .. register) end }
  if how == "still" then options.animating_differences = false else options.animation = how end
  return options
end

sources.source = source
return sources
