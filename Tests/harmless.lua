-- Tells whether a text holds nothing that moves a cursor, changes a terminal or turns text round, but for control characters
-- that may be there.
return function(text, allowed)
  local rest = allowed and text:gsub("[" .. allowed .. "]", "") or text
  if not utf8.len(text) or rest:find("%c") then return false end
  for _, scalar in utf8.codes(text) do
    if scalar >= 0x80 and scalar < 0xA0 or scalar >= 0x2028 and scalar <= 0x202E or scalar >= 0x2066 and scalar <= 0x2069
      or scalar == 0x200E or scalar == 0x200F or scalar == 0x61C then
      return false
    end
  end
  return true
end
