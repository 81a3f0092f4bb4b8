-- A list for each text of Tests/TestSupport/hostile.txt, with the text as its name and caption, as identifiers, and in
-- all that is shown.
local diffable = require "diffable"
local hostile = require "Tests.TestSupport.hostile"

for number, text in ipairs(hostile) do
  local short = text:sub(1, 3000) -- the whole text is in one place of each list
  local function cell()
    return { text = short, detail = short, secondary_text = short, image = short, accessory = short }
  end
  local source = diffable.data_source{
    name = short, header = cell, footer = cell,
    cell = function(item) return item.whole and { text = text } or cell() end,
  }
  if number % 2 == 0 then print((short:gsub("\n", " "))) end
  local caption = number % 2 == 1 and short or nil
  source:apply(diffable.snapshot{ { id = short, items = { short, { id = "whole", whole = true } } } },
    { caption = caption })
end
