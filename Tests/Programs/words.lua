-- The words of programs, and how calls end.
local words = {}

function words.identifier(word)
  if word == nil or word == "-" then return nil end
  return math.tointeger(tonumber(word)) or word:gsub("^'", "")
end

-- What is odd has a kind, and no provider of its own.
local kinds = { [3] = "odd", [4] = "framed" }

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
  return { section = section + 1, item = item + 1 }
end

function words.place(path) return path.section - 1 .. "." .. path.item - 1 end

local names_culprit = { DUPLICATE_IDENTIFIER = true, UNKNOWN_IDENTIFIER = true, INVALID_DESTINATION = true }

-- Prints an error as its code, with the identifier that its message names first, after what happened nevertheless.
function words.failed(message, done)
  local code = type(message) == "string" and message:match("%f[%u]%u+_[%u_]+%f[^%u_]")
  if not code then error(message, 0) end
  local line = message:gsub("\n.*", ""):gsub(" section ", " item ")
  local number, quoted = line:match(" item (%-?%d+)()")
  local first = line:find(' item "')
  if first and (not number or first < quoted) then number, quoted = nil, line:match('"([^"]*)"', first) end
  local culprit = names_culprit[code] and (number or words.token(quoted))
  print((done and done .. " with " or "") .. "error " .. code .. (culprit and " " .. culprit or ""))
end

-- A call returns what it says, and the error of an apply that a provider called.
function words.reply(call, ...)
  local results = table.pack(pcall(call, ...))
  if not results[1] then return words.failed(results[2]) end
  local done = results[2] == nil and "ok" or "ok " .. tostring(results[2])
  if results[3] then return words.failed(results[3], done) end
  print(done)
end

return words
