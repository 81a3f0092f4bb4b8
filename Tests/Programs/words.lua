-- The words of programs, and how calls end.
local words = {}

function words.identifier(word)
  if word == nil or word == "-" then return nil end
  return math.tointeger(tonumber(word)) or word:gsub("^'", "")
end

-- Only what is framed has a provider of its own. Every version has a kind, because update_items leaves fields that it
-- is not given.
local kinds = { [1] = "plain", [2] = "plain", [3] = "odd", [4] = "framed" }

-- "7@2" as the table that is its content, "7" as the bare identifier.
local function element(word)
  local name, version = word:match("^(.*)@(%d+)$")
  if name then
    version = math.tointeger(tonumber(version))
    return { id = words.identifier(name), version = version, kind = kinds[version] }
  end
  return (words.identifier(word))
end

function words.elements(word)
  local list = {}
  if word ~= "-" then
    for one in word:gmatch("[^,]+") do list[#list + 1] = element(one) end
  end
  return list
end

function words.token(content)
  if type(content) == "table" then return words.token(content.id) .. "@" .. content.version end
  if math.type(content) == "integer" or content:find("^%a") then return tostring(content) end
  return "'" .. content
end

function words.tokens(list, to_token)
  local spelled = {}
  for i, one in ipairs(list) do spelled[i] = (to_token or words.token)(one) end
  return table.concat(spelled, " ")
end

-- What may be missing, as programs spell it.
function words.optional(identifier) return identifier == nil and "-" or words.token(identifier) end

function words.path(word)
  local section, item = word:match("(%d+)%.(%d+)")
  return { section = math.tointeger(tonumber(section)) + 1, item = math.tointeger(tonumber(item)) + 1 }
end

function words.place(path) return path.section - 1 .. "." .. path.item - 1 end

-- The errors whose messages are the same in all languages, but for the number of the first index.
local has_common_message = {
  INVALID_ARGUMENT = true, DUPLICATE_IDENTIFIER = true, UNKNOWN_IDENTIFIER = true, NO_SECTIONS = true,
  INVALID_DESTINATION = true,
}

-- 5.3 takes a string in arithmetic for a float.
local function from_zero(before, index) return before .. math.tointeger(tonumber(index)) - 1 end

-- Messages count from 1 in Lua.
local function counted_from_zero(message)
  for _, pattern in ipairs{
    "(, item )(%d+)", "(row at section )(%d+)", "(go to section )(%d+)", "(section at )(%d+)", "(at index )(%d+)",
    "(twice, at )(%d+)",
    "(twice, at %d+ and )(%d+)", "(there is no index )(%d+)", "(there is item )(%d+)", "(last section is )(%d+)",
  } do
    message = message:gsub(pattern, from_zero)
  end
  return message
end

-- Prints an error as its code and its message, after what happened nevertheless.
-- `name` is what the message calls the call; nil for what it does.
function words.failed(message, done, name)
  local code, text = tostring(message):match("(%f[%u]%u+_[%u_]+%f[^%u_]):? ?([^\n]*)")
  if not code then error(message, 0) end
  if name then text = text:gsub("^[%a_]+:", name .. ":") end
  print((done and done .. " with " or "") .. "error " .. code
    .. (has_common_message[code] and ": " .. counted_from_zero(text) or ""))
end

-- A call returns what it says, and the error of an apply that a provider called.
function words.reply(call, name)
  local results = table.pack(pcall(call))
  if not results[1] then return words.failed(results[2], nil, name) end
  local done = results[2] == nil and "ok" or "ok " .. tostring(results[2])
  if results[3] then return words.failed(results[3], done) end
  print(done)
end

-- What a look-up finds, or nil. In Lua, a look-up of "1" where there is 1 is an error.
function words.look_up(snapshot, name, identifier)
  local results = table.pack(pcall(snapshot[name], snapshot, identifier))
  if results[1] then return results[2] end
  assert(tostring(results[2]):find(", but there is ", 1, true), results[2])
  return nil
end

return words
