-- Parses times that a user types on the screen, or passes to --at. Sets `watch.moment`.
local watch = ...
local find, match = string.find, string.match

-- Parses a time, and returns it in seconds since 1970, or nil and an error message. The text is a date and a time of
-- day; a time of day alone, which means the last such time that is not after `last`; or a duration such as +1h, which
-- is added to `after`, or -5m, which is subtracted from `before`.
function watch.moment(text, before, after, last)
  text = match(text, "^%s*(.-)%s*$")
  local sign, duration = match(text, "^([+-])(.+)$")
  local seconds = sign and find(duration, "^[%ddhms.]+$") and watch.number_of(duration)
  if seconds then return sign == "-" and before - seconds or sign == "+" and after + seconds end
  local year, month, day, clock = match(text, "^(%d%d%d%d)-(%d%d)-(%d%d)[ T](.+)$")
  local hour, minute, second = match(clock or text, "^(%d%d?):(%d%d):(%d%d)$")
  if not hour then
    hour, minute = match(clock or text, "^(%d%d?):(%d%d)$")
    second = 0
  end
  if hour and tonumber(hour) < 24 and tonumber(minute) < 60 and tonumber(second) < 60 then
    local parts = os.date("*t", math.floor(last))
    if year then parts.year, parts.month, parts.day = tonumber(year), tonumber(month), tonumber(day) end
    parts.hour, parts.min, parts.sec, parts.isdst = tonumber(hour), tonumber(minute), tonumber(second), nil
    local time = os.time(parts)
    if not year and time > last then
      parts.day = parts.day - 1
      time = os.time(parts)
    end
    -- `os.time` turns a day that the month does not have, such as 31 June, into a day of the next month; such a date is
    -- an error. The fraction is added so that lists of the same second are not later than the result.
    if not year or parts.month == tonumber(month) and parts.day == tonumber(day) then return time + 0.9995 end
  end
  return nil, "a time such as 06:10, 06:10:30, 2026-11-27 06:10, -5m or +1h expected, got '" .. text .. "'"
end
