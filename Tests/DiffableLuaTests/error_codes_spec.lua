-- Each error of include/diffable.h is raised in Lua, or the spec says why it is not.
local diffable = require "diffable"
local support = require "support"

-- A call for each code that fails with it.
local causes = {}

local function list() return diffable.snapshot{ { id = "fares", items = { "bus", "train" } } } end

local function showing(cell)
  return diffable.data_source{ cell = cell, view = diffable.text_view{ write = function() end } }
end

function causes.INVALID_ARGUMENT() list():append_items(true) end

function causes.DUPLICATE_IDENTIFIER() list():append_items{ "ferry", "bus" } end

function causes.UNKNOWN_IDENTIFIER() list():reload_items("ferry") end

function causes.NO_SECTIONS() diffable.snapshot():append_items("bus") end

function causes.INVALID_DESTINATION() list():move_item_before("bus", "bus") end

function causes.NO_PROVIDER() showing():apply(list()) end

function causes.INVALID_CELL() showing(function() return {} end):apply(list()) end

function causes.APPLY_LOOP()
  local source = diffable.data_source{ view = false }
  source:on_apply(function() source:apply(list()) end)
  source:apply(list())
end

function causes.STALE_SNAPSHOT()
  local source = diffable.data_source{ view = false, strict = true }
  source:apply(list())
  local old, new = source:snapshot(), source:snapshot()
  new:append_items("ferry")
  source:apply(new)
  source:apply(old)
end

function causes.MALFORMED() diffable.decode("text") end

function causes.WRONG_VERSION() list():apply_patch(diffable.difference(diffable.snapshot(), list()):encode()) end

-- In a process of its own, whose standard output is a device that is always full.
function causes.OUTPUT_FAILED()
  local process = assert(io.popen(support.lua .. [[ -e '
    local diffable = require "diffable"
    diffable.data_source{ cell = tostring }:apply(diffable.snapshot{ { id = "fares", items = { "bus" } } })
  ' 2>&1 >/dev/full]]))
  local message = process:read("*a")
  process:close()
  error(message:match("%(command line%).*"), 0)
end

local exceptions = {
  PROVIDER_FAILED = "what a provider raises is raised unchanged, or with the name of the provider if it is a string",
  CALLBACK_FAILED = "what an observer, a completion or a handler raises is raised in the same way",
  LIMIT_EXCEEDED = "it takes 4 GiB of identifiers, which Lua would have to hold in strings as well",
}

describe("each error of the C API", function()
  local header = assert(io.open("include/diffable.h"))
  local text = header:read("*a")
  header:close()
  local count = 0
  for code in text:gmatch("DIFFABLE_ERROR_([A-Z_]+) =") do
    count = count + 1
    it(code .. (exceptions[code] and " is not raised in Lua" or " is raised in Lua"), function()
      assert.truthy((causes[code] == nil) ~= (exceptions[code] == nil))
      if exceptions[code] then return end
      local message = support.error_of(causes[code])
      assert.truthy(message:gsub("^[^\n:]+:%d+: ", ""):find("^" .. code .. ": "), message)
    end)
  end

  it("is found in the header", function() assert.truthy(count >= 12) end)
end)
