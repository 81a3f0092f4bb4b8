-- Deletions of every place: of a row that the apply before inserted, of neighbours, and of a section.
local diffable = require "diffable"

local source = diffable.data_source{
  cell = function(item) return item end, header = function(section) return section.id end,
}

source:apply(diffable.snapshot{ { id = "fruit", items = { "Apple", "Pear" } } })
source:apply(diffable.snapshot{
  { id = "fruit", items = { "Pear", "Plum", "Fig", "Date", "Lime", "Kiwi" } }, { id = "nuts", items = { "Almond" } },
})
source:apply(diffable.snapshot{ { id = "fruit", items = { "Kiwi", "Pear" } } })
