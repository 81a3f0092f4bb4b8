-- Parses numbers, percentages, sizes and durations as programs print them. Sets `watch.number_of`.
local watch = ...
local find, match = string.find, string.match

local powers = { k = 1, K = 1, M = 2, G = 3, T = 4, P = 5, E = 6 }
local seconds_of = { d = 86400, h = 3600, m = 60, s = 1 }

-- Returns the number in a text: 12, 1.5, 40%, the bytes of a size such as 1.5G, 512Mi or 20kB, or the seconds of a
-- duration such as 3d4h or 90s. Returns nil for any other text.
function watch.number_of(text)
  local number = tonumber(text)
  if number then return number == number and not find(text, "^%s*[-+]?[nN%a]") and number or nil end
  local digits, rest = match(text, "^([-+]?%d+%.?%d*)(.*)$")
  if not digits then return nil end
  if rest == "%" then return tonumber(digits) end
  local prefix, binary = match(rest, "^([KMGTPEk])(i?)B?$")
  if prefix then return tonumber(digits) * (prefix == "k" and binary == "" and 1000 or 1024 ^ powers[prefix]) end
  if rest == "B" then return tonumber(digits) end
  local total, position = 0, 1
  while position <= #text do
    local _, last, count, unit = find(text, "^(%d+)([dhms])", position)
    if not last then return nil end
    total, position = total + tonumber(count) * seconds_of[unit], last + 1
  end
  return total
end
