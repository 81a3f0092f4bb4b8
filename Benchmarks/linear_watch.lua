-- linear_watch CASE SIZE: hostile input of a size for `diffable watch`, on standard output. Without arguments: the
-- names of the cases.
local function rows(size, row)
  local list = {}
  for i = 1, size do list[i] = row(i) end
  return "[" .. table.concat(list, ",") .. "]\n"
end

local cases = {
  -- No more than one chunk, of 64 KB, at the largest size.
  { "watch_broken_lists", function(size) return ("[,\n"):rep(5 * size // 2) end },
  { "watch_open_lists", function(size) return ("[\n"):rep(4 * size) end },
  { "watch_nesting", function(size) return ("["):rep(40 * size) end },
  { "watch_small_lists", function(size) return ("[1]"):rep(size // 4) end },
  {
    "watch_names",
    function(size) return "[{" .. rows(size, function(i) return ('"%d":0'):format(i) end):sub(2, -3) .. "}]" end,
  },
  { "watch_prefixes", function(size)
    local prefix = ("p"):rep(1024)
    return rows(size // 4, function(i) return '"' .. prefix .. i .. '"' end)
  end },
  { "watch_escapes", function(size) return '["' .. ("\\u001b"):rep(4 * size) .. '"]' end },
}

local name, size = ...
for _, case in ipairs(cases) do
  if not name then print(case[1]) end
  if name == case[1] then io.write(case[2](math.tointeger(tonumber(size)))) end
end
