-- Prints what a view wrote. Which rows moved is a matter of choice, and where deleted ones are shown depends on it:
-- where anything moved, the signs of moves are left out, and behind the text come how many rows had one, and what was
-- deleted, sorted.
return function(text)
  local moves = ("\n" .. text):find("\n>", 1, true)
  local deleted, moved = {}, 0
  for line in text:gmatch("([^\n]*)\n") do
    if moves and line:find("^%-") then
      deleted[#deleted + 1] = line
    else
      if line:find("^>.. ") then moved = moved + 1 end
      print("|" .. line:gsub("^>(.)", "%1 "))
    end
  end
  if not moves then return end
  print("|> " .. moved)
  table.sort(deleted)
  for _, line in ipairs(deleted) do print("|" .. line) end
end
