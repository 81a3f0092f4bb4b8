-- Renamed items: one that stays, and the row below it is deleted; one that moves; and one whose old identifier an
-- inserted item gets.
local diffable = require "diffable"

local source = diffable.data_source{
  cell = function(item) return type(item) == "table" and item.text or item end,
  header = function(section) return section.id end,
}
local draft = { id = "draft", text = "Hello" }

source:apply(diffable.snapshot{ { id = "chat", items = { draft, "typing" } }, { id = "done", items = { "old" } } })

local snapshot = source:snapshot()
snapshot:rename_item("draft", 90)
snapshot:delete_items("typing")
source:apply(snapshot)

snapshot = source:snapshot()
snapshot:rename_item(90, 91)
snapshot:move_item_after(91, "old")
source:apply(snapshot)

snapshot = source:snapshot()
snapshot:rename_item(91, 92)
snapshot:insert_items_before({ id = 91, text = "Again" }, "old")
source:apply(snapshot)
