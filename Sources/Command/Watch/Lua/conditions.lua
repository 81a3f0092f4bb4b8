-- The expressions of --where, such as `cpu > 5 and not (status == "Running")`. Sets `watch.condition`.
local watch = ...
local find, sub = string.find, string.sub

local operators = {}

-- Returns the two operands of a comparison: two numbers if both sides are numbers, or else two texts.
local function operands(value, literal)
  local text = watch.shown(value)
  local number = literal.number and watch.number_of(text)
  if number then return number, literal.number end
  return text, literal.text
end

operators["=="] = function(value, literal)
  local one, other = operands(value, literal)
  return one == other
end
operators["="] = operators["=="]
operators["!="] = function(value, literal) return value == nil or not operators["=="](value, literal) end
operators["<"] = function(value, literal)
  local one, other = operands(value, literal)
  return one < other
end
operators["<="] = function(value, literal)
  local one, other = operands(value, literal)
  return one <= other
end
operators[">"] = function(value, literal) return not operators["<="](value, literal) end
operators[">="] = function(value, literal) return not operators["<"](value, literal) end
operators["~"] = function(value, literal) return find(watch.shown(value), literal.text, 1, true) ~= nil end
operators["!~"] = function(value, literal) return value == nil or not operators["~"](value, literal) end

-- A row that does not have the path meets a comparison with one of these operators.
local is_met_if_missing = { ["!="] = true, ["!~"] = true }

local function tokens_of(text)
  local tokens, position = {}, 1
  while true do
    position = find(text, "[^%s]", position)
    if not position then return tokens end
    local first, last, quoted = find(text, '^"([^"]*)"', position)
    if not first then first, last, quoted = find(text, "^'([^']*)'", position) end
    local kind = first and "text"
    if not first then
      first, last = find(text, "^[=!<>~]+", position)
      kind = "operator"
    end
    if not first then
      first, last = find(text, "^[()]", position)
      kind = "bracket"
    end
    if not first then
      -- A word is a path or a value. It may have quotes in brackets.
      last = position - 1
      repeat
        local _, next_last = find(text, '^%["[^"]*"%]', last + 1)
        if not next_last then _, next_last = find(text, "^[^%s=!<>~()\"']", last + 1) end
        last = next_last or last
      until not next_last
      if last < position then return nil, "a quote is not closed" end
      first, kind = position, "word"
    end
    tokens[#tokens + 1] = { kind = kind, text = quoted or sub(text, first, last) }
    position = last + 1
  end
end

-- Returns a condition, or nil and an error message. The function `is_met` of a condition returns whether a row meets
-- it. Its array `paths` has the paths that a row must have to meet a comparison: those of all operators except != and
-- !~.
--
--     condition  = all { "or" all }          all  = one { "and" one }
--     one        = "not" one | "(" condition ")" | path [operator value]
function watch.condition(text)
  local tokens, message = tokens_of(text)
  if not tokens then return nil, message end
  local index, condition, depth, paths = 1, nil, 0, {}

  local function take(kind, word)
    local token = tokens[index]
    if token and token.kind == kind and (not word or token.text == word) then
      index = index + 1
      return token
    end
  end

  local function fail(what)
    local token = tokens[index]
    return nil, what .. " expected, got " .. (token and "'" .. token.text .. "'" or "nothing")
  end

  local function one()
    if depth == 100 then return nil, "more than 100 levels" end
    if take("word", "not") then
      depth = depth + 1
      local inner, problem = one()
      depth = depth - 1
      if not inner then return nil, problem end
      return function(row) return not inner(row) end
    end
    if take("bracket", "(") then
      depth = depth + 1
      local inner, problem = condition()
      depth = depth - 1
      if not inner then return nil, problem end
      if not take("bracket", ")") then return fail("')'") end
      return inner
    end
    local word = take("word")
    local path = word and watch.path(word.text)
    if not path then
      if word then index = index - 1 end
      return fail("a path such as .status.phase")
    end
    local get, operator = path.get, take("operator")
    if not operator then
      return function(row)
        local value = get(row)
        return value ~= nil and value ~= false
      end
    end
    local compare = operators[operator.text]
    if not compare then return nil, "'" .. operator.text .. "' is no operator; those are == != < <= > >= ~ !~" end
    local literal = take("text") or take("word")
    if not literal then return fail("a value") end
    local value = { text = literal.text, number = literal.kind == "word" and watch.number_of(literal.text) or nil }
    local is_met_without_value = is_met_if_missing[operator.text]
    if not is_met_without_value then paths[#paths + 1] = path end
    return function(row)
      local found = get(row)
      if found == nil then return is_met_without_value end
      return compare(found, value)
    end
  end

  -- Reads conditions that are joined by `word`: "and", or "or" if `is_any`.
  local function several(read, word, is_any)
    local first, problem = read()
    if not first then return nil, problem end
    local parts = { first }
    while take("word", word) do
      parts[#parts + 1], problem = read()
      if problem then return nil, problem end
    end
    if #parts == 1 then return first end
    return function(row)
      for number = 1, #parts do
        local is_met = parts[number](row)
        if is_any and is_met then return true end
        if not is_any and not is_met then return false end
      end
      return not is_any
    end
  end

  function condition()
    return several(function() return several(one, "and", false) end, "or", true)
  end

  local result, problem = condition()
  if not result then return nil, problem end
  if tokens[index] then return fail("the end") end
  return { is_met = result, paths = paths }
end
