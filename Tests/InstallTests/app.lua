-- What a user writes first: a list, shown, changed and shown again.
local diffable = require "diffable"

local source = diffable.data_source{ cell = function(item) return { text = item } end }
source:apply(diffable.snapshot{ { id = "fruit", items = { "apple", "pear" } } })
source:apply(diffable.snapshot{ { id = "fruit", items = { "pear", "fig" } } })
