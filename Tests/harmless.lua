-- Tells whether a text holds nothing that moves a cursor, changes a terminal or turns text round, but for control
-- characters that may be there.

-- As UTF-8: C1 controls, marks and overrides of direction, separators of lines, isolates.
local disturbing = { "\194[\128-\159]", "\216\156", "\226\128[\142\143\168-\174]", "\226\129[\166-\169]" }

return function(text, allowed)
  local rest = allowed and text:gsub("[" .. allowed .. "]", "") or text
  if not utf8.len(text) or rest:find("%c") then return false end
  for _, pattern in ipairs(disturbing) do
    if text:find(pattern) then return false end
  end
  return true
end
