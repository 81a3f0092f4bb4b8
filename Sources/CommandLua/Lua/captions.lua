-- What --record changes: `print` tells the recorder what it prints, which becomes the caption of the next apply.
local note = ...
local print, tostring, concat, pack, unpack = print, tostring, table.concat, table.pack, table.unpack

function _G.print(...)
  local texts = pack(...)
  for index = 1, texts.n do texts[index] = tostring(texts[index]) end
  note(concat(texts, "\t", 1, texts.n))
  return print(unpack(texts, 1, texts.n))
end
