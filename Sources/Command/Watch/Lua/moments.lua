-- Times that a user types, or passes to --at. Sets `watch.moment`.
local watch = ...
local find, match = string.find, string.match

-- Returns the time that a text says: a date and a time of day, a time of day, which is the last one that is not after
-- `last`, or a time since or before `first`, `shown` and `last`: +1h and -5m. Returns nil and what is wrong if it says
-- none.
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
    -- `os.time` changes a day that the month does not have to one of the next month. Lists of this second are meant, too.
    if not year or parts.month == tonumber(month) and parts.day == tonumber(day) then return time + 0.9995 end
  end
  return nil, "a time such as 06:10, 06:10:30, '2026-11-27 06:10', -5m or +1h expected, got '" .. text .. "'"
end
